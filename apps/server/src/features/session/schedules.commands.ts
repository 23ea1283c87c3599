import { sql } from 'drizzle-orm'
import type { Platform } from '../../platform/index.ts'
import { forgetEndedBuckets } from '../../platform/rate-limit.ts'
import { IDLE_DAYS, MAX_DAYS } from '../../platform/session.ts'

const DAY_MS = 86_400_000

/** Removes what has ended by itself: sessions, reset links, counters of failed logins and of rates. */
export async function forgetEnded(platform: Platform): Promise<void> {
  const now = platform.clock()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await platform.db.execute(sql`delete from sessions where used_at < ${before(IDLE_DAYS)} or created_at < ${before(MAX_DAYS)}`)
  await platform.db.execute(sql`delete from password_resets where expires_at < ${before(30)}`)
  await platform.db.execute(sql`delete from login_failures where failed_at < ${before(1)}`)
  await forgetEndedBuckets(platform.db, now)
}
