import type { Colleague } from '@reflet/contract/people'
import type { NewRequest } from './feedback.api.ts'

/** Somebody to ask: a colleague, or an outsider known by address. */
export interface Asked {
  /** The user id, or the address of an outsider. */
  key: string
  user_id: string | null
  email: string
  first_name: string
  last_name: string
  avatar_url: string | null
  open_requests: number
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

/** From so many open requests on, a colleague is busy: we say so, and leave the choice. */
export const BUSY_FROM = 4

export const asColleague = (colleague: Colleague): Asked => ({ ...colleague, key: colleague.user_id })

export const asOutsider = (email: string): Asked => ({
  key: email.toLowerCase(),
  user_id: null,
  email: email.toLowerCase(),
  first_name: '',
  last_name: '',
  avatar_url: null,
  open_requests: 0,
})

/** The end of the last day, in the asker's own time zone. */
export function dueDate(due: Due, now = new Date()): Date | null {
  const days = DAYS[due]
  if (days === null) return null
  const date = new Date(now.getTime() + days * DAY_MS)
  date.setHours(23, 59, 0, 0)
  return date
}

export const toRequest = (draft: AskDraft): NewRequest => ({
  skill_ids: draft.skillIds,
  recipients: draft.people.map((person) => (person.user_id ? { user_id: person.user_id } : { email: person.email })),
  context: draft.context.trim() || null,
  message: draft.message.trim() || null,
  confidential: draft.confidential,
  due_at: dueDate(draft.due)?.toISOString() ?? null,
  idempotency_key: draft.key,
})
