import { type GivenFeedback, needsComment } from '@reflet/contract/answers'
import { DAY_MS } from '@reflet/contract/durations'
import type { Parsed } from '@reflet/contract/endpoint'
import { type feedback, MAX_OFFERED_PER_DAY } from '@reflet/contract/feedback'
import { insert, type Queryable } from '../../../db/index.ts'
import { Problem, slowDown } from '../../../platform/errors.ts'
import { madeBefore, onceOf } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { checkSkills } from '../../catalogue/catalogue.queries.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import { notify } from '../../messages/notify.ts'
import { answeredRow } from '../answers/answer-row.ts'
import { mailReceiver } from '../answers/notify.commands.ts'
import { editableUntil } from '../feedback.policy.ts'
import { relationGiven } from '../requests/relation.policy.ts'
import { getOffered, managerOf, offeredSince } from './offers.queries.ts'

type OfferBody = Parsed<typeof feedback.offerFeedback>['body']

/**
 * Gives a colleague feedback that they did not request: stored as a request of theirs that is already answered. Idempotent: the same key
 * gives once and returns what was given.
 * @throws cannot_offer_yourself; comment_required; not_found for a person who does not work here or a skill that is not of the company;
 *   idempotency_key_reused when the key was used with other content; slow_down above the daily limit
 */
export async function offerFeedback(
  platform: Platform,
  viewer: Viewer,
  body: OfferBody,
): Promise<{ group_id: string; feedback: GivenFeedback }> {
  const to = body.user_id.toLowerCase()
  if (to === viewer.userId) throw new Problem('cannot_offer_yourself')
  if (needsComment(body)) throw new Problem('comment_required')
  const now = platform.clock()
  const once = onceOf(platform.vault, body)
  const { hash } = once
  // Privacy: otherwise the giver's id would remain in the colleague's request after the giver's account is deleted.
  const key = `offered:${platform.vault.fingerprint(`${viewer.userId}:${once.key}`).toString('base64url')}`
  const offered = await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const before = await offeredSince(tx, viewer, { since: new Date(now.getTime() - DAY_MS), to, key })
    const same = madeBefore(
      before.find(({ is_same }) => is_same),
      hash,
    )
    if (same) return getOffered(tx, viewer, same.group_id, now)
    checkDay(before, now)
    await checkSkills(tx, viewer, [body.skill_id])
    const given = relationGiven(body.relation, { giverId: viewer.userId, managerId: await managerOf(tx, viewer, to) })
    const groupId = await give(tx, viewer, { ...body, ...given, to, key, hash }, now)
    return getOffered(tx, viewer, groupId, now)
  })
  platform.wake(bundledUntil(now))
  return offered
}

/** @throws slow_down until the oldest feedback of the last 24 hours is a day old */
function checkDay(before: readonly { offered_at: string }[], now: Date) {
  const oldest = before.at(-MAX_OFFERED_PER_DAY)
  if (oldest) throw slowDown(new Date(new Date(oldest.offered_at).getTime() + DAY_MS), now)
}

type Offer = Omit<OfferBody, 'idempotency_key' | 'relation'> & ReturnType<typeof relationGiven> & { to: string; key: string; hash: Buffer }

/** Stores it and notifies the colleague; returns the group. */
async function give(
  tx: Queryable,
  viewer: Viewer,
  { to, relation, relation_confirmed, key, hash, ...body }: Offer,
  now: Date,
): Promise<string> {
  const company_id = viewer.companyId
  const [requestId, groupId] = [newId(now), newId(now)]
  await insert(tx, 'requests', {
    company_id,
    id: requestId,
    requester_id: to,
    confidential: false,
    kind: 'offered',
    expires_at: editableUntil(now),
    idempotency_key: key,
    content_hash: hash,
    created_at: now,
  })
  await insert(tx, 'recipients', { company_id, id: groupId, request_id: requestId, user_id: viewer.userId, relation, created_at: now })
  const ids = { company_id, request_id: requestId, recipient_id: groupId, receiver_id: to, giver_id: viewer.userId }
  const answered = answeredRow(viewer.seal, { ...ids, confidential: false, relation, relation_confirmed }, body, now)
  // The trigger `feedbacks_insert_totals` adds it to `skill_totals`.
  await insert(tx, 'feedbacks', answered)
  const about = { feedback_id: answered.id, skill_id: body.skill_id, request_id: requestId }
  await notify(tx, now, { news: [{ company_id, user_id: to, kind: 'feedback_offered', actor_id: viewer.userId, ...about }] })
  await mailReceiver(tx, company_id, to, now)
  return groupId
}
