import { sql } from 'drizzle-orm'
import type { Platform } from '../../platform/index.ts'
import { forgetEndedBuckets } from '../../platform/rate-limit.ts'
import { IDLE_DAYS, MAX_DAYS } from '../../platform/session.ts'
import { forgetOldAttempts } from './attempts.commands.ts'

const DAY_MS = 86_400_000

/** Removes what has ended by itself: sessions, reset links, and the counters of `forgetCounters`. */
export async function forgetEnded(platform: Platform): Promise<void> {
  const now = platform.clock()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await platform.db.execute(sql`delete from sessions where used_at < ${before(IDLE_DAYS)} or created_at < ${before(MAX_DAYS)}`)
  await platform.db.execute(sql`delete from password_resets where expires_at < ${before(30)}`)
  await forgetCounters(platform)
}

/** Removes counters of logins and of rates that ended. Each hour, because anybody can add one by calling from a further network. */
export async function forgetCounters(platform: Platform): Promise<void> {
  const now = platform.clock()
  await forgetOldAttempts(platform.db, now)
  await forgetEndedBuckets(platform.db, now)
}
