import { toLocale } from '@reflet/contract/common'
import { guestReceiptPage } from '@reflet/contract/guest-pages'
import { type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { type Addressee, guestPage, type Message, type MessageContent, toEmployee } from './message.ts'

const ratedRow = { id: t.uuid, receiver: t.text, has_words: t.bool }

/** The answer of a group that its receiver rated last, and whether they wrote a text to its giver. */
async function ratedIn(platform: Platform, message: Message): Promise<RowOf<typeof ratedRow> | undefined> {
  const [row] = await rows(
    platform.db,
    ratedRow,
    sql`select f.id, concat_ws(' ', u.first_name, u.last_name) as receiver,
        bool_or(f.sealed_thanks is not null or f.sealed_will_try is not null) over () as has_words
      from feedbacks f
      join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
      join users u on u.company_id = f.company_id and u.id = f.receiver_id
      where f.company_id = ${message.company_id} and f.recipient_id = ${message.recipient_id} and f.status = 'answered'
        and f.stars is not null and f.rated_at >= ${message.created_at}::timestamptz
        and (f.giver_id = ${message.user_id}::uuid or p.guest_id = ${message.guest_id}::uuid)
      order by f.rated_at desc limit 1`,
  )
  return row
}

/** Notifies a giver that the receiver has thanked them; the text is shown in the app, for a guest by their link. */
export async function thanksMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const rated = await ratedIn(platform, message)
  if (!rated || !message.recipient_id) return null
  const { id, ...about } = rated
  if (message.guest_id === null) {
    const { head, common } = toEmployee(platform, addressee, `/answer-confirmation/${message.recipient_id}`)
    return { ...head, feedbackId: id, view: { kind: 'thanks', ...common, ...about } }
  }
  const { email: to, first_name, company } = addressee
  const { unsubscribeUrl, oneClick, ...links } = guestPage(platform, message, guestReceiptPage, id)
  const view = { kind: 'guest_thanks' as const, locale: toLocale(addressee.locale), first_name, company, ...about, ...links }
  return { to, unsubscribeUrl, oneClick, view }
}

/** Asks a guest's address about the answers of a group that came by a copied link since the message was queued; null once they are confirmed or deleted. */
export async function receiptMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [unverified] = await rows(
    platform.db,
    { id: t.uuid, receiver: t.text },
    sql`select f.id, concat_ws(' ', u.first_name, u.last_name) as receiver
      from feedbacks f join users u on u.company_id = f.company_id and u.id = f.receiver_id
      where f.company_id = ${message.company_id} and f.recipient_id = ${message.recipient_id}
        and f.status = 'answered' and f.unverified and f.answered_at >= ${message.created_at}::timestamptz
      order by f.id limit 1`,
  )
  if (!unverified) return null
  const { email: to, first_name, company } = addressee
  const { unsubscribeUrl, oneClick, ...links } = guestPage(platform, message, guestReceiptPage, unverified.id)
  const view = {
    kind: 'guest_receipt' as const,
    locale: toLocale(addressee.locale),
    first_name,
    company,
    ...links,
    receiver: unverified.receiver,
  }
  return { to, unsubscribeUrl, oneClick, view }
}

/** Notifies a manager of shared answers: those since the message was queued, unless they were withdrawn. */
export async function sharedMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [shared] = await rows(
    platform.db,
    { owner: t.text, count: t.int },
    sql`select concat_ws(' ', u.first_name, u.last_name) as owner, count(*)::int as count
      from feedbacks f
      join users u on u.company_id = f.company_id and u.id = f.receiver_id and u.manager_id = ${message.user_id}
      join shared_answers sa on sa.company_id = u.company_id and sa.owner_id = u.id and sa.manager_id = u.manager_id
        and sa.created_at >= ${message.created_at}::timestamptz
      where f.company_id = ${message.company_id} and f.id = ${message.feedback_id}
      group by u.id, u.first_name, u.last_name`,
  )
  if (!shared) return null
  const { head, common } = toEmployee(platform, addressee, '/shared-with-me')
  return { ...head, view: { kind: 'shared', ...common, ...shared } }
}

/** Notifies the owner of a shared answer of their manager's thanks or note; null when the answer was taken back since. */
export async function notedMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [noted] = await rows(
    platform.db,
    { manager: t.text, has_words: t.bool },
    sql`select concat_ws(' ', u.first_name, u.last_name) as manager, mn.sealed_note is not null as has_words
      from manager_notes mn
      join users u on u.company_id = mn.company_id and u.id = mn.manager_id
      where mn.company_id = ${message.company_id} and mn.feedback_id = ${message.feedback_id}
        and mn.owner_id = ${message.user_id} and mn.noted_at >= ${message.created_at}::timestamptz
      order by mn.noted_at desc limit 1`,
  )
  if (!noted || !message.feedback_id) return null
  const { head, common } = toEmployee(platform, addressee, `/share-answer?answer=${message.feedback_id}`)
  return { ...head, feedbackId: message.feedback_id, view: { kind: 'noted', ...common, ...noted } }
}
