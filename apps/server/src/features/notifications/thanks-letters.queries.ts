import { toLocale } from '@reflet/contract/common'
import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { type Addressee, choicesUrl, guestPage, type Letter, type Message } from './letter.ts'

interface RatedRow {
  id: string
  receiver: string
  has_words: boolean
}

/** The answer of a group that its receiver rated last, and whether they wrote anything to its giver. */
async function ratedIn(platform: Platform, message: Message): Promise<RatedRow | undefined> {
  const [row] = await rows<RatedRow>(
    platform.db,
    sql`select f.id, concat_ws(' ', u.first_name, u.last_name) as receiver,
        bool_or(f.sealed_thanks is not null or f.sealed_will_try is not null) over () as has_words
      from feedbacks f
      join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
      join users u on u.company_id = f.company_id and u.id = f.receiver_id
      where f.company_id = ${message.company_id} and f.recipient_id = ${message.recipient_id} and f.status = 'answered' and f.stars is not null
        and f.rated_at >= ${message.created_at}::timestamptz
        and (f.giver_id = ${message.user_id}::uuid or p.guest_id = ${message.guest_id}::uuid)
      order by f.rated_at desc limit 1`,
  )
  return row
}

/** Tells who gave answers that their receiver says something back; what, they read in the app, a guest by their link. */
export async function thanksLetter(platform: Platform, message: Message, addressee: Addressee): Promise<Letter | null> {
  const rated = await ratedIn(platform, message)
  if (!rated || !message.recipient_id) return null
  const { email: to, first_name, company } = addressee
  const common = { locale: toLocale(addressee.locale), first_name, receiver: rated.receiver, has_words: rated.has_words }
  const url = platform.publicUrl()
  if (message.guest_id === null) {
    const unsubscribe = choicesUrl(platform)
    const link = `${url}/answer-confirmation/${message.recipient_id}`
    return { to, unsubscribeUrl: unsubscribe, feedbackId: rated.id, view: { kind: 'thanks', ...common, link, unsubscribe } }
  }
  const { unsubscribeUrl, oneClick, ...links } = guestPage(platform, message, '/guest-answer-confirmation', rated.id)
  return { to, unsubscribeUrl, oneClick, view: { kind: 'guest_thanks', ...common, company, ...links } }
}

/** Tells a manager that somebody shares answers with them: those since the message was queued, unless they were withdrawn. */
export async function sharedLetter(platform: Platform, message: Message, addressee: Addressee): Promise<Letter | null> {
  const [shared] = await rows<{ owner: string; count: number }>(
    platform.db,
    sql`select concat_ws(' ', u.first_name, u.last_name) as owner, count(*)::int as count
      from feedbacks f
      join users u on u.company_id = f.company_id and u.id = f.receiver_id and u.manager_id = ${message.user_id}
      join shared_answers h on h.company_id = u.company_id and h.owner_id = u.id and h.manager_id = u.manager_id
        and h.created_at >= ${message.created_at}::timestamptz
      where f.company_id = ${message.company_id} and f.id = ${message.feedback_id}
      group by u.id, u.first_name, u.last_name`,
  )
  if (!shared) return null
  const unsubscribe = choicesUrl(platform)
  const { email: to, first_name } = addressee
  const link = `${platform.publicUrl()}/shared-with-me`
  const view = { kind: 'shared' as const, locale: toLocale(addressee.locale), first_name, ...shared, link, unsubscribe }
  return { to, unsubscribeUrl: unsubscribe, view }
}
