import { needsComment } from '@reflet/contract/answers'
import type { Locale } from '@reflet/contract/common'
import type { Parsed } from '@reflet/contract/endpoint'
import type { events as contract, EventAnswer, Participant } from '@reflet/contract/events'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import type { GiverRelation } from '@reflet/contract/relations'
import { insert, type Queryable } from '../../../db/index.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { madeBefore, onceOf } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { FoundLink } from '../../../platform/links.ts'
import type { Viewer } from '../../../platform/session.ts'
import { rememberGuest } from '../../guests/guests.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import { notify } from '../../messages/notify.ts'
import { answeredRow } from '../answers/answer-row.ts'
import { noRelation } from '../answers/answers.commands.ts'
import { isSameAnswer } from '../answers/answers.queries.ts'
import { mailReceiver } from '../answers/notify.commands.ts'
import { releaseIfEnough } from '../answers/release.commands.ts'
import { relationGiven } from '../requests/relation.policy.ts'
import { guestPlaces, isOpen } from './events.policy.ts'
import { answersGiven, guestsOf, type JoinedEvent, type JoinedOnce, joinedBefore, lockEvent } from './joining.queries.ts'

interface Answered {
  answered: string[]
  guest_link: string | null
}

/** A guest's link: its recipient, and the idempotency key. */
interface GuestPage {
  /** Null at a confidential event, where no address and no name is stored. */
  readonly guestId: string | null
  readonly first_name: string
  readonly last_name: string
  readonly locale: Locale
  readonly once: JoinedOnce | null
}

/** What an employee sends. */
type EmployeeAnswers = Parsed<typeof contract.answerEvent>['body']

/** The answers of one person: `fresh` are to be stored, `kept` are stored already and identical. */
interface Joining {
  /** Null for a guest. */
  readonly userId: string | null
  readonly guest: GuestPage | null
  readonly fresh: readonly EventAnswer[]
  readonly kept: readonly EventAnswer[]
  /** The group in which this employee has answered another skill. */
  readonly recipientId: string | null
  readonly relation: GiverRelation | undefined
}

/**
 * An employee of the organiser's company answers at an event, independently of guests who used their address. Idempotent: earlier answers
 * stay, and the same answer again changes nothing, so that a lost reply can be retried.
 * @throws not_found for another company's link or a skill that the event does not ask; gone; event_closed; comment_required;
 *   invalid_input for a relation at a confidential event; already_answered when nothing is new; cannot_answer_yourself
 */
export function answerEvent(
  platform: Platform,
  viewer: Viewer,
  link: FoundLink,
  { answers, relation }: EmployeeAnswers,
): Promise<Answered> {
  return join(platform, link, answers, async (tx, event) => {
    if (event.company_id !== viewer.companyId) throw notFound()
    if (viewer.userId === event.organiser_id) throw new Problem('cannot_answer_yourself')
    if (event.confidential && relation) throw noRelation()
    const given = await answersGiven(tx, event, viewer)
    const kept = answers.filter((answer) => given.some((row) => row.skill_id === answer.skill_id && isSameAnswer(row, viewer.seal, answer)))
    const fresh = answers.filter(({ skill_id }) => !given.some((row) => row.skill_id === skill_id))
    return { userId: viewer.userId, guest: null, fresh, kept, recipientId: given[0]?.recipient_id ?? null, relation }
  })
}

/** What a guest sends. */
interface GuestAnswers {
  readonly participant?: Participant | undefined
  readonly locale?: Locale | undefined
  readonly answers: readonly EventAnswer[]
  readonly idempotency_key?: string | undefined
}

/**
 * A guest answers at an event. Authorization: each call returns a new link, for this call's answers only, because typing an address does
 * not prove that it is theirs. At a named event each address answers a skill once; at a confidential one every guest gets the same reply,
 * because any difference would reveal who participated. Idempotent: the same key with the same content answers once.
 * @throws not_found for a skill that the event does not ask; gone; event_closed; comment_required; event_full at the
 *   maximum of guest answers; idempotency_key_reused; at a named event invalid_input without a participant, already_answered when nothing
 *   is new, cannot_answer_yourself
 */
export function answerEventLink(platform: Platform, link: FoundLink, { idempotency_key, ...sent }: GuestAnswers): Promise<Answered> {
  const { answers, participant } = sent
  const locale = participant?.locale ?? sent.locale ?? 'en'
  const { fingerprint } = platform.vault
  const once =
    idempotency_key === undefined ? null : { ...onceOf(platform.vault, { idempotency_key, ...sent }), key: fingerprint(idempotency_key) }
  return join(platform, link, answers, async (tx, event) => {
    const before = once && madeBefore(await joinedBefore(tx, event, once), once.hash)
    if (before)
      return {
        answered: before.feedbacks.map(({ skill_id }) => skill_id),
        guest_link: linkTo(platform, before.recipient_id, before.feedbacks),
      }
    const fresh = event.confidential ? answers : await freshOf(tx, event, participant, answers)
    const places = guestPlaces(event.confidential, fingerprint(`places:${event.request_id}`).readUInt8())
    if (fresh.length > 0 && (await guestsOf(tx, event)) >= places) throw new Problem('event_full')
    const named = event.confidential ? undefined : participant
    const guestId = named ? await rememberGuest(tx, event.company_id, named, platform.clock()) : null
    const { first_name = '', last_name = '' } = named ?? {}
    return {
      userId: null,
      guest: { guestId, first_name, last_name, locale, once },
      fresh,
      kept: [],
      recipientId: null,
      relation: undefined,
    }
  })
}

