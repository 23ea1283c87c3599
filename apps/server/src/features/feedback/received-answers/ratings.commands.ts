import type { NamedAnswer, RatingBody } from '@reflet/contract/received-answers'
import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { countOutside } from '../../guests/mail-limit.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import { notify } from '../../messages/notify.ts'
import { isReceived } from '../feedback.policy.ts'
import { getAnswer } from './received-answers.queries.ts'

const ratedRow = {
  recipient_id: t.uuid,
  giver_id: nullable(t.uuid),
  /** The outsider who gave it, unless they opted out. */
  guest_id: nullable(t.uuid),
  skill_id: t.uuid,
  request_id: t.uuid,
  rated: t.bool,
  thanked: t.bool,
  will_try: t.bool,
}
type RatedRow = RowOf<typeof ratedRow>

/** The answer that is rated, locked, as it is before. @throws not_found */
async function lockAnswer(tx: Queryable, viewer: Viewer, id: string): Promise<RatedRow> {
  const [answer] = await rows(
    tx,
    ratedRow,
    sql`select f.recipient_id, f.giver_id, g.id as guest_id, f.skill_id, f.request_id, f.stars is not null as rated,
        f.sealed_thanks is not null as thanked, f.sealed_will_try is not null as will_try
      from feedbacks f
      join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
      left join guests g on g.company_id = p.company_id and g.id = p.guest_id and g.stopped_at is null
      where f.id = ${id} and ${isReceived(viewer)} for no key update of f`,
  )
  if (!answer) throw notFound()
  return answer
}

/**
 * Notifies who gave it. Deduplicated: one news item per answer, one pending mail per person asked (`recipients`). A giver who left, or an outsider who
 * opted out, is not notified; what a colleague has switched off is left out when it is sent.
 * @returns how many mails to people outside are new
 */
async function notifyGiver(tx: Queryable, viewer: Viewer, id: string, answer: RatedRow, now: Date): Promise<number> {
  const { companyId: company_id, userId } = viewer
  const { recipient_id, giver_id, guest_id, skill_id, request_id } = answer
  const message = { company_id, recipient_id, bundle_key: `thanks:${recipient_id}`, send_after: bundledUntil(now) }
  if (giver_id === null) {
    if (guest_id === null) return 0
    return notify(tx, now, { messages: [{ ...message, kind: 'guest_thanks', guest_id }] })
  }
  await tx.execute(sql`delete from newsfeed where company_id = ${company_id} and feedback_id = ${id} and user_id = ${giver_id}
    and kind = 'answer_thanked'`)
  const item = { company_id, user_id: giver_id, kind: 'answer_thanked', actor_id: userId, feedback_id: id, skill_id, request_id } as const
  await notify(tx, now, { news: [item], messages: [{ ...message, kind: 'thanks', user_id: giver_id }] })
  return 0
}

/**
 * Rates how useful a named answer was, thanks its giver, and says what the receiver will try; rating again replaces all three. The trigger
 * `feedbacks_change_try` keeps `tries`.
 * @throws not_found also for a confidential answer, a withdrawn one, and another person's; slow_down when a guest would be mailed and the
 *   daily limit of mails to external people is reached
 */
export async function rateAnswer(platform: Platform, viewer: Viewer, id: string, rating: RatingBody): Promise<NamedAnswer> {
  const now = platform.clock()
  const { companyId, seal } = viewer
  const thanks = seal.seal(rating.thanks, 'feedbacks.sealed_thanks', id)
  const willTry = seal.seal(rating.will_try, 'feedbacks.sealed_will_try', id)
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const before = await lockAnswer(tx, viewer, id)
    await tx.execute(sql`update feedbacks set stars = ${rating.stars}, sealed_thanks = ${thanks}, sealed_will_try = ${willTry}, rated_at = ${now},
        seen_at = coalesce(seen_at, ${now}), read_at = coalesce(read_at, ${now})
      where company_id = ${companyId} and id = ${id}`)
    const isNews = !before.rated || (!before.thanked && thanks !== null) || (!before.will_try && willTry !== null)
    if (isNews) await countOutside(tx, viewer, await notifyGiver(tx, viewer, id, before, now), now)
  })
  platform.wake(bundledUntil(now))
  return getAnswer(platform.db, viewer, id)
}
