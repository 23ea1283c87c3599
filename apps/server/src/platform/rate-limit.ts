import { MINUTE_MS } from '@reflet/contract/durations'
import type { RateLimit } from '@reflet/contract/endpoint'
import { type Params, type Queryable, query, type RowOf, type Sql, sql, t, type Value } from '../db/index.ts'
import { slowDown } from './errors.ts'
import type { Platform } from './index.ts'
import { networkOf } from './network.ts'

/**
 * Limits per minute. Public calls are counted by the caller's network first, in one row however many tokens are tried; an existing link
 * also has its own counter (`links.ts`), because everyone at an event opens the same one. Calls of employees are counted by person. A login from a browser
 * with earlier logins is counted by that browser: others on the same network cannot use up its limit.
 */
const PER_MINUTE: Record<RateLimit, { network?: number; link?: number; person?: number; device?: number }> = {
  login: { network: 100, device: 20 },
  reset: { network: 60 },
  guest: { network: 600, link: 20 },
  event: { network: 600, link: 300 },
  search: { person: 120 },
  upload: { person: 20 },
  mail: { person: 10 },
  badge: { network: 120 },
  reauthenticate: { person: 10 },
  // A whole office behind one address arrives at nine: each sign-in is two calls here.
  sign_on: { network: 600 },
  document: { network: 120 },
}
const WINDOW_MS = MINUTE_MS

const hitRow = { hits: t.int, resets_at: t.time }
export type Hit = RowOf<typeof hitRow>
export type HitValues = { bucket: Buffer; now: Date; resets_at: Date }

/** Counts in the bucket of a selected row (bucket, 1, end of the window), as part of a statement. */
export const countHit = (now: Value, row: Sql) => sql`insert into rate_limits (bucket, hits, resets_at) ${row}
    on conflict (bucket) do update set
      hits = case when rate_limits.resets_at <= ${now}::timestamptz then 1
        else rate_limits.hits + 1 end, resets_at = case when rate_limits.resets_at <= ${now}::timestamptz then excluded.resets_at
        else rate_limits.resets_at end
    returning hits, resets_at`

const hit = query('rate_limit_hit', hitRow, (v: Params<HitValues>) =>
  countHit(v.now, sql`values (${v.bucket}::bytea, 1, ${v.resets_at}::timestamptz)`),
)

/** The caller: by address; a logged-in person; or a browser with earlier logins, by its id. */
export type Caller = { readonly ip: string } | { readonly userId: string } | { readonly device: string }

/**
 * Counts a call, in the database, so that the limit holds across processes.
 * @throws slow_down with the seconds until the window ends
 */
export async function countCall(platform: Platform, kind: RateLimit, caller: Caller): Promise<void> {
  const limits = PER_MINUTE[kind]
  const [by, limit] =
    'userId' in caller
      ? [caller.userId, limits.person]
      : 'device' in caller
        ? [caller.device, limits.device]
        : [networkOf(caller.ip), limits.network]
  const values = hitValues(platform, kind, by)
  const [row] = await hit(platform.db, values)
  if (row) checkHit(row, limit, values.now)
}

/** The counters of a link's call: the network's and the link's own. */
export function linkCounters(platform: Platform, kind: RateLimit, { ip, token_hash }: { ip: string; token_hash: Buffer }) {
  const { network = 0, link = 0 } = PER_MINUTE[kind]
  const values = hitValues(platform, kind, networkOf(ip))
  return { network, link, values: { ...values, link_bucket: bucketOf(platform, kind, token_hash.toString('hex')), network_limit: network } }
}

const bucketOf = ({ vault }: Platform, kind: RateLimit, by: string) => vault.fingerprint(`${kind}:${by}`)

function hitValues(platform: Platform, kind: RateLimit, by: string): HitValues {
  const now = platform.clock()
  return { bucket: bucketOf(platform, kind, by), now, resets_at: new Date(now.getTime() + WINDOW_MS) }
}

/** @throws slow_down with the seconds until the window ends */
export function checkHit({ hits, resets_at }: Hit, limit: number | undefined, now: Date): void {
  if (hits > (limit ?? 0)) throw slowDown(new Date(resets_at), now)
}

/** Whether this is the first event since its last window ended, and so opens a new one; rolled back with the caller's transaction. */
export async function isFirstHit(db: Queryable, bucket: Buffer, now: Date, windowMs: number): Promise<boolean> {
  const [row] = await hit(db, { bucket, now, resets_at: new Date(now.getTime() + windowMs) })
  return row?.hits === 1
}

/** Counts an event of this minute; whether there were more than `limit`. */
export async function isAbove(db: Queryable, bucket: Buffer, now: Date, limit: number): Promise<boolean> {
  const [row] = await hit(db, { bucket, now, resets_at: new Date(now.getTime() + WINDOW_MS) })
  return (row?.hits ?? 0) > limit
}

/** Deletes expired buckets; called by the cleanup job. */
export const forgetEndedBuckets = (db: Queryable, now: Date) => db.execute(sql`delete from rate_limits where resets_at < ${now}`)
