import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Device } from '../../platform/devices.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'

/** So many wrong passwords lock the account for a minute, for the network or browser that they came from … */
const FAILURES_BEFORE_LOCK = 10
/** … and so many, all together, for all networks that the account never signed in from … */
const FAILURES_ELSEWHERE = 100
/** … each further one doubles that, up to a quarter of an hour. */
const MAX_LOCK_MINUTES = 15
/** Failures older than this are forgotten … */
const FAILURE_MEMORY_HOURS = 24
/** … and networks from which an account signed in, after this long without another login. */
const NETWORK_MEMORY_DAYS = 90

/** Where a login comes from. */
export interface Origin {
  readonly ip: string
  /** The browser, when this person signed in there before. */
  readonly device: Device | null
}

/** An attempt that was counted, by the rows that count it. */
export interface Attempt {
  /** Whether the account was locked already, for callers like this one. */
  readonly refused: boolean
  readonly account: Buffer
  readonly source: Buffer
  /** Whether it comes from a network that has to earn trust first; counted together with all such networks. */
  readonly elsewhere: boolean
  readonly known: boolean
}

const ELSEWHERE = 'elsewhere'
const sourceHash = (platform: Platform, source: string) => platform.vault.fingerprint(`sign-in:${source}`)

/**
 * Counts an attempt before the password is looked at, so that many at once cannot slip past the lock; the right password
 * forgets the count. Known and unknown addresses are counted alike, by the same number of statements (decision 0014).
 */
export async function countAttempt(platform: Platform, email: string, { ip, device }: Origin): Promise<Attempt> {
  const account = hashToken(email)
  const source = sourceHash(platform, device ? `device:${device.id}` : `network:${networkOf(ip)}`)
  const own = await count(platform, { account, source, limit: FAILURES_BEFORE_LOCK, counts: true })
  const elsewhere = !device && !own.known
  const all = await count(platform, {
    account,
    source: sourceHash(platform, ELSEWHERE),
    limit: FAILURES_ELSEWHERE,
    counts: elsewhere && !own.refused,
  })
  return { refused: own.refused || (elsewhere && all.refused), account, source, elsewhere, known: device !== null }
}

interface Count {
  readonly account: Buffer
  readonly source: Buffer
  readonly limit: number
  /** False: the row stays as it is, in the same time. */
  readonly counts: boolean
}

async function count(platform: Platform, { account, source, limit, counts }: Count) {
  const now = platform.clock()
  const locked = sql`coalesce(l.locked_until > ${now}::timestamptz, false)`
  const unchanged = sql`(${locked} or not ${counts}::boolean)`
  const forgotten = sql`l.failed_at < ${now}::timestamptz - interval '${sql.raw(String(FAILURE_MEMORY_HOURS))} hours'`
  const [row] = await rows<{ refused: boolean; known: boolean }>(
    platform.db,
    sql`insert into login_attempts as l (account_hash, source_hash, failures, failed_at) values (${account}, ${source}, ${counts ? 1 : 0}, ${now})
      on conflict (account_hash, source_hash) do update set
        refused = ${locked},
        failures = case when ${unchanged} then l.failures when ${forgotten} then 1 else l.failures + 1 end,
        failed_at = case when ${unchanged} then l.failed_at else excluded.failed_at end,
        locked_until = case
          when ${unchanged} then l.locked_until
          when ${forgotten} then null
          when l.failures + 1 >= ${limit}::int then ${now}::timestamptz
            + least(power(2, least(l.failures + 1 - ${limit}::int, 10)), ${MAX_LOCK_MINUTES}) * interval '1 minute'
          end
      returning refused,
        coalesce(succeeded_at > ${now}::timestamptz - interval '${sql.raw(String(NETWORK_MEMORY_DAYS))} days', false) as known`,
  )
  return { refused: row?.refused ?? false, known: row?.known ?? false }
}

/** The right password: its counts begin anew, and its network is known to the account. */
export async function forgetAttempt(platform: Platform, tx: Queryable, attempt: Attempt): Promise<void> {
  await tx.execute(
    sql`update login_attempts set failures = 0, locked_until = null, succeeded_at = ${attempt.known ? null : platform.clock()}
      where account_hash = ${attempt.account} and source_hash = ${attempt.source}`,
  )
  if (attempt.elsewhere)
    await tx.execute(
      sql`delete from login_attempts where account_hash = ${attempt.account} and source_hash = ${sourceHash(platform, ELSEWHERE)}`,
    )
}

/** A new password: what was guessed of the old one no longer matters. */
export const forgetAttempts = (tx: Queryable, email: string) =>
  tx.execute(sql`update login_attempts set failures = 0, locked_until = null where account_hash = ${hashToken(email)}`)

/** Counters that ended by themselves; `login_failures` are the previous release's. */
export async function forgetOldAttempts(db: Queryable, now: Date): Promise<void> {
  const failedBefore = new Date(now.getTime() - FAILURE_MEMORY_HOURS * 3_600_000)
  const succeededBefore = new Date(now.getTime() - NETWORK_MEMORY_DAYS * 86_400_000)
  await db.execute(
    sql`delete from login_attempts where failed_at < ${failedBefore} and (succeeded_at is null or succeeded_at < ${succeededBefore})`,
  )
  await db.execute(sql`delete from login_failures where failed_at < ${failedBefore}`)
}
