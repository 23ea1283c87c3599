import { type EventAnswer, MAX_EVENT_GUESTS, type Participant } from '@reflet/contract/events'
import { needsComment } from '@reflet/contract/groups'
import type { Queryable } from '../../../db/index.ts'
import { feedbacks, recipients } from '../../../db/schema/feedback.ts'
import { newsfeed } from '../../../db/schema/messages.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { NAMED_BEFORE, rememberGuest } from '../../../platform/guests.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { contentValues, releaseIfEnough } from '../answers/answers.commands.ts'
import { isSameAnswer } from '../answers/answers.queries.ts'
import { mailAt, mailReceiver } from '../answers/tell.commands.ts'
import { relationOf } from '../requests/known.queries.ts'
import { guestLink } from '../requests/requests.queries.ts'
import { isOpen } from './events.policy.ts'
import { answersGiven, emailOf, guestsOf, type JoinedEvent, type Joiner, lockEvent } from './joining.queries.ts'

interface Answered {
  answered: string[]
  guest_link: string | null
}

/** Who answers what: `fresh` is to be stored, `kept` is there already, word for word. */
interface Joining {
  readonly joiner: Joiner
  readonly fresh: readonly EventAnswer[]
  readonly kept: readonly EventAnswer[]
  readonly guestId: string | null
  /** The group in which this employee has answered another skill. */
  readonly recipientId: string | null
}

/**
 * An employee of the organiser's company answers at an event. What they answered before stays, and the same again changes nothing,
 * so that a lost reply can be retried.
 * @throws not_found for an unknown link, another company's, or a skill that the event does not ask; gone; event_closed;
 *   comment_required; already_answered when nothing is new; cannot_answer_yourself
 */
export function answerEvent(platform: Platform, viewer: Viewer, token: string, answers: readonly EventAnswer[]): Promise<Answered> {
  return join(platform, token, answers, async (tx, event) => {
    if (event.company_id !== viewer.companyId) throw notFound()
    const joiner = { userId: viewer.userId, email: await emailOf(tx, viewer.companyId, viewer.userId) }
    checkJoiner(event, joiner)
    const given = await answersGiven(tx, event, joiner)
    const own = given.filter(({ is_own }) => is_own)
    const kept = answers.filter((answer) => own.some((row) => row.skill_id === answer.skill_id && isSameAnswer(row, viewer.seal, answer)))
    const fresh = answers.filter(({ skill_id }) => !given.some((row) => row.skill_id === skill_id))
    return { joiner, fresh, kept, guestId: null, recipientId: own[0]?.recipient_id ?? null }
  })
}

/**
 * Somebody without an account answers at an event. Each time they get a link of its own to what they said this time: who types an
 * address has not shown that it is theirs, so that it opens nothing of before, and a retry is told `already_answered`.
 * @throws not_found for an unknown link or a skill that the event does not ask; gone; event_closed; comment_required;
 *   already_answered when nothing is new; event_full after very many guests; cannot_answer_yourself
 */
export function answerEventLink(
  platform: Platform,
  token: string,
  participant: Participant,
  answers: readonly EventAnswer[],
): Promise<Answered> {
  return join(platform, token, answers, async (tx, event) => {
    const joiner = { userId: null, email: participant.email }
    checkJoiner(event, joiner)
    const given = await answersGiven(tx, event, joiner)
    const fresh = answers.filter(({ skill_id }) => !given.some((row) => row.skill_id === skill_id))
    if (fresh.length > 0 && (await guestsOf(tx, event)) >= MAX_EVENT_GUESTS) throw new Problem('event_full')
    const guestId = await meetGuest(tx, event, participant, platform.clock())
    return { joiner, fresh, kept: [], guestId, recipientId: null }
  })
}

function checkJoiner(event: JoinedEvent, { userId, email }: Joiner) {
  if (userId === event.organiser_id || email === event.organiser_email) throw new Problem('cannot_answer_yourself')
}