/** The skills that an address has not answered yet at a named event. */
async function freshOf(tx: Queryable, event: JoinedEvent, participant: Participant | undefined, answers: readonly EventAnswer[]) {
  if (!participant) throw new Problem('invalid_input', { fields: { participant: 'required' } })
  if (participant.email === event.organiser_email) throw new Problem('cannot_answer_yourself')
  const given = await answersGiven(tx, event, { userId: null, email: participant.email })
  return answers.filter(({ skill_id }) => !given.some((row) => row.skill_id === skill_id))
}

/** The link of the answers that a guest has just given. */
const linkTo = ({ publicUrl, vault }: Platform, recipientId: string, [first]: readonly { id: string }[]) =>
  `${publicUrl()}${guestAnswerPage(vault.deriveToken('guest', recipientId), first?.id ?? '')}`

/** Row lock on the event: participants often answer at the same time. */
async function join(
  platform: Platform,
  link: FoundLink,
  answers: readonly EventAnswer[],
  meet: (tx: Queryable, event: JoinedEvent) => Promise<Joining | Answered>,
): Promise<Answered> {
  if (answers.some(needsComment)) throw new Problem('comment_required')
  if (new Set(answers.map(({ skill_id }) => skill_id)).size < answers.length) {
    throw new Problem('invalid_input', { fields: { answers: 'duplicate' } })
  }
  const now = platform.clock()
  const answered = await platform.db.transaction(async (tx) => {
    const event = await openEvent(tx, link, answers, now)
    const joining = await meet(tx, event)
    if ('answered' in joining) return joining
    if (joining.fresh.length + joining.kept.length === 0) throw new Problem('already_answered')
    const guest_link = joining.fresh.length > 0 ? await storeAnswers(tx, platform, event, joining, now) : null
    return { answered: [...joining.kept, ...joining.fresh].map(({ skill_id }) => skill_id), guest_link }
  })
  platform.wake(bundledUntil(now))
  return answered
}

async function openEvent(tx: Queryable, link: FoundLink, answers: readonly EventAnswer[], now: Date): Promise<JoinedEvent> {
  const event = await lockEvent(tx, link)
  if (!event) throw notFound()
  if (!event.active) throw new Problem('gone')
  const closed_at = event.closed_at === null ? null : new Date(event.closed_at)
  if (!isOpen({ ends_at: new Date(event.ends_at), closed_at }, now)) throw new Problem('event_closed')
  if (answers.some(({ skill_id }) => !event.skill_ids.includes(skill_id))) throw notFound()
  return event
}

/** Stores new answers, notifies the organiser, and returns a guest's link to edit them. */
async function storeAnswers(tx: Queryable, platform: Platform, event: JoinedEvent, joining: Joining, now: Date): Promise<string | null> {
  const { company_id, request_id, organiser_id, confidential, threshold } = event
  const { userId, guest, fresh } = joining
  const seal = platform.vault.sealOf(company_id, event.wrapped_key)
  const { relation, relation_confirmed } = relationAt(event, joining)
  const recipient_id = joining.recipientId ?? newId(now)
  if (!joining.recipientId) {
    const page = guest && {
      guest_id: guest.guestId,
      first_name: guest.first_name,
      last_name: guest.last_name,
      token_hash: hashToken(platform.vault.deriveToken('guest', recipient_id)),
      locale: guest.locale,
      join_key: guest.once?.key ?? null,
      join_hash: guest.once?.hash ?? null,
    }
    await insert(tx, 'recipients', { company_id, id: recipient_id, request_id, user_id: userId, relation, ...page, created_at: now })
  }
  const subject = {
    company_id,
    request_id,
    recipient_id,
    receiver_id: organiser_id,
    giver_id: userId,
    confidential,
    relation,
    relation_confirmed,
  }
  const stored = fresh.map((answer) => answeredRow(seal, subject, answer, now))
  // The trigger `feedbacks_insert_totals` adds named ones to `skill_totals`; confidential ones are added on release.
  await insert(tx, 'feedbacks', stored)
  if (confidential) for (const { skill_id } of stored) await releaseIfEnough(tx, { company_id, request_id, skill_id, threshold }, now)
  else await notifyOrganiser(tx, stored, guest, now)
  return guest && linkTo(platform, recipient_id, stored)
}

/** A typed address is not verified: it never makes its owner a superior of the organiser. */
const relationAt = ({ manager_id: managerId }: JoinedEvent, { userId, relation: said }: Joining) =>
  userId === null ? { relation: 'outside' as const, relation_confirmed: false } : relationGiven(said, { giverId: userId, managerId })

interface AnsweredRow {
  company_id: string
  id: string
  request_id: string
  receiver_id: string
  giver_id: string | null
  skill_id: string
}

/** A news item for each answer; one mail for all answers within a short time. */
async function notifyOrganiser(tx: Queryable, answers: readonly AnsweredRow[], guest: GuestPage | null, now: Date) {
  await notify(tx, now, {
    news: answers.map(({ company_id, id, request_id, receiver_id, giver_id, skill_id }) => ({
      company_id,
      user_id: receiver_id,
      kind: giver_id === null ? ('event_guest_answered' as const) : ('answer_received' as const),
      actor_id: giver_id,
      guest_id: guest?.guestId ?? null,
      guest_first_name: guest?.first_name ?? null,
      guest_last_name: guest?.last_name ?? null,
      skill_id,
      request_id,
      feedback_id: id,
    })),
  })
  const [one] = answers
  if (one) await mailReceiver(tx, one.company_id, one.receiver_id, now)
}
