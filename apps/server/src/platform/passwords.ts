import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { atMost } from './at-most.ts'
import { Problem } from './errors.ts'

/** OWASP's argon2id figures: 46 MiB, one pass, one lane. It runs in the thread pool, off the event loop. */
const MEMORY_KIB = 47_104
const PASSES = 1
const LANES = 1
const TAG_BYTES = 32

const derive = promisify(argon2)
/** Each hash takes 46 MiB and a core while it runs; one of the pool's four threads is left for files. */
const AT_ONCE = Math.min(availableParallelism(), 3)
/** The longest queue, in time: a fast refusal can be tried again, a login that hangs looks broken. */
const PATIENCE_MS = 3_000
const MAX_WAITING = 100
/** Places that a flood cannot take: for a password that its owner's own browser sends. */
const RESERVED = 20
const fewAtOnce = atMost(AT_ONCE)
let inside = 0
/** What one hash takes here and now, in milliseconds. */
let pace = 100

/**
 * Runs what needs a password hashed. Everything that an attempt leaves behind belongs inside: a refused one must not count.
 * @throws unavailable when the queue takes longer than `PATIENCE_MS`
 */
export async function whenThereIsRoom<T>(work: () => Promise<T>, { trusted }: { trusted: boolean }): Promise<T> {
  const waiting = Math.min(MAX_WAITING, Math.ceil(PATIENCE_MS / pace) * AT_ONCE)
  if (inside >= AT_ONCE + waiting + (trusted ? RESERVED : 0))
    throw new Problem('unavailable', { retryAfter: Math.ceil(PATIENCE_MS / 1000) })
  inside++
  try {
    return await work()
  } finally {
    inside--
  }
}

const argon2id = (password: string, nonce: Buffer) =>
  fewAtOnce(async () => {
    const begun = performance.now()
    const tag = await derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      memory: MEMORY_KIB,
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
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(nonce)}$${encode(tag)}`
}

/** Of a password that nobody has: an unknown account must cost the same time as a known one. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(Buffer.alloc(16, 1))}$${encode(Buffer.alloc(TAG_BYTES, 1))}`

/** Whether `password` belongs to `hash`; without a hash it takes as long and says no. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [nonce, tag] = (hash ?? NOBODY).split('$').slice(-2)
  if (!nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await argon2id(password, Buffer.from(nonce, 'base64'))
  return timingSafeEqual(expected, actual) && hash !== null
}
