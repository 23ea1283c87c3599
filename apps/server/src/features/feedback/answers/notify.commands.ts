import { DAY_MS } from '@reflet/contract/durations'
import { nullable, type Of, type Queryable, rows, type Sql, sql, t, type Value } from '../../../db/index.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import { leftAt } from '../../messages/left.ts'
import { messageFrom, newsFrom, notify } from '../../messages/notify.ts'
import { readDone } from '../../messages/unread.ts'
import { type Giver, guestName } from '../feedback.policy.ts'

const BUNDLE = 'answered:'

/** Of the news item about a named answer. */
type NamedNews = Of<{
  id: string
  news_id: string
  user_id: string | null
  guest_id: string | null
  guest_first_name: string | null
  guest_last_name: string | null
  unverified: boolean
  now: Date
}>

/** The receiver's news of the named answers of a relation. */
export const newsOfAnswer = (v: NamedNews, { of }: { of: Sql }): Sql =>
  newsFrom(sql`${of} c`, {
    company_id: sql`c.company_id`,
    id: sql`${v.news_id}::uuid`,
    user_id: sql`c.receiver_id`,
    kind: sql`case when ${v.unverified}::boolean then 'event_guest_answered' else 'answer_received' end`,
    actor_id: sql`${v.user_id}::uuid`,
    guest_id: sql`${v.guest_id}::uuid`,
    guest_first_name: sql`${v.guest_first_name}::text`,
    guest_last_name: sql`${v.guest_last_name}::text`,
    feedback_id: sql`${v.id}::uuid`,
    skill_id: sql`c.skill_id`,
    request_id: sql`c.request_id`,
    created_at: sql`${v.now}::timestamptz`,
  })

/** The receiver's bundled mail about the answers of a relation. */
export const mailOfAnswer = (v: Of<{ mail_id: string; send_after: Date; now: Date }>, { of }: { of: Sql }): Sql =>
  messageFrom(sql`${of} c`, {
    company_id: sql`c.company_id`,
    id: sql`${v.mail_id}::uuid`,
    kind: 'answered',
    user_id: sql`c.receiver_id`,
    bundle_key: sql`${sql.raw(`'${BUNDLE}'`)} || c.receiver_id`,
    send_after: sql`${v.send_after}::timestamptz`,
    created_at: sql`${v.now}::timestamptz`,
  })

/** The same mail for a different news item. */
export const mailReceiver = (tx: Queryable, company_id: string, user_id: string, now: Date) =>
  notify(tx, now, {
    messages: [{ company_id, kind: 'answered', user_id, bundle_key: `${BUNDLE}${user_id}`, send_after: bundledUntil(now) }],
  })

/**
 * To the address of a guest, whose answer came by a link that the requester copied: one mail a day for a group, whose page shows all of its
 * answers. More would be mails to outsiders beyond the daily limits. Within 24 hours of a receipt the next one waits for their end, and later
 * answers join it.
 */
export async function sendReceipt(tx: Queryable, { companyId, recipientId, guestId }: Giver, now: Date): Promise<void> {
  const [last] = await rows(
    tx,
    { at: nullable(t.time) },
    sql`select max(${leftAt(now)}) as at from outbox o
      where o.company_id = ${companyId} and o.recipient_id = ${recipientId} and o.kind = 'guest_receipt'
        and o.last_error is distinct from 'nothing_to_say'`,
  )
  const again = last?.at ? Date.parse(last.at) + DAY_MS : 0
  await notify(tx, now, {
    messages: [
      {
        company_id: companyId,
        kind: 'guest_receipt',
        guest_id: guestId,
        recipient_id: recipientId,
        bundle_key: `receipt:${recipientId}`,
        send_after: new Date(Math.max(bundledUntil(now).getTime(), again)),
      },
    ],
  })
}

/** Who answers or declines knows of the request: the news of it is read. Over the rows of a CTE, with its giver. */
export const readRequest = (changed: Sql, giverId: Sql, now: Value): Sql =>
  readDone(
    'request_received',
    sql`${changed} done`,
    sql`n.company_id = done.company_id and n.user_id = ${giverId} and n.request_id = done.request_id`,
    now,
  )

/** The requester's news item that a skill of a request was declined, over rows with `news_id`. */
export function declineNews(changed: Sql, giver: Giver, now: Date): Sql {
  const name = guestName(giver)
  return newsFrom(changed, {
    company_id: sql`company_id`,
    id: sql`news_id`,
    user_id: sql`receiver_id`,
    kind: 'request_declined',
    actor_id: sql`${giver.userId}::uuid`,
    guest_id: sql`${giver.guestId}::uuid`,
    guest_first_name: sql`${name.guest_first_name}::text`,
    guest_last_name: sql`${name.guest_last_name}::text`,
    skill_id: sql`skill_id`,
    request_id: sql`request_id`,
    created_at: sql`${now}::timestamptz`,
  })
}
