import { type AwardType, MAX_AWARD_RECIPIENTS, type Visibility } from '@reflet/contract/awards'
import type { NewOutgoing } from '../../platform/outbox.ts'
import { type ColleagueRef, nameOf } from '../directory/person.api.ts'
import type { NewAwards } from './awards.api.ts'

/** The draft of an award; stored on this device. The type is in the URL. */
export interface GivingDraft {
  people: ColleagueRef[]
  message: string
  visibility: Visibility
  /** Idempotency key: the same until it was sent, so that a retry never gives twice. */
  key: string
}

export const emptyGiving = (): GivingDraft => ({ people: [], message: '', visibility: 'private', key: crypto.randomUUID() })

/** Toggles a person; above the limit no one is added. */
export function toggled(people: readonly ColleagueRef[], person: ColleagueRef): ColleagueRef[] {
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

/** The same, queued while offline. */
export const waitingAwards = (type: AwardType, draft: GivingDraft): NewOutgoing => ({
  kind: 'award',
  id: draft.key,
  body: toAwards(type, draft),
  people: draft.people.map(nameOf),
  about: [type.name],
  restores: { path: `/award-contacts?type=${type.id}&step=words`, drafts: [{ key: 'award', value: draft }] },
})

const FRESH_MS = 5_000
let fresh: { ids: string; at: number } | undefined

/** A newly given award is celebrated once: not later, nor after a reload. */
export const justGiven = (ids: string, now = Date.now()) => {
  fresh = { ids, at: now }
}
export const isFresh = (ids: string, now = Date.now()) => fresh?.ids === ids && now - fresh.at < FRESH_MS
