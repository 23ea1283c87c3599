import type { Locale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { MAX_RECIPIENTS, MAX_SKILLS_PER_REQUEST, type SentRequest } from '@reflet/contract/feedback'
import type { NewOutgoing } from '../../../platform/outbox.ts'
import type { AskArrival, PersonToAsk } from '../../directory/handover.api.ts'
import { isSame, type KnownPerson, nameOf, recipientOf, refOf } from '../../directory/person.api.ts'
import type { NewRequest } from '../feedback.api.ts'

/** A person of the request. */
export interface Asked extends Omit<KnownPerson, 'relation'> {
  /** Of an external person: the language of their mails; mine by default. */
  locale?: Locale | undefined
}

export const DUE = ['none', 'week', 'fortnight', 'month'] as const
export type Due = (typeof DUE)[number]
const DAYS: Record<Due, number | null> = { none: null, week: 7, fortnight: 14, month: 30 }

/** The draft of a request; stored on this device. */
export interface AskDraft {
  skillIds: string[]
  people: Asked[]
  context: string
  message: string
  confidential: boolean
  due: Due
  /** Idempotency key: the same until it was sent, so that a retry never sends twice. */
  key: string
}

export const emptyDraft = (): AskDraft => ({
  skillIds: [],
  people: [],
  context: '',
  message: '',
  confidential: false,
  due: 'none',
  key: crypto.randomUUID(),
})

type Askable = PersonToAsk & Partial<Pick<Asked, 'locale'>>

export const asAsked = ({ open_requests = 0, locale, mails_stopped, ...person }: Askable): Asked => ({
  ...refOf(person),
  email: (person.email ?? '').toLowerCase(),
  open_requests,
  ...(locale && { locale }),
  ...(mails_stopped && { mails_stopped }),
})

/** Adds people up to the limit, without duplicates; returns those above it. */
export function addPeople(people: readonly Asked[], more: readonly Asked[], max = MAX_RECIPIENTS): { people: Asked[]; leftOut: Asked[] } {
  const all = [...people]
  const leftOut: Asked[] = []
  for (const person of more) {
    if (all.some((one) => isSame(one, person))) continue
    if (all.length < max) all.push(person)
    else leftOut.push(person)
  }
  return { people: all, leftOut }
}

/** Merges what another page hands over into the draft; returns also the people above the limit. */
export function receive(draft: AskDraft, { people, skillIds = [], message = '' }: AskArrival): { draft: AskDraft; leftOut: Asked[] } {
  const added = addPeople(draft.people, people.map(asAsked))
  const skills = [...new Set([...draft.skillIds, ...skillIds])].slice(0, MAX_SKILLS_PER_REQUEST)
  return { draft: { ...draft, people: added.people, skillIds: skills, message: draft.message || message }, leftOut: added.leftOut }
}

/** The end of the due date, in the requester's time zone. */
export function dueDate(due: Due, now = new Date()): Date | null {
  const days = DAYS[due]
  if (days === null) return null
  const date = new Date(now.getTime() + days * DAY_MS)
  date.setHours(23, 59, 0, 0)
  return date
}

/** The draft of an undone request; the due date is relative to now. */
export function draftOf({ skills, feedbacks, context, message, confidential, due_at, created_at }: SentRequest): AskDraft {
  const people = feedbacks.map(({ recipient }) => asAsked({ ...recipient, avatar_url: null }))
  return {
    ...emptyDraft(),
    skillIds: skills.map(({ id }) => id),
    people: addPeople([], people).people,
    context: context ?? '',
    message: message ?? '',
    confidential,
    due: DUE.find((due) => (dueDate(due, new Date(created_at))?.getTime() ?? null) === (due_at && Date.parse(due_at))) ?? 'none',
  }
}

export const toRequest = (draft: AskDraft): NewRequest => ({
  skill_ids: draft.skillIds,
  recipients: draft.people.map(recipientOf),
  context: draft.context.trim() || null,
  message: draft.message.trim() || null,
  confidential: draft.confidential,
  due_at: dueDate(draft.due)?.toISOString() ?? null,
  idempotency_key: draft.key,
})

/** The same, queued while offline. */
export const waitingRequest = (draft: AskDraft, skills: readonly string[]): NewOutgoing => ({
  kind: 'request',
  id: draft.key,
  body: toRequest(draft),
  people: draft.people.map(nameOf),
  about: skills,
  restores: { path: '/my-skills?step=words', drafts: [{ key: 'ask', value: draft }] },
})
