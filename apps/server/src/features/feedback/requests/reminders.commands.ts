import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { countOutside } from '../../guests/mail-limit.ts'
import { notify } from '../../messages/notify.ts'
import { getRequest, remindableFrom } from './requests.queries.ts'

/**
 * Reminds those who have not answered, each at most once a day, and at the earliest a day after the request left. On a confidential request the result does not depend on who has answered, so
 * that it reveals nothing.
 * @returns how many people
 * @throws not_found; nothing_pending; reminded_recently; slow_down when the daily limit of mails to external people is reached
 */
export async function remindRequest(platform: Platform, viewer: Viewer, id: string): Promise<number> {
  const now = platform.clock()
  const request = await getRequest(platform.db, platform, viewer, id)
  if (!request.can.remind) throw new Problem(request.can_remind_from === null ? 'nothing_pending' : 'reminded_recently')
  const due = await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const reminded = await rows(
      tx,
      { ...remindedRow, alone: t.bool, pending: t.bool },
      sql`update recipients p set reminded_at = ${now}, reminders = p.reminders + 1
        from (select p.id, exists (select from feedbacks f
              where f.company_id = p.company_id and f.recipient_id = p.id and f.status = 'pending') as pending
          from recipients p
          where p.company_id = ${viewer.companyId} and p.request_id = ${id}
            and ${remindableFrom(now)} <= ${now}::timestamptz
          for update) as due
        where p.company_id = ${viewer.companyId} and p.id = due.id and (due.pending or ${request.confidential})
        returning p.company_id, p.id, p.user_id, p.guest_id, due.pending, p.later_at is not null as alone`,
    )
    // On a confidential request every marked person counts: the remaining limit would reveal who has answered.
    await countOutside(tx, viewer, reminded.filter(({ guest_id }) => guest_id !== null).length, now)
    await queueReminders(
      tx,
      reminded.filter(({ pending }) => pending),
      now,
      () => now,
    )
    return reminded
  })
  platform.wake(now)
  if (due.length === 0) throw new Problem('reminded_recently')
  return due.length
}

/** A group to remind of. */
export const remindedRow = { company_id: t.uuid, id: t.uuid, user_id: nullable(t.uuid), guest_id: nullable(t.uuid) }
export type Reminded = RowOf<typeof remindedRow>

/**
 * Reminds of these groups. A guest gets one mail per group, because each has its own link; an employee gets one mail for all groups that
 * are due together. The mail's content is read when it is sent: what was reminded of since its row was queued and is still pending.
 */
export async function queueReminders<Group extends Reminded & { readonly alone?: boolean }>(
  db: Queryable,
  groups: readonly Group[],
  now: Date,
  sendAfter: (group: Group) => Date,
): Promise<void> {
  const messages = groups.map((group) => ({
    company_id: group.company_id,
    kind: 'reminder' as const,
    user_id: group.user_id,
    guest_id: group.guest_id,
    recipient_id: group.guest_id || group.alone ? group.id : null,
    bundle_key: group.user_id && !group.alone ? `reminder:${group.user_id}` : null,
    send_after: sendAfter(group),
  }))
  await notify(db, now, { messages })
}