/** One after the other, because people at an event press Send together. */
async function join(
  platform: Platform,
  token: string,
  answers: readonly EventAnswer[],
  meet: (tx: Queryable, event: JoinedEvent) => Promise<Joining>,
): Promise<Answered> {
  if (answers.some(needsComment)) throw new Problem('comment_required')
  if (new Set(answers.map(({ skill_id }) => skill_id)).size < answers.length) {
    throw new Problem('invalid_input', { fields: { answers: 'duplicate' } })
  }
  const now = platform.clock()
  const answered = await platform.db.transaction(async (tx) => {
    const event = await openEvent(tx, token, answers, now)
    const joining = await meet(tx, event)
    if (joining.fresh.length + joining.kept.length === 0) throw new Problem('already_answered')
    const guest_link = joining.fresh.length > 0 ? await storeAnswers(tx, platform, event, joining, now) : null
    return { answered: [...joining.kept, ...joining.fresh].map(({ skill_id }) => skill_id), guest_link }
  })
  platform.wake(mailAt(now))
  return answered
}

async function openEvent(tx: Queryable, token: string, answers: readonly EventAnswer[], now: Date): Promise<JoinedEvent> {
  const event = await lockEvent(tx, hashToken(token))
  if (!event) throw notFound()
  if (!event.active) throw new Problem('gone')
  const closed_at = event.closed_at === null ? null : new Date(event.closed_at)
  if (!isOpen({ ends_at: new Date(event.ends_at), closed_at }, now)) throw new Problem('event_closed')
  if (answers.some(({ skill_id }) => !event.skill_ids.includes(skill_id))) throw notFound()
  return event
}

/**
 * Guests are known by their address. Whoever holds a link does not rename one who has a name, nor change their language. At a
 * confidential event no name is kept: it would appear in the organiser’s other lists and show who came.
 */
function meetGuest(tx: Queryable, { company_id, confidential }: JoinedEvent, { email, locale, ...names }: Participant, now: Date) {
  return rememberGuest(tx, company_id, { email, locale, ...(!confidential && names) }, NAMED_BEFORE, now)
}

/** Stores what is new, tells the organiser, and returns a guest's link to change it. */
async function storeAnswers(tx: Queryable, platform: Platform, event: JoinedEvent, joining: Joining, now: Date): Promise<string | null> {
  const { company_id, request_id, organiser_id, confidential, threshold } = event
  const { joiner, fresh, guestId } = joining
  const seal = platform.vault.sealOf(company_id, event.wrapped_key)
  // A typed address shows nothing: nobody becomes the organiser's superior by it.
  const relation = joiner.userId === null ? 'outside' : await relationOf(tx, { companyId: company_id, ownerId: organiser_id }, joiner)
  const recipient_id = joining.recipientId ?? newId(now)
  if (!joining.recipientId) {
    const token_hash = guestId === null ? null : hashToken(platform.vault.deriveToken('guest', recipient_id))
    const person = { user_id: joiner.userId, guest_id: guestId, relation, token_hash }
    await tx.insert(recipients).values({ company_id, id: recipient_id, request_id, ...person, created_at: now })
  }
  const stored = fresh.map((answer) => {
    const id = newId(now)
    const { situation, keep, improve, ...content } = contentValues(seal, id, answer)
    return {
      company_id,
      id,
      request_id,
      recipient_id,
      receiver_id: organiser_id,
      giver_id: joiner.userId,
      skill_id: answer.skill_id,
      confidential,
      relation,
      status: 'answered' as const,
      ...content,
      sealed_situation: situation,
      sealed_keep: keep,
      sealed_improve: improve,
      answered_at: now,
      released_at: confidential ? null : now,
      created_at: now,
    }
  })
  await tx.insert(feedbacks).values(stored)
  if (confidential) for (const { skill_id } of stored) await releaseIfEnough(tx, { company_id, request_id, skill_id, threshold }, now)
  else await tellOrganiser(tx, stored, guestId, now)
  return guestId === null ? null : guestLink(platform, recipient_id, stored[0]?.id ?? '')
}

interface Told {
  company_id: string
  id: string
  request_id: string
  receiver_id: string
  giver_id: string | null
  skill_id: string
}

/** A piece of news for each answer; one mail for all that come within a short time. */
async function tellOrganiser(tx: Queryable, answers: readonly Told[], guest_id: string | null, now: Date) {
  await tx.insert(newsfeed).values(
    answers.map(({ company_id, id, request_id, receiver_id, giver_id, skill_id }) => ({
      company_id,
      id: newId(now),
      user_id: receiver_id,
      kind: 'answer_received' as const,
      actor_id: giver_id,
      guest_id,
      skill_id,
      request_id,
      feedback_id: id,
      created_at: now,
    })),
  )
  const [one] = answers
  if (one) await mailReceiver(tx, one.company_id, one.receiver_id, now)
}
