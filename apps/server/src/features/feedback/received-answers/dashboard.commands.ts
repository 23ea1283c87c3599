import { countOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { isNew, isUnread, unreadNewsOf } from '../../messages/unread.ts'

/** Answers that the viewer received, in the order of their ids: two devices that mark the same rows wait for each other without a deadlock. */
const received = ({ companyId, userId }: Viewer, which: Sql) => sql`f.company_id = ${companyId} and f.id = any(array(
    select f.id from feedbacks f where f.company_id = ${companyId} and f.receiver_id = ${userId} and ${which}
    order by f.id for no key update))`

/** Opening the dashboard marks everything readable as read and returns which named answers were unread. They stay new, and the news of them unread, until they were seen. */
export async function openDashboard(platform: Platform, viewer: Viewer) {
  const now = platform.clock()
  const opened = await rows(
    platform.db,
    { id: t.uuid, confidential: t.bool },
    sql`update feedbacks f set read_at = ${now} where ${received(viewer, isUnread)} returning f.id, f.confidential`,
  )
  // Privacy: a stable id would let the reader track a confidential answer over time.
  return { access: true as const, new_feedback_ids: opened.filter((row) => !row.confidential).map((row) => row.id) }
}

/**
 * Marks named answers and groups of confidential ones as seen, which includes read, with the news about them, and returns how many answers
 * are still new. Idempotent; ids of other people, and of single confidential answers, have no effect.
 */
export async function markSeen(platform: Platform, viewer: Viewer, ids: readonly string[]) {
  const now = platform.clock()
  const given = sql`any(${ids}::uuid[])`
  await platform.db.execute(sql`with seen as (
    update feedbacks f set seen_at = ${now}, read_at = coalesce(f.read_at, ${now}) where ${received(
      viewer,
      sql`${isNew} and case when f.confidential then (f.request_id, f.skill_id) in (
        select cr.request_id, cr.skill_id from confidential_releases cr
        where cr.company_id = ${viewer.companyId} and cr.receiver_id = ${viewer.userId} and cr.id = ${given})
      else f.id = ${given} end`,
    )} returning f.id, f.confidential, f.request_id, f.skill_id)
  update newsfeed n set read_at = ${now} from seen where ${unreadNewsOf(viewer)} and case when seen.confidential
    then n.kind = 'confidential_ready' and n.request_id = seen.request_id and n.skill_id = seen.skill_id
    else n.kind in ('answer_received', 'event_guest_answered', 'feedback_offered') and n.feedback_id = seen.id end`)
  const { companyId, userId } = viewer
  const left = sql`feedbacks f where f.company_id = ${companyId} and f.receiver_id = ${userId} and ${isNew}`
  return { new_answers: await countOf(platform.db, left) }
}
