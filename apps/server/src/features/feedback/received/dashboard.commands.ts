import { sql } from 'drizzle-orm'
import { rows } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'

/** Opening the dashboard reads everything readable: marks it and says which named answers were new. */
export async function openDashboard(platform: Platform, viewer: Viewer) {
  const now = platform.clock()
  const opened = await rows<{ id: string; confidential: boolean }>(
    platform.db,
    sql`with news as (
        update newsfeed set read_at = ${now} where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and read_at is null
          and kind in ('answer_received', 'event_guest_answered', 'confidential_ready')
      )
      update feedbacks set read_at = ${now}
      where company_id = ${viewer.companyId} and receiver_id = ${viewer.userId} and released_at is not null and read_at is null
      returning id, confidential`,
  )
  // The id of a confidential answer would follow it through time.
  return { access: true as const, new_feedback_ids: opened.filter((row) => !row.confidential).map((row) => row.id) }
}
