import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { atMost } from './concurrency-limit.ts'
import { Problem } from './errors.ts'

/** OWASP's argon2id parameters: 46 MiB, one pass, one lane. It runs in the thread pool, off the event loop. */
const PASSES = 1
const LANES = 1
const TAG_BYTES = 32
/** Mutable: tests with hundreds of logins lower the cost (`test/cheap-passwords.ts`). */
export const cost = { memoryKib: 47_104 }

const derive = promisify(argon2)
/** Concurrency: each hash takes 46 MiB and a core; one of the pool's four threads is left for files. */
const AT_ONCE = Math.min(availableParallelism(), 3)
/** Queue limit, in time: a fast refusal can be retried, a hanging login looks broken. */
const PATIENCE_MS = 3_000
const MAX_WAITING = 100
/** Reserved slots: for logins from a browser that the account has used before. */
const RESERVED = 20
const fewAtOnce = atMost(AT_ONCE)
let inside = 0
let insideReserved = 0
/** The measured duration of one hash, in milliseconds. */
let pace = 100

/**
 * Runs a task that hashes a password. All side effects of an attempt belong inside: a refused one must not count.
 * @throws unavailable when the queue takes longer than `PATIENCE_MS`
 */
export async function whenThereIsRoom<T>(work: () => Promise<T>, { trusted }: { trusted: boolean }): Promise<T> {
  const waiting = Math.min(MAX_WAITING, Math.ceil(PATIENCE_MS / pace) * AT_ONCE)
  // Counted separately: the queue may be longer than its limit is now, if hashing has become slower meanwhile.
  const isReserved = inside >= AT_ONCE + waiting
  if (isReserved && (!trusted || insideReserved >= RESERVED))
    throw new Problem('unavailable', { retryAfter: Math.ceil(PATIENCE_MS / 1000) })
  if (isReserved) insideReserved++
  else inside++
  try {
    return await work()
  } finally {
    if (isReserved) insideReserved--
    else inside--
  }
}

const argon2id = (password: string, nonce: Buffer) =>
  fewAtOnce(async () => {
    const begun = performance.now()
    const tag = await derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      memory: cost.memoryKib,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    })
    pace += (performance.now() - begun - pace) / 10
    return tag as Buffer
  })

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The PHC string of a password. */
export async function hashPassword(password: string, nonce = randomBytes(16)): Promise<string> {
  const tag = await argon2id(password, nonce)
  return `$argon2id$v=19$m=${cost.memoryKib},t=${PASSES},p=${LANES}$${encode(nonce)}$${encode(tag)}`
}

/** A dummy hash: an unknown account must take the same time as a known one. */
const DUMMY_HASH = `$argon2id$v=19$m=${cost.memoryKib},t=${PASSES},p=${LANES}$${encode(Buffer.alloc(16, 1))}$${encode(Buffer.alloc(TAG_BYTES, 1))}`

/** Whether `password` matches `hash`; without a hash it takes the same time and returns false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [nonce, tag] = (hash ?? DUMMY_HASH).split('$').slice(-2)
  if (!nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await argon2id(password, Buffer.from(nonce, 'base64'))
  return timingSafeEqual(expected, actual) && hash !== null
}
