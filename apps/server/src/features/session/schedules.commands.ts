import { DAY_MS } from '@reflet/contract/durations'
import { sql } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { forgetEndedBuckets } from '../../platform/rate-limit.ts'
import { MAX_DAYS } from '../../platform/session.ts'
import { forgetOldAttempts } from './attempts.commands.ts'

/** Deletes what has expired: sessions, reset links, and the counters of `forgetCounters`. */
export async function forgetEnded(platform: Platform): Promise<void> {
  const now = platform.clock()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await platform.db.execute(sql`delete from sessions s using companies c where c.company_id = s.company_id
    and (s.used_at < ${now}::timestamptz - c.session_days * interval '1 day' or s.created_at < ${before(MAX_DAYS)})`)
  await platform.db.execute(sql`delete from password_resets where expires_at < ${before(30)}`)
  await forgetCounters(platform)
}

/**
 * Deletes expired counters of logins and of rate limits, and what was begun and not ended. Hourly, because anyone can add one by calling from
 * another network.
 */
export async function forgetCounters(platform: Platform): Promise<void> {
  const now = platform.clock()
  await forgetOldAttempts(platform.db, now)
  await forgetEndedBuckets(platform.db, now)
  for (const table of ['saml_assertions', 'sign_in_requests', 'sign_in_codes', 'login_challenges', 'passkey_challenges'])
    await platform.db.execute(sql`delete from ${sql.identifier(table)} where expires_at < ${now}`)
}
