import { sql } from 'drizzle-orm'
import { rows } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { isUnread, unreadNewsOf } from '../../messages/unread.ts'

/** Opening the dashboard marks everything readable as read and returns which named answers were new. */
export async function openDashboard(platform: Platform, viewer: Viewer) {
  const now = platform.clock()
  const opened = await rows<{ id: string; confidential: boolean }>(
    platform.db,
    sql`with news as (
        update newsfeed n set read_at = ${now} where ${unreadNewsOf(viewer)}
          and n.kind in ('answer_received', 'event_guest_answered', 'confidential_ready')
      )
      update feedbacks f set read_at = ${now}
      where f.company_id = ${viewer.companyId} and f.receiver_id = ${viewer.userId} and ${isUnread}
      returning f.id, f.confidential`,
  )
  // Privacy: a stable id would let the reader track a confidential answer over time.
  return { access: true as const, new_feedback_ids: opened.filter((row) => !row.confidential).map((row) => row.id) }
}
