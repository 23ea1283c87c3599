import type { FeedbackStatus } from '@reflet/contract/answers'
import { toLocale } from '@reflet/contract/common'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import { nullable, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { skillName, skillTextRow } from '../catalogue/catalogue.queries.ts'
import type { MessageView } from './mails/render.ts'
import { type Addressee, byChoice, guestPage, type Message, type MessageContent, toEmployee } from './message.ts'

const pendingRow = {
  ...skillTextRow,
  threshold: nullable(t.int),
  id: t.uuid,
  status: t.oneOf<FeedbackStatus>(),
  requester: t.text,
  confidential: t.bool,
  due_at: nullable(t.time),
}

/** The request for the pending feedbacks of one group, or a reminder of it. */
export async function requestMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const pending = await rows(
    platform.db,
    pendingRow,
    sql`select f.id, f.status, concat_ws(' ', u.first_name, u.last_name) as requester, r.confidential,
      r.threshold, r.due_at, k.catalogue_key, k.names
      from feedbacks f
      join requests r on r.company_id = f.company_id and r.id = f.request_id
      join users u on u.company_id = r.company_id and u.id = r.requester_id
      join skills k on k.company_id = f.company_id and k.id = f.skill_id
      where f.company_id = ${message.company_id} and f.recipient_id = ${message.recipient_id} and f.status = 'pending'
        and r.expires_at > ${platform.clock()}
      order by f.id`,
  )
  const [first] = pending
  if (!first || !message.recipient_id) return null
  const locale = toLocale(addressee.locale)
  const guest = message.guest_id !== null
  const { unsubscribeUrl, oneClick, ...links } = guest
    ? guestPage(platform, message, guestAnswerPage, first.id)
    : { ...byChoice(platform), link: `${platform.publicUrl()}/answer?group=${message.recipient_id}` }
  const common = {
    locale,
    first_name: addressee.first_name,
    requester: first.requester,
    skills: pending.map((row) => skillName(row, locale)),
    confidential: first.confidential,
    // A request that is under way keeps the threshold that its readers were promised.
    threshold: first.threshold ?? addressee.threshold,
    // A past due date is not shown.
    due_at: first.due_at && new Date(first.due_at) > platform.clock() ? new Date(first.due_at) : null,
    ...(addressee.time_zone && { time_zone: addressee.time_zone }),
    ...links,
  }
  const view: MessageView =
    message.kind === 'reminder'
      ? { kind: 'reminder', guest, company: addressee.company, ...common }
      : guest
        ? { kind: 'guest_request', company: addressee.company, ...common }
        : { kind: 'request', ...common }
  return { to: addressee.email, view, unsubscribeUrl, oneClick, feedbackId: first.id }
}

const waitingRow = { ...skillTextRow, recipient_id: t.uuid, requester: t.text }

/**
 * Reminds an employee, in one mail, of every group that was reminded of since this message was queued, is still pending and is not
 * postponed. A guest's
 * message has its group.
 */
export async function reminderMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  if (message.recipient_id) return requestMessage(platform, message, addressee)
  const waiting = await rows(
    platform.db,
    waitingRow,
    sql`select p.id as recipient_id, concat_ws(' ', u.first_name, u.last_name) as requester, k.catalogue_key, k.names
      from outbox o
      join recipients p on p.company_id = o.company_id and p.user_id = o.user_id and p.later_at is null
        and (p.reminded_at >= o.created_at or p.later_reminded_at >= o.created_at)
      join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id and f.giver_id = o.user_id
        and f.status = 'pending'
      join requests r on r.company_id = p.company_id and r.id = p.request_id and r.expires_at > ${platform.clock()}
      join users u on u.company_id = r.company_id and u.id = r.requester_id
      join skills k on k.company_id = f.company_id and k.id = f.skill_id
      where o.company_id = ${message.company_id} and o.id = ${message.id}
      order by p.id, f.id`,
  )
  const groups = Map.groupBy(waiting, ({ recipient_id }) => recipient_id)
  const [first] = groups.keys()
  if (first === undefined) return null
  if (groups.size === 1) return requestMessage(platform, { ...message, recipient_id: first }, addressee)
  const { head, common } = toEmployee(platform, addressee, '/answer')
  return {
    ...head,
    view: {
      kind: 'reminders',
      ...common,
      groups: [...groups.values()].map((rows) => ({
        requester: rows[0]?.requester ?? '',
        skills: rows.map((row) => skillName(row, common.locale)),
      })),
    },
  }
}
