import type { Relation } from '@reflet/contract/relations'
import { type RowOf, t } from '../../db/columns.ts'

/** `parent` is a superior of `child`. */
export const edgeRow = { child: t.uuid, parent: t.uuid }
export type Edge = RowOf<typeof edgeRow>

/** An entry of the five lists; `memberId` is null for a person without an account. */
export interface Entry {
  readonly relation: Relation
  readonly memberId: string | null
}

/**
 * Cycle detection: the entries that would create a cycle, given the other people's upward edges from here. Every cycle that new lists can
 * close contains their owner: up from a superior back to the owner or to one of the lower ones, or up from the owner to one of them.
 */
export function circular<Place extends Entry>(userId: string, places: readonly Place[], edges: readonly Edge[]): Place[] {
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
