import type { Parsed } from '@reflet/contract/endpoint'
import { type feedback, MAX_OFFERED_PER_DAY } from '@reflet/contract/feedback'
import { needsComment, type OwnFeedback } from '@reflet/contract/groups'
import type { Queryable } from '../../../db/index.ts'
import { feedbacks, recipients, requests } from '../../../db/schema/feedback.ts'
import { newsfeed } from '../../../db/schema/messages.ts'
import { Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { checkSkills } from '../../skills/skills.queries.ts'
import { editableUntil } from '../feedback.policy.ts'
import { contentValues } from './answers.commands.ts'
import { getOffered, offeredSince, relationToColleague } from './offered.queries.ts'
import { mailAt, mailReceiver } from './tell.commands.ts'

const DAY_MS = 86_400_000

type OfferBody = Parsed<typeof feedback.offerFeedback>['body']

/**
 * Gives a colleague feedback that they did not ask for: a request of theirs that is answered from the start. The same idempotency key
 * gives once and answers with what was given.
 * @throws cannot_offer_yourself; comment_required; not_found for somebody who does not work here or a skill that is not of the
 *   company; idempotency_key_reused when the key came before with another content; slow_down after many on one day
 */
export async function offerFeedback(
  platform: Platform,
  viewer: Viewer,
  { idempotency_key, ...body }: OfferBody,
): Promise<{ group_id: string; feedback: OwnFeedback }> {
  const to = body.user_id.toLowerCase()
  if (to === viewer.userId) throw new Problem('cannot_offer_yourself')
  if (needsComment(body)) throw new Problem('comment_required')
  const now = platform.clock()
  // The giver's id would stay behind in the colleague's request when they leave.
  const key = `offered:${platform.vault.fingerprint(`${viewer.userId}:${idempotency_key}`).toString('base64url')}`
  const hash = platform.vault.fingerprint(JSON.stringify(body))
  const offered = await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const before = await offeredSince(tx, viewer, { since: new Date(now.getTime() - DAY_MS), to, key })
    const same = before.find(({ is_same }) => is_same)
    if (same && same.content_hash !== hash.toString('base64')) throw new Problem('idempotency_key_reused')
    if (same) return getOffered(tx, viewer, same.group_id, now)
    checkDay(before, now)
    await checkSkills(tx, viewer, [body.skill_id])
    const relation = await relationToColleague(tx, viewer, to)
    const groupId = await give(tx, viewer, { ...body, to, relation, key, hash }, now)
    return getOffered(tx, viewer, groupId, now)
  })
  platform.wake(mailAt(now))
  return offered
}

/** @throws slow_down until the oldest of a day's feedbacks is a day old */
function checkDay(before: readonly { offered_at: string }[], now: Date) {
  const oldest = before.at(-MAX_OFFERED_PER_DAY)
  if (!oldest) return
  const wait = new Date(oldest.offered_at).getTime() + DAY_MS - now.getTime()
  throw new Problem('slow_down', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

type Offer = Omit<OfferBody, 'idempotency_key'> & {
  to: string
  relation: Awaited<ReturnType<typeof relationToColleague>>
  key: string
  hash: Buffer
}

/** Stores it and tells the colleague; returns the group. */
async function give(tx: Queryable, viewer: Viewer, { to, relation, key, hash, ...body }: Offer, now: Date): Promise<string> {
  const company_id = viewer.companyId
  const [requestId, groupId, feedbackId] = [newId(now), newId(now), newId(now)]
  await tx.insert(requests).values({
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
  await tx.insert(recipients).values({ company_id, id: groupId, request_id: requestId, user_id: viewer.userId, relation, created_at: now })
  const { situation, keep, improve, ...content } = contentValues(viewer.seal, feedbackId, body)
  await tx.insert(feedbacks).values({
    company_id,
    id: feedbackId,
    request_id: requestId,
    recipient_id: groupId,
    receiver_id: to,
    giver_id: viewer.userId,
    skill_id: body.skill_id,
    confidential: false,
    relation,
    status: 'answered',
    ...content,
    sealed_situation: situation,
    sealed_keep: keep,
    sealed_improve: improve,
    answered_at: now,
    released_at: now,
    created_at: now,
  })
  await tx.insert(newsfeed).values({
    company_id,
    id: newId(now),
    user_id: to,
    kind: 'feedback_offered',
    actor_id: viewer.userId,
    feedback_id: feedbackId,
    skill_id: body.skill_id,
    request_id: requestId,
    created_at: now,
  })
  await mailReceiver(tx, company_id, to, now)
  return groupId
}
