import type { NamedAnswer } from '@reflet/contract/received-answers'
import { nullable, type Queryable, rows, sql, t } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { isReceived } from '../feedback/feedback.policy.ts'
import { getAnswer } from '../feedback/received-answers/received-answers.queries.ts'
import { bundledUntil } from '../messages/bundle.ts'
import { messageFrom, newsFrom } from '../messages/notify.ts'

interface Manager {
  readonly id: string
  /** Since less than a day. */
  readonly isNew: boolean
}

/**
 * The current manager, locked so that they stay manager and active until the transaction ends; null without an active one. Lock order: the
 * manager first, as in `lockViewer`. Both locks are shared, so that two people who manage each other do not wait for one another.
 */
async function lockManager(tx: Queryable, { companyId, userId }: Viewer): Promise<Manager | null> {
  const me = sql`company_id = ${companyId} and id = ${userId}`
  await tx.execute(sql`select from users where company_id = ${companyId} and id = (select manager_id from users where ${me}) for share`)
  // A trigger stores the time of a change by the clock of the database.
  const [row] = await rows(
    tx,
    { manager_id: nullable(t.uuid), is_new: t.bool },
    sql`select manager_id, coalesce(manager_changed_at > now() - interval '24 hours', false) as is_new from users where ${me} for share`,
  )
  const [active] = await rows(
    tx,
    {},
    sql`select from users where company_id = ${companyId} and id = ${row?.manager_id ?? null}::uuid and deactivated_at is null for share`,
  )
  return active && row?.manager_id ? { id: row.manager_id, isNew: row.is_new } : null
}

/**
 * Shares one named answer with the viewer's current manager, and notifies them. Idempotent. A confidential answer has no id that its
 * receiver could use.
 * @param meant the manager whom the viewer saw named. Earlier apps name none: for a day after a change it is not known whom they showed
 * @throws not_found; manager_unset; manager_changed when another person is the manager
 */
export async function shareAnswer(platform: Platform, viewer: Viewer, id: string, meant: string | undefined): Promise<NamedAnswer> {
  const now = platform.clock()
  const sendAfter = bundledUntil(now)
  const shared = await platform.db.transaction(async (tx) => {
    await getAnswer(tx, viewer, id)
    const manager = await lockManager(tx, viewer)
    if (!manager) throw new Problem('manager_unset')
    if (meant === undefined ? manager.isNew : meant.toLowerCase() !== manager.id) throw new Problem('manager_changed')
    const about = {
      company_id: sql`shared.company_id`,
      user_id: sql`shared.manager_id`,
      feedback_id: sql`shared.feedback_id`,
      created_at: sql`${now}::timestamptz`,
    }
    // Race: an answer that its giver withdraws meanwhile is not shared.
    await tx.execute(sql`with shared as (
        insert into shared_answers (company_id, feedback_id, id, owner_id, manager_id, created_at)
        select f.company_id, f.id, ${newId(now)}, f.receiver_id, ${manager.id}, ${now}
        from feedbacks f
        where f.id = ${id} and ${isReceived(viewer)}
        for share
        on conflict (company_id, feedback_id) do nothing
        returning company_id, feedback_id, owner_id, manager_id
      ), news as (
        ${newsFrom(sql`shared`, {
          ...about,
          id: sql`${newId(now)}::uuid`,
          kind: 'answer_shared',
          actor_id: sql`shared.owner_id`,
        })}
      )
      ${messageFrom(sql`shared`, {
        ...about,
        id: sql`${newId(now)}::uuid`,
        kind: 'shared',
        bundle_key: sql`'shared:' || shared.owner_id || ':' || shared.manager_id`,
        send_after: sql`${sendAfter}::timestamptz`,
      })}`)
    return getAnswer(tx, viewer, id)
  })
  platform.wake(sendAfter)
  return shared
}

/**
 * Revokes the share; its manager finds no trace of it. Idempotent.
 * @throws not_found
 */
export async function withdrawAnswer(platform: Platform, viewer: Viewer, id: string): Promise<NamedAnswer> {
  return platform.db.transaction(async (tx) => {
    await lockManager(tx, viewer)
    await tx.execute(sql`with withdrawn as (
        delete from shared_answers
        where company_id = ${viewer.companyId} and feedback_id = ${id} and owner_id = ${viewer.userId}
        returning company_id, feedback_id, manager_id
      )
      delete from newsfeed n using withdrawn
      where n.company_id = withdrawn.company_id and n.feedback_id = withdrawn.feedback_id
        and n.user_id = withdrawn.manager_id and n.kind = 'answer_shared'`)
    return getAnswer(tx, viewer, id)
  })
}
