import type { Locale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { type CreateRequestBody, MAX_DUE_DAYS, UNDO_SECONDS } from '@reflet/contract/feedback'
import type { Relation } from '@reflet/contract/relations'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/session.ts'
import { refuseThese } from '../../people/people.policy.ts'
import { checkEnough } from './asked.policy.ts'
import { relationTo } from './relation.policy.ts'
import type { Known } from './request-context.queries.ts'

type Skill = NonNullable<Known['skills']>[number]

/** All inputs of the plan: what was asked, the database's state, the requester, and the time. */
export interface RequestFacts {
  readonly body: Omit<CreateRequestBody, 'idempotency_key'>
  readonly known: Known
  readonly viewer: Pick<Viewer, 'userId' | 'locale' | 'threshold'>
  readonly now: Date
  newId(): string
}

interface Target {
  readonly user_id: string | null
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_url: string | null
  readonly locale: Locale
  readonly relation: Relation
  /** Towards the threshold, if the request is confidential. */
  readonly counts: boolean
  /** An external person who has unsubscribed. */
  readonly stopped: boolean
}

export interface PlannedRecipient extends Target {
  readonly id: string
  /** Of an external person: their id if the address is new. */
  readonly guest_id: string | null
  readonly news_id: string
  readonly mail_id: string
}

export interface PlannedFeedback {
  readonly id: string
  readonly skill: Skill
  readonly recipient: PlannedRecipient
}

/** The rows of a new request before its texts are encrypted. */
export interface RequestPlan {
  readonly id: string
  readonly due_at: Date | null
  readonly expires_at: Date
  /** When its mails are sent: after the undo window. */
  readonly send_after: Date
  readonly recipients: readonly PlannedRecipient[]
  /** One per recipient and skill. */
  readonly feedbacks: readonly PlannedFeedback[]
}

/**
 * Pure function: decides what a request stores, without database or clock.
 * @throws not_found for a skill or colleague that is not of the company; person_deactivated; cannot_ask_yourself; due_in_past; due_too_far;
 *   confidential_needs_more_people
 */
export function planRequest({ body, known, viewer, now, newId }: RequestFacts): RequestPlan {
  const skills = body.skill_ids.map((id) => skillOf(known, id))
  const targets = targetsOf(body, known, viewer)
  const dueAt = body.due_at ? new Date(body.due_at) : null
  checkDue(dueAt, now)
  if (body.confidential) checkEnough(targets, viewer.threshold, 'recipients')
  const id = newId()
  const recipients = targets.map((target) => ({
    ...target,
    id: newId(),
    guest_id: target.user_id === null ? newId() : null,
    news_id: newId(),
    mail_id: newId(),
  }))
  return {
    id,
    due_at: dueAt,
    expires_at: new Date(Math.max(now.getTime() + known.expiry_days * DAY_MS, dueAt?.getTime() ?? 0)),
    send_after: new Date(now.getTime() + UNDO_SECONDS * 1000),
    recipients,
    feedbacks: recipients.flatMap((recipient) => skills.map((skill) => ({ id: newId(), skill, recipient }))),
  }
}

function skillOf(known: Known, id: string): Skill {
  const skill = known.skills?.find((one) => one.id === id.toLowerCase())
  if (!skill) throw notFound()
  return skill
}

function checkDue(dueAt: Date | null, now: Date): void {
  if (!dueAt) return
  if (dueAt <= now) throw new Problem('due_in_past')
  if (dueAt.getTime() > now.getTime() + MAX_DUE_DAYS * DAY_MS) throw new Problem('due_too_far')
}

/** Deduplicated, in the order given; the address of a colleague is that colleague. */
function targetsOf(body: RequestFacts['body'], known: Known, viewer: RequestFacts['viewer']): Target[] {
  const targets = new Map<string, Target>()
  const isFormer = (to: Recipient) => 'email' in to && (known.former?.includes(to.email) ?? false)
  refuseThese(body.recipients.flatMap((to, place) => (isFormer(to) ? [{ field: `recipients.${place}` }] : [])))
  for (const recipient of body.recipients) {
    const target = colleagueOf(recipient, known, viewer) ?? outsiderOf(recipient, known, viewer)
    targets.set(target.user_id ?? target.email, target)
  }
  if (targets.has(viewer.userId)) throw new Problem('cannot_ask_yourself')
  return [...targets.values()]
}

type Recipient = CreateRequestBody['recipients'][number]

function colleagueOf(recipient: Recipient, known: Known, viewer: RequestFacts['viewer']): Target | null {
  const { users, contacts } = known.colleagues
  const user = users?.find((one) => ('user_id' in recipient ? one.id === recipient.user_id.toLowerCase() : one.email === recipient.email))
  if (!user) return null
  const { id, email, first_name, last_name, avatar_url, counts } = user
  const relation = relationTo(contacts, id, email)
  return { user_id: id, email, first_name, last_name, avatar_url, locale: viewer.locale, relation, counts, stopped: false }
}

function outsiderOf(recipient: Recipient, known: Known, viewer: RequestFacts['viewer']): Target {
  if ('user_id' in recipient) throw notFound()
  const guest = known.guests?.find((one) => one.email === recipient.email)
  return {
    user_id: null,
    email: recipient.email,
    first_name: recipient.first_name || guest?.first_name || '',
    last_name: recipient.last_name || guest?.last_name || '',
    avatar_url: null,
    locale: recipient.locale ?? viewer.locale,
    relation: relationTo(known.colleagues.contacts, null, recipient.email),
    counts: false,
    stopped: guest?.stopped ?? false,
  }
}
