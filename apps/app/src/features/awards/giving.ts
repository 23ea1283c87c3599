import { type AwardType, MAX_AWARD_RECIPIENTS, type Visibility } from '@reflet/contract/awards'
import { store } from '../../platform/store.ts'
import type { NewAwards } from './awards.api.ts'

/** A colleague who is thanked. */
export interface Thanked {
  user_id: string
  first_name: string
  last_name: string
  job_title: string
  avatar_url: string | null
}

/** Thanks as they are being written; kept on this device. What for stands in the address. */
export interface GivingDraft {
  people: Thanked[]
  message: string
  visibility: Visibility
  /** The same until it was sent: a lost answer never gives twice. */
  key: string
}

export const emptyGiving = (): GivingDraft => ({ people: [], message: '', visibility: 'private', key: crypto.randomUUID() })

/** Outsiders have no account that could keep an award: they are left out. */
export const asThanked = (
  people: readonly (Omit<Thanked, 'user_id'> & { user_id?: string | null })[],
  own: string | undefined,
): Thanked[] =>
  people.flatMap(({ user_id, first_name, last_name, job_title, avatar_url }) =>
    user_id && user_id !== own ? [{ user_id, first_name, last_name, job_title, avatar_url }] : [],
  )

/** Pressed again, a person leaves; beyond the limit nobody joins. */
export function toggled(people: readonly Thanked[], person: Thanked): Thanked[] {
  const without = people.filter(({ user_id }) => user_id !== person.user_id)
  if (without.length < people.length) return without
  return people.length < MAX_AWARD_RECIPIENTS ? [...people, person] : [...people]
}

export const toAwards = (type: AwardType, { people, message, visibility, key }: GivingDraft): NewAwards => ({
  type_id: type.id,
  user_ids: people.map(({ user_id }) => user_id),
  message: message.trim() || null,
  visibility,
  idempotency_key: key,
})

/** Whom to thank, chosen on another page; received once. */
export const arriving = store<readonly Thanked[]>([])

const FRESH_MS = 5_000
let fresh: { ids: string; at: number } | undefined

/** What was given just now is celebrated: not again later, nor after a reload. */
export const justGiven = (ids: string, now = Date.now()) => {
  fresh = { ids, at: now }
}
export const isFresh = (ids: string, now = Date.now()) => fresh?.ids === ids && now - fresh.at < FRESH_MS
