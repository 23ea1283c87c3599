import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { RateLimit } from '@reflet/contract/endpoint'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Queryable, statement } from '../db/index.ts'
import { hashToken } from './crypto.ts'
import type { Platform } from './index.ts'

/** Calls a minute. A link is counted by its token (everybody at an event opens the same one), what only a session may do by the session, the others by the caller's address. */
const PER_MINUTE: Record<RateLimit, number> = { login: 100, reset: 20, guest: 20, event: 300, search: 120, upload: 20, mail: 10 }
const WINDOW_MS = 60_000

const hit = statement<{ hits: number; resets_at: string }, { bucket: Buffer; now: Date; resets_at: Date }>(
  'rate_limit_hit',
  sql`insert into rate_limits (bucket, hits, resets_at)
    values (${sql.placeholder('bucket')}, 1, ${sql.placeholder('resets_at')})
    on conflict (bucket) do update set
      hits = case when rate_limits.resets_at <= ${sql.placeholder('now')}::timestamptz then 1 else rate_limits.hits + 1 end,
      resets_at = case when rate_limits.resets_at <= ${sql.placeholder('now')}::timestamptz then excluded.resets_at else rate_limits.resets_at end
    returning hits, resets_at`,
)

/** Counts in the database, so that the limit holds however many processes serve. */
export function rateLimitStore(platform: Platform): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void) {
      const now = platform.clock()
      const bucket = createHash('sha256').update(key).digest()
      hit(platform.db, { bucket, now, resets_at: new Date(now.getTime() + WINDOW_MS) }).then(
        ([row]) => callback(null, { current: row?.hits ?? 1, ttl: Math.max(1, new Date(row?.resets_at ?? now).getTime() - now.getTime()) }),
        (error) => callback(error as Error),
      )
    }
    child() {
      return this
    }
  }
}

/** The route option for one kind of limit. */
export function limitOf(kind: RateLimit) {
  return {
    max: PER_MINUTE[kind],
    timeWindow: WINDOW_MS,
    keyGenerator: (request: FastifyRequest) => `${kind}:${subject(kind, request)}`,
  }
}

function subject(kind: RateLimit, request: FastifyRequest): string {
  if (kind === 'guest' || kind === 'event') return hashToken((request.params as { token?: string }).token ?? '').toString('hex')
  if (kind === 'search' || kind === 'upload' || kind === 'mail') return request.tokenHash?.toString('hex') ?? request.ip
  return request.ip
}

/** Whether something happens for the first time since its last window ended, and so opens a new one; undone with the caller's transaction. */
export async function isFirstHit(db: Queryable, bucket: Buffer, now: Date, windowMs: number): Promise<boolean> {
  const [row] = await hit(db, { bucket, now, resets_at: new Date(now.getTime() + windowMs) })
  return row?.hits === 1
}

/** Buckets that ended; called by housekeeping. */
export const forgetEndedBuckets = (db: Queryable, now: Date) => db.execute(sql`delete from rate_limits where resets_at < ${now}`)
