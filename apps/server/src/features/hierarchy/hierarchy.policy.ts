import { RELATIONS, type Relation } from '@reflet/contract/groups'
import { HIERARCHY_LISTS, type HierarchyLists, type HierarchyPersonInput } from '@reflet/contract/hierarchy'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { Problem } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'

/** A manager gets one mail about the same employee in this time. */
export const REMIND_AGAIN_MS = 86_400_000

/** @throws badges_inactive: the hierarchy serves the badges, and exists only with them */
export function checkBadges({ badgesActive }: Pick<Viewer, 'badgesActive'>): void {
  if (!badgesActive) throw new Problem('badges_inactive')
}

/** Whether a manager's link works, over `hierarchy_invitations i`, `users u` (who asked) and `companies c`: it ends with either account, and when another manager is asked. */
export const isOpen = (
  now: SQL | Placeholder,
) => sql`(i.replaced_at is null and i.expires_at > ${now}::timestamptz and u.deactivated_at is null and c.badges_active
  and not exists (select from users x where x.company_id = i.company_id and x.email = i.email and x.deactivated_at is not null))`

/** Whether the address of `hierarchy_invitations i` wants no mail of this company: whichever of its mails said so. */
export const isStopped = sql`exists (select from guests g where g.company_id = i.company_id and g.email = i.email and g.stopped_at is not null)`

/** One person of the five lists: how they were named, and which colleague that is. */
export interface Place {
  /** `superior_users.1`: where to show a refusal. */
  readonly field: string
  readonly relation: Relation
  readonly position: number
  readonly input: HierarchyPersonInput
  /** null for somebody without an account. */
  readonly memberId: string | null
}

/** The five lists as one, in their order; nobody is known yet. */
export const placesOf = (lists: HierarchyLists): Place[] =>
  RELATIONS.flatMap((relation, index) => {
    const list = HIERARCHY_LISTS[index] as keyof HierarchyLists
    return lists[list].map((input, position) => ({ field: `${list}.${position}`, relation, position, input, memberId: null }))
  })

export const emailOf = ({ input }: Place) => ('email' in input ? input.email : null)

const refuse = (
  places: readonly Place[],
  code: 'cannot_add_yourself' | 'hierarchy_twice' | 'hierarchy_cycle' | 'invalid_input',
  why: string,
) => {
  if (places.length > 0) throw new Problem(code, { fields: Object.fromEntries(places.map(({ field }) => [field, why])) })
}

/**
 * Each person once, never oneself, and no colleague outside the company.
 * @param same what makes two places one person
 * @throws cannot_add_yourself, invalid_input (`colleague`), hierarchy_twice; each with the fields that it is about
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

/** The places of those who stand in several. */
function twice(places: readonly Place[], same: (place: Place) => string | null): Place[] {
  const byPerson = Map.groupBy(places, same)
  return places.filter((place) => (byPerson.get(same(place))?.length ?? 0) > 1)
}

/** Who somebody is, as far as the directory knows. */
export const personOf = (place: Place) => place.memberId ?? emailOf(place)
/** Who somebody is, as it was said. */
export const namedAs = ({ input }: Place) => ('user_id' in input ? input.user_id : input.email)

/** `parent` is a superior of `child`. */
export interface Edge {
  readonly child: string
  readonly parent: string
}

/**
 * The places by which somebody would stand above themself, given what all others said upwards from here. Every circle that
 * new lists can close runs through their owner: up from a superior back to the owner or to one of the lower ones, or up from
 * the owner to one of them.
 */
export function circular(userId: string, places: readonly Place[], edges: readonly Edge[]): Place[] {
  const parents = Map.groupBy(edges, ({ child }) => child)
  const above = (start: string) => {
    const met = new Set([start])
    for (const id of met) for (const { parent } of parents.get(id) ?? []) met.add(parent)
    return met
  }
  const lower = places.filter(({ relation, memberId }) => relation === 'lower' && memberId)
  const known = above(userId)
  const found = new Set(lower.filter(({ memberId }) => known.has(memberId as string)))
  for (const place of places) {
    if (place.relation !== 'superior' || !place.memberId) continue
    const met = above(place.memberId)
    const closing = lower.filter(({ memberId }) => met.has(memberId as string))
    if (met.has(userId) || closing.length > 0) for (const each of [place, ...closing]) found.add(each)
  }
  return places.filter((place) => found.has(place))
}

/** @throws hierarchy_cycle with the fields of these places */
export const checkCircular = (places: readonly Place[]) => refuse(places, 'hierarchy_cycle', 'cycle')

/**
 * On the manager's page a typed address stays an address wherever knowing its owner would tell that it has one: outside the
 * company, beside the same colleague chosen from the page, or in a circle.
 */
export const keepUnknown = (places: readonly Place[], telling: readonly Place[]): Place[] =>
  places.map((place) => (telling.includes(place) && 'email' in place.input ? { ...place, memberId: null } : place))

/** The places that would tell: see `keepUnknown`. */
export const telling = (userId: string, places: readonly Place[]): Place[] =>
  [...places.filter(({ relation }) => relation === 'outside'), ...twice(places, personOf)].filter(({ memberId }) => memberId !== userId)
