import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { type Queryable, rows, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Device } from '../../platform/devices.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'

/** Lockout: failures that lock the account for a minute, for the same network or browser … */
const FAILURES_BEFORE_LOCK = 10
/** … and, in total, for all networks from which the account never logged in … */
const FAILURES_ELSEWHERE = 100
/** … each further failure doubles the time, up to this. */
const MAX_LOCK_MINUTES = 15
/** Retention of failures … */
const FAILURE_MEMORY_HOURS = 24
/** … and of the networks from which an account logged in, since the last login. */
const NETWORK_MEMORY_DAYS = 90

/** The origin of a login. */
export interface Origin {
  readonly ip: string
  /** The browser, when this person logged in there before. */
  readonly device: Device | null
}

/** A counted attempt, with the rows that count it. */
export interface Attempt {
  /** Whether the account was locked already, for callers like this one. */
  readonly refused: boolean
  readonly account: Buffer
  readonly source: Buffer
  /** Whether it comes from a network without an earlier login; these are also counted together. */
  readonly elsewhere: boolean
  readonly known: boolean
}

/** The counter of an account's own password, asked for within a session. */
export const ownPasswordAccount = (userId: string) => `own-password:${userId}`

const ELSEWHERE = 'elsewhere'
const sourceHash = (platform: Platform, source: string) => platform.vault.fingerprint(`sign-in:${source}`)

/**
 * Counts an attempt before the password is checked, so that concurrent attempts cannot bypass the lockout; the right password resets the
 * counters. Known and unknown addresses take the same number of statements (decision 0014).
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
  /** False: the row is not changed, in the same time (constant-time). */
  readonly counts: boolean
}

async function count(platform: Platform, { account, source, limit, counts }: Count) {
  const now = platform.clock()
  const locked = sql`coalesce(la.locked_until > ${now}::timestamptz, false)`
  const unchanged = sql`(${locked} or not ${counts}::boolean)`
  const forgotten = sql`la.failed_at < ${now}::timestamptz - interval '${sql.raw(String(FAILURE_MEMORY_HOURS))} hours'`
  const [row] = await rows(
    platform.db,
    { refused: t.bool, known: t.bool },
    sql`insert into login_attempts as la (account_hash, source_hash, failures, failed_at)
      values (${account}, ${source}, ${counts ? 1 : 0}, ${now})
      on conflict (account_hash, source_hash) do update set
        refused = ${locked}, failures = case when ${unchanged} then la.failures when ${forgotten} then 1 else la.failures + 1 end,
        failed_at = case when ${unchanged} then la.failed_at else excluded.failed_at end, locked_until = case
          when ${unchanged} then la.locked_until
          when ${forgotten} then null
          when la.failures + 1 >= ${limit}::int then ${now}::timestamptz
            + least(power(2, least(la.failures + 1 - ${limit}::int, 10)), ${MAX_LOCK_MINUTES}) * interval '1 minute'
          end
      returning refused,
        coalesce(succeeded_at > ${now}::timestamptz - interval '${sql.raw(String(NETWORK_MEMORY_DAYS))} days', false) as known`,
  )
  return { refused: row?.refused ?? false, known: row?.known ?? false }
}

/** After the right password: resets the counters and stores the network as known. */
export async function forgetAttempt(platform: Platform, tx: Queryable, attempt: Attempt): Promise<void> {
  await tx.execute(sql`update login_attempts
    set failures = 0, locked_until = null, succeeded_at = ${attempt.known ? null : platform.clock()}
    where account_hash = ${attempt.account} and source_hash = ${attempt.source}`)
  if (attempt.elsewhere)
    await tx.execute(
      sql`delete from login_attempts where account_hash = ${attempt.account} and source_hash = ${sourceHash(platform, ELSEWHERE)}`,
    )
}

/** After a new password: failures for the old one no longer matter. */
export const forgetAttempts = (tx: Queryable, email: string) =>
  tx.execute(sql`update login_attempts set failures = 0, locked_until = null where account_hash = ${hashToken(email)}`)

/** Expired counters; `login_failures` are the previous release's. */
export async function forgetOldAttempts(db: Queryable, now: Date): Promise<void> {
  const failedBefore = new Date(now.getTime() - FAILURE_MEMORY_HOURS * HOUR_MS)
  const succeededBefore = new Date(now.getTime() - NETWORK_MEMORY_DAYS * DAY_MS)
  await db.execute(
    sql`delete from login_attempts where failed_at < ${failedBefore} and (succeeded_at is null or succeeded_at < ${succeededBefore})`,
  )
  await db.execute(sql`delete from login_failures where failed_at < ${failedBefore}`)
}
