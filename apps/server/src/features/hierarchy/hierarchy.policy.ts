import { DAY_MS } from '@reflet/contract/durations'
import { HIERARCHY_LISTS, type HierarchyLists, type HierarchyPersonInput, listOf } from '@reflet/contract/hierarchy'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { sql, type Value } from '../../db/sql.ts'
import { Problem } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'

/** Rate limit: a manager gets one mail about the same employee in this time. */
export const REMIND_AGAIN_MS = DAY_MS

/** @throws badges_inactive: the hierarchy exists only for companies with badges */
export function checkBadges({ badgesActive }: Pick<Viewer, 'badgesActive'>): void {
  if (!badgesActive) throw new Problem('badges_inactive')
}

/**
 * Whether a manager's link is valid, over `hierarchy_invitations hi`, `users u` (the employee) and `companies c`: it expires with either
 * account, and when another manager is asked.
 */
export const isOpen = (now: Value) => sql`(hi.replaced_at is null and hi.expires_at > ${now}::timestamptz and u.deactivated_at is null
  and c.badges_active
  and not exists (select from users holder
    where holder.company_id = hi.company_id and holder.email = hi.email and holder.deactivated_at is not null))`

/** Whether the address of `hierarchy_invitations hi` has unsubscribed from this company's mails, by any of them. */
export const isStopped = sql`exists (select from guests g
  where g.company_id = hi.company_id and g.email = hi.email and g.stopped_at is not null)`

/** One entry of the five lists: how the person was named, and which colleague that is. */
export interface Place {
  /** `superior_users.1`: the field of an error; null for a stored entry of a list that is not sent. */
  readonly field: string | null
  readonly relation: Relation
  readonly position: number
  readonly input: HierarchyPersonInput
  /** null for a person without an account. */
  readonly memberId: string | null
}

/** The lists that are sent as one, in their order; no entry is resolved yet. */
export const placesOf = (lists: HierarchyLists): Place[] =>
  RELATIONS.flatMap((relation, index) => {
    const list = HIERARCHY_LISTS[index] as keyof HierarchyLists
    return (lists[list] ?? []).map((input, position) => ({ field: `${list}.${position}`, relation, position, input, memberId: null }))
  })

/** Whether this relation's list is sent, and so replaced. */
export const isSent = (lists: HierarchyLists, relation: Relation) => lists[listOf(relation)] !== undefined

export const emailOf = ({ input }: Place) => ('email' in input ? input.email : null)

/** Only what is sent is refused. */
const refuse = (
  places: readonly Place[],
  code: 'cannot_add_yourself' | 'hierarchy_twice' | 'hierarchy_cycle' | 'invalid_input',
  why: string,
) => {
  const fields = places.flatMap(({ field }) => (field === null ? [] : [[field, why] as const]))
  if (fields.length > 0) throw new Problem(code, { fields: Object.fromEntries(fields) })
}

/**
 * Validates the entries: no duplicates, never the owner, and no colleague as external.
 * @param same the identity of an entry's person
 * @throws cannot_add_yourself, invalid_input (`colleague`), hierarchy_twice; each with its fields
 */
export function checkPlaces(userId: string, places: readonly Place[], same: (place: Place) => string | null): void {
  refuse(
    places.filter(({ memberId }) => memberId === userId),
    'cannot_add_yourself',
    'self',
  )
  refuse(
    places.filter((place) => place.relation === 'outside' && place.memberId !== null),
    'invalid_input',
    'colleague',
  )
  refuse(twice(places, same), 'hierarchy_twice', 'twice')
}

/** The entries of people who occur several times. */
function twice(places: readonly Place[], same: (place: Place) => string | null): Place[] {
  const byPerson = Map.groupBy(places, same)
  return places.filter((place) => (byPerson.get(same(place))?.length ?? 0) > 1)
}

/** Identity of a person, as resolved by the directory. */
export const personOf = (place: Place) => place.memberId ?? emailOf(place)
/** Identity of a person, as it was entered. */
export const namedAs = ({ input }: Place) => ('user_id' in input ? input.user_id : input.email)

/** @throws hierarchy_cycle with the fields of these entries */
export const checkCircular = (places: readonly Place[]) => refuse(places, 'hierarchy_cycle', 'cycle')

/**
 * Privacy: on the manager's page a typed address is not resolved where the result would reveal that it belongs to a colleague: as external,
 * beside the same colleague chosen from the page, or in a cycle.
 */
export const keepUnknown = (places: readonly Place[], telling: readonly Place[]): Place[] =>
  places.map((place) => (telling.includes(place) && 'email' in place.input ? { ...place, memberId: null } : place))

/** The entries whose resolution would be revealed: see `keepUnknown`. */
export const telling = (userId: string, places: readonly Place[]): Place[] =>
  [...places.filter(({ relation }) => relation === 'outside'), ...twice(places, personOf)].filter(({ memberId }) => memberId !== userId)
