import type { NamedAnswer, RatingBody } from '@reflet/contract/feedback'
import { sql } from 'drizzle-orm'
import { statement } from '../../../db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { countOutside } from '../../../platform/outside.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { mailAt } from '../answers/tell.commands.ts'
import { getAnswer } from './received-answers.queries.ts'

const p = sql.placeholder

/**
 * Stores what the receiver says back, and tells the giver: the first time, and when words come where there were none. Each
 * answer has one piece of news, each group one mail at a time. Whoever left, or wants no mails, is told nothing.
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
  sql`with rated as materialized (
      select f.company_id, f.id, f.recipient_id, f.giver_id, f.skill_id, f.request_id, f.stars is null
          or f.sealed_thanks is null and ${p('thanks')}::bytea is not null or f.sealed_will_try is null and ${p('will_try')}::bytea is not null as is_new
      from feedbacks f
      where f.company_id = ${p('company_id')} and f.id = ${p('id')} and f.receiver_id = ${p('user_id')} and f.status = 'answered'
        and f.released_at is not null and not f.confidential
      for no key update
    ), changed as (
      update feedbacks f set stars = ${p('stars')}::smallint, sealed_thanks = ${p('thanks')}::bytea, sealed_will_try = ${p('will_try')}::bytea,
        rated_at = ${p('now')}::timestamptz
      from rated t where f.company_id = t.company_id and f.id = t.id
    ), told as (
      select t.*, g.id as guest_id from rated t
      join recipients r on r.company_id = t.company_id and r.id = t.recipient_id
      left join guests g on g.company_id = r.company_id and g.id = r.guest_id and g.stopped_at is null
      where t.is_new
    ), replaced as (
      delete from newsfeed n using told t
      where n.company_id = t.company_id and n.feedback_id = t.id and n.user_id = t.giver_id and n.kind = 'answer_thanked'
    ), news as (
      insert into newsfeed (company_id, id, user_id, kind, actor_id, feedback_id, skill_id, request_id, created_at)
      select t.company_id, ${p('news_id')}::uuid, t.giver_id, 'answer_thanked', ${p('user_id')}::uuid, t.id, t.skill_id, t.request_id, ${p('now')}::timestamptz
      from told t where t.giver_id is not null
    ), mail as (
      insert into outbox (company_id, id, kind, user_id, guest_id, recipient_id, bundle_key, send_after, created_at)
      select t.company_id, ${p('mail_id')}::uuid, case when t.giver_id is null then 'guest_thanks' else 'thanks' end, t.giver_id, t.guest_id,
        t.recipient_id, 'thanks:' || t.recipient_id, ${p('send_after')}::timestamptz, ${p('now')}::timestamptz
      from told t where t.giver_id is not null or t.guest_id is not null
      on conflict (company_id, bundle_key) where bundle_key is not null do nothing
      returning guest_id
    )
    select id, (select count(guest_id)::int from mail) as guest_mails from rated`,
)

/**
 * Says how useful a named answer was, thanks its giver, and says what the receiver will try; rating again replaces all three.
 * @throws not_found also for a confidential answer, one taken back, and anybody else's; slow_down when a guest would be written to and the
 *   day's mails to outsiders are used up
 */
export async function rateAnswer(platform: Platform, viewer: Viewer, id: string, rating: RatingBody): Promise<NamedAnswer> {
  const now = platform.clock()
  const sendAfter = mailAt(now)
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
