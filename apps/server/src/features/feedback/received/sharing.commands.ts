import type { NamedAnswer } from '@reflet/contract/feedback'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { mailAt } from '../answers/tell.commands.ts'
import { getAnswer } from './received-answers.queries.ts'

/**
 * The manager of now, who stays it and goes on working here until the transaction ends; null without one who does. The manager
 * comes first, as in `lockViewer`. Both are locked to be shared, so that two who manage each other do not wait for one another.
 */
async function lockManager(tx: Queryable, { companyId, userId }: Viewer): Promise<string | null> {
  const me = sql`company_id = ${companyId} and id = ${userId}`
  await tx.execute(sql`select from users where company_id = ${companyId} and id = (select manager_id from users where ${me}) for share`)
  const [row] = await rows<{ manager_id: string | null }>(tx, sql`select manager_id from users where ${me} for share`)
  const [active] = await rows(
    tx,
    sql`select 1 from users where company_id = ${companyId} and id = ${row?.manager_id ?? null}::uuid and deactivated_at is null for share`,
  )
  return (active && row?.manager_id) ?? null
}

/**
 * Lets the viewer's manager of now read one named answer, and tells them; sharing it again changes nothing. A confidential answer
 * has no id that its receiver could name.
 * @throws not_found; manager_unset
 */
export async function shareAnswer(platform: Platform, viewer: Viewer, id: string): Promise<NamedAnswer> {
  const now = platform.clock()
  const sendAfter = mailAt(now)
  const shared = await platform.db.transaction(async (tx) => {
    await getAnswer(tx, viewer, id)
    const managerId = await lockManager(tx, viewer)
    if (!managerId) throw new Problem('manager_unset')
    // An answer that its giver takes back meanwhile is not shared any more.
    await tx.execute(sql`with shared as (
        insert into shared_answers (company_id, feedback_id, id, owner_id, manager_id, created_at)
        select f.company_id, f.id, ${newId(now)}, f.receiver_id, ${managerId}, ${now} from feedbacks f
        where f.company_id = ${viewer.companyId} and f.id = ${id} and f.receiver_id = ${viewer.userId} and f.status = 'answered' for share
        on conflict (company_id, feedback_id) do nothing
        returning company_id, feedback_id, owner_id, manager_id
      ), news as (
        insert into newsfeed (company_id, id, user_id, kind, actor_id, feedback_id, created_at)
        select s.company_id, ${newId(now)}, s.manager_id, 'answer_shared', s.owner_id, s.feedback_id, ${now} from shared s
      )
      insert into outbox (company_id, id, kind, user_id, feedback_id, bundle_key, send_after, created_at)
      select s.company_id, ${newId(now)}, 'shared', s.manager_id, s.feedback_id, 'shared:' || s.owner_id || ':' || s.manager_id, ${sendAfter}, ${now}
      from shared s
      on conflict (company_id, bundle_key) where bundle_key is not null do nothing`)
    return getAnswer(tx, viewer, id)
  })
  platform.wake(sendAfter)
  return shared
}

/**
 * No longer shares it; its manager finds no trace of it. Withdrawing it again changes nothing.
 * @throws not_found
 */
export async function withdrawAnswer(platform: Platform, viewer: Viewer, id: string): Promise<NamedAnswer> {
  return platform.db.transaction(async (tx) => {
    await lockManager(tx, viewer)
    await tx.execute(sql`with withdrawn as (
        delete from shared_answers where company_id = ${viewer.companyId} and feedback_id = ${id} and owner_id = ${viewer.userId}
        returning company_id, feedback_id, manager_id
      )
      delete from newsfeed n using withdrawn w
      where n.company_id = w.company_id and n.feedback_id = w.feedback_id and n.user_id = w.manager_id and n.kind = 'answer_shared'`)
    return getAnswer(tx, viewer, id)
  })
}
