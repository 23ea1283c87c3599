import { MAX_RECIPIENTS, type SentRequest } from '@reflet/contract/feedback'
import { withoutWebAddress } from '@reflet/contract/plain'
import type { NewRequest } from '../feedback.api.ts'
import type { Askable } from './ask.api.ts'

/** Somebody who is asked: a colleague, or an outsider known by address. */
export interface Asked extends Askable {
  /** The user id, or the address of an outsider. */
  key: string
}

export const DUE = ['none', 'week', 'fortnight', 'month'] as const
export type Due = (typeof DUE)[number]
const DAYS: Record<Due, number | null> = { none: null, week: 7, fortnight: 14, month: 30 }
const DAY_MS = 86_400_000

/** A request as it is being written; kept on this device. */
export interface AskDraft {
  skillIds: string[]
  people: Asked[]
  context: string
  message: string
  confidential: boolean
  due: Due
  /** The same until it was sent: a lost answer never sends twice. */
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

export const asAsked = ({ user_id, email, first_name, last_name, avatar_url, open_requests, locale, mails_stopped }: Askable): Asked => ({
  key: user_id ?? email.toLowerCase(),
  user_id,
  email: email.toLowerCase(),
  first_name,
  last_name,
  avatar_url,
  open_requests,
  ...(locale && { locale }),
  ...(mails_stopped && { mails_stopped }),
})

export const asOutsider = (email: string): Asked =>
  asAsked({ user_id: null, email, first_name: '', last_name: '', avatar_url: null, open_requests: 0 })

/** An address that was typed and the colleague who has it are one person. */
const isSame = (a: Asked, b: Asked) => a.key === b.key || a.email === b.email

/** Adds people as long as there is room, nobody twice; says who had none. */
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

/** A name that was stored with a web address in it goes without: the server refuses such names. */
export function recipientOf({ user_id, email, first_name: first, last_name: last, locale }: Asked) {
  const [first_name, last_name] = [withoutWebAddress(first), withoutWebAddress(last)]
  return user_id ? { user_id } : { email, ...(first_name && { first_name }), ...(last_name && { last_name }), ...(locale && { locale }) }
}

/** The end of the last day, in the asker's own time zone. */
export function dueDate(due: Due, now = new Date()): Date | null {
  const days = DAYS[due]
  if (days === null) return null
  const date = new Date(now.getTime() + days * DAY_MS)
  date.setHours(23, 59, 0, 0)
  return date
}

/** A request as it was being written, to begin again from; the day is counted from now. */
export function draftOf({ skills, feedbacks, context, message, confidential, due_at, created_at }: SentRequest): AskDraft {
  const people = feedbacks.map(({ recipient }) =>
    asAsked({ ...recipient, email: recipient.email ?? '', avatar_url: null, open_requests: 0 }),
  )
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
