import type { NamedAnswer, RatingBody } from '@reflet/contract/received-answers'
import { sql } from 'drizzle-orm'
import { statement } from '../../../db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { countOutside } from '../../guests/mail-limit.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import { messageFrom, newsFrom } from '../../messages/notify.ts'
import { isReceived } from '../feedback.policy.ts'
import { getAnswer } from './received-answers.queries.ts'

const p = sql.placeholder

/**
 * Stores the receiver's thanks and notifies the giver: the first time, and when text is added. Deduplicated: one news item per answer, one
 * pending mail per group. A giver who left, or who opted out, is not notified.
 */
const storeRating = statement<
  { id: string; guest_mails: number },
  {
    company_id: string
    user_id: string
    id: string
    stars: number
    thanks: Buffer | null
    will_try: Buffer | null
    news_id: string
    mail_id: string
    send_after: Date
    now: Date
  }
>(
  'answer_rate',
  { id: 'uuid', guest_mails: 'int4' },
  sql`with rated as materialized (
      select f.company_id, f.id, f.recipient_id, f.giver_id, f.skill_id, f.request_id,
        f.stars is null or f.sealed_thanks is null and ${p('thanks')}::bytea is not null
          or f.sealed_will_try is null and ${p('will_try')}::bytea is not null as is_new
      from feedbacks f
      where f.id = ${p('id')} and ${isReceived({ companyId: sql`${p('company_id')}`, userId: sql`${p('user_id')}` })}
      for no key update
    ), changed as (
      update feedbacks f set stars = ${p('stars')}::smallint, sealed_thanks = ${p('thanks')}::bytea,
        sealed_will_try = ${p('will_try')}::bytea, rated_at = ${p('now')}::timestamptz,
        seen_at = coalesce(f.seen_at, ${p('now')}::timestamptz), read_at = coalesce(f.read_at, ${p('now')}::timestamptz)
      from rated
      where f.company_id = rated.company_id and f.id = rated.id
    ), notified as (
      select rated.*, g.id as guest_id from rated
      join recipients p on p.company_id = rated.company_id and p.id = rated.recipient_id
      left join guests g on g.company_id = p.company_id and g.id = p.guest_id and g.stopped_at is null
      where rated.is_new
    ), replaced as (
      delete from newsfeed n using notified
      where n.company_id = notified.company_id and n.feedback_id = notified.id and n.user_id = notified.giver_id
        and n.kind = 'answer_thanked'
    ), news as (
      ${newsFrom(sql`notified where notified.giver_id is not null`, {
        company_id: sql`notified.company_id`,
        id: sql`${p('news_id')}::uuid`,
        user_id: sql`notified.giver_id`,
        kind: 'answer_thanked',
        actor_id: sql`${p('user_id')}::uuid`,
        feedback_id: sql`notified.id`,
        skill_id: sql`notified.skill_id`,
        request_id: sql`notified.request_id`,
        created_at: sql`${p('now')}::timestamptz`,
      })}
    ), mail as (
      ${messageFrom(sql`notified where notified.giver_id is not null or notified.guest_id is not null`, {
        company_id: sql`notified.company_id`,
        id: sql`${p('mail_id')}::uuid`,
        kind: sql`case when notified.giver_id is null then 'guest_thanks' else 'thanks' end`,
        user_id: sql`notified.giver_id`,
        guest_id: sql`notified.guest_id`,
        recipient_id: sql`notified.recipient_id`,
        bundle_key: sql`'thanks:' || notified.recipient_id`,
        send_after: sql`${p('send_after')}::timestamptz`,
        created_at: sql`${p('now')}::timestamptz`,
      })}
      returning guest_id
    )
    select id, (select count(guest_id)::int from mail) as guest_mails from rated`,
)

/**
 * Rates how useful a named answer was, thanks its giver, and says what the receiver will try; rating again replaces all three.
 * @throws not_found also for a confidential answer, a withdrawn one, and another person's; slow_down when a guest would be mailed and the
 *   daily limit of mails to external people is reached
 */
export async function rateAnswer(platform: Platform, viewer: Viewer, id: string, rating: RatingBody): Promise<NamedAnswer> {
  const now = platform.clock()
  const sendAfter = bundledUntil(now)
  const values = {
    company_id: viewer.companyId,
    user_id: viewer.userId,
    id,
    stars: rating.stars,
    thanks: viewer.seal.seal(rating.thanks, 'feedbacks.sealed_thanks', id),
    will_try: viewer.seal.seal(rating.will_try, 'feedbacks.sealed_will_try', id),
    news_id: newId(now),
    mail_id: newId(now),
    send_after: sendAfter,
    now,
  }
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const [rated] = await storeRating(tx, values)
    if (!rated) throw notFound()
    await countOutside(tx, viewer, rated.guest_mails, now)
  })
  platform.wake(sendAfter)
  return getAnswer(platform.db, viewer, id)
}
