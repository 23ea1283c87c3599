import { HIERARCHY_LISTS, type HierarchyPersonInput, listOf, MAX_HIERARCHY_LIST } from '@reflet/contract/hierarchy'
import { withoutWebAddress } from '@reflet/contract/plain'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import type { ApiError } from '../../platform/errors.ts'
import { isSame, keyOf, type PersonRef, refOf } from '../directory/person.api.ts'

/** A person on the board, with the data of the server or of the user. */
export interface Placed extends PersonRef {
  /** The user id, or the address of a person without an account. */
  key: string
  /** null: in no list yet. */
  relation: Relation | null
}

type Known = Omit<Placed, 'key'>

export const asPlaced = ({ relation, ...person }: Known): Placed => ({ ...refOf(person), key: keyOf(person), relation })

export const asOutsider = (email: string, first_name: string, last_name: string): Known => ({
  ...refOf({ email, first_name, last_name }),
  relation: null,
})

export const findOn = (people: readonly Placed[], person: Known) => people.find((one) => isSame(one, person))

export const inList = (people: readonly Placed[], relation: Relation | null) => people.filter((one) => one.relation === relation)

/** A colleague is never external, and no list exceeds its limit. */
export const mayStand = (people: readonly Placed[], person: Known, relation: Relation) =>
  (relation !== 'outside' || person.user_id === null) && inList(people, relation).length < MAX_HIERARCHY_LIST

/** Moves a person to the end of a list, or adds them; without duplicates. */
export function place(people: readonly Placed[], person: Known, relation: Relation | null): Placed[] {
  const known = findOn(people, person)
  if (known?.relation === relation) return [...people]
  return [...people.filter((one) => one !== known), { ...asPlaced(known ?? person), relation }]
}

export const without = (people: readonly Placed[], key: string) => people.filter((one) => one.key !== key)

const listed = (people: readonly Placed[]) => RELATIONS.map((relation) => inList(people, relation))

export const sameLists = (a: readonly Placed[], b: readonly Placed[]) =>
  JSON.stringify(listed(a).map((list) => list.map(({ key }) => key))) ===
  JSON.stringify(listed(b).map((list) => list.map(({ key }) => key)))

/** The differing positions in lists that were saved meanwhile; `relation` null: in no list. */
export function differences(people: readonly Placed[], saved: readonly Placed[]): Placed[] {
  const elsewhere = saved.filter((one) => one.relation !== null && findOn(people, one)?.relation !== one.relation)
  const gone = people.filter((one) => one.relation !== null && !findOn(saved, one)?.relation)
  return [...elsewhere, ...gone.map((one) => ({ ...one, relation: null }))]
}

/** Merges both boards: people on the first keep their list, and the others of the second are added, up to a list's limit. */
export function combine(people: readonly Placed[], saved: readonly Placed[]): Placed[] {
  let both = [...people]
  for (const one of saved) {
    const known = findOn(both, one)
    if (one.relation === null || known?.relation) {
      if (!known) both.push(one)
    } else if (mayStand(both, one, one.relation)) both = place(both, one, one.relation)
  }
  return both
}

function inputOf({ user_id, email, first_name, last_name }: Placed): HierarchyPersonInput {
  // Stored before such names were refused.
  return user_id ? { user_id } : { email: email ?? '', first_name: withoutWebAddress(first_name), last_name: withoutWebAddress(last_name) }
}

/** The body of a save: people without a list are omitted. */
export const toLists = (people: readonly Placed[], version: string) => ({
  ...Object.fromEntries(RELATIONS.map((relation) => [listOf(relation), inList(people, relation).map(inputOf)])),
  version,
})

/** A draft of the board, and the version of the lists that it is based on. */
export interface HierarchyDraft {
  people: Placed[]
  version: string
}

/** A draft of an earlier app version has no version: it counts as based on other lists. */
export function draftOf(kept: HierarchyDraft | Placed[] | null): HierarchyDraft | null {
  if (kept === null) return null
  const people = Array.isArray(kept) ? kept : kept.people
  return { people, version: Array.isArray(kept) ? '' : (kept.version ?? '') }
}

/** The error of a person's position; `other` for an unknown code. */
export const PROBLEMS = ['twice', 'cycle', 'self', 'colleague', 'other'] as const
export type Problem = (typeof PROBLEMS)[number]

/** The people that an error names (`superior_users.1`), by their key. */
export function problemsOf(people: readonly Placed[], { fields }: ApiError): ReadonlyMap<string, Problem> {
  const found = new Map<string, Problem>()
  for (const [field, code] of Object.entries(fields)) {
    const [list = '', position = ''] = field.split('.')
    const relation = RELATIONS[(HIERARCHY_LISTS as readonly string[]).indexOf(list)]
    const person = relation && inList(people, relation)[Number(position)]
    if (person) found.set(person.key, PROBLEMS.find((problem) => problem === code) ?? 'other')
  }
  return found
}
