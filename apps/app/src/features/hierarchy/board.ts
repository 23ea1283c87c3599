import { RELATIONS, type Relation } from '@reflet/contract/groups'
import { HIERARCHY_LISTS, type HierarchyPersonInput, listOf, MAX_HIERARCHY_LIST } from '@reflet/contract/hierarchy'
import { withoutWebAddress } from '@reflet/contract/plain'
import type { ApiError } from '../../platform/errors.ts'

/** Somebody on the board, as the server or the person who fills it knows them. */
export interface Placed {
  /** The user id, or the address of somebody without an account. */
  key: string
  user_id: string | null
  /** null on the manager's page for colleagues: their addresses are not shown there. */
  email: string | null
  first_name: string
  last_name: string
  job_title: string
  avatar_url: string | null
  /** null: in no list yet. */
  relation: Relation | null
}

type Known = Omit<Placed, 'key'>

export const asPlaced = ({ user_id, email, first_name, last_name, job_title, avatar_url, relation }: Known): Placed => ({
  key: user_id ?? email ?? '',
  user_id,
  email,
  first_name,
  last_name,
  job_title,
  avatar_url,
  relation,
})

export const asOutsider = (email: string, first_name: string, last_name: string): Known => ({
  user_id: null,
  email,
  first_name,
  last_name,
  job_title: '',
  avatar_url: null,
  relation: null,
})

/** Two spellings of one person: a colleague by id, anybody by address. */
const isSame = (a: Known, b: Known) =>
  (a.user_id !== null && a.user_id === b.user_id) || (a.email !== null && a.email.toLowerCase() === b.email?.toLowerCase())

export const findOn = (people: readonly Placed[], person: Known) => people.find((one) => isSame(one, person))

export const inList = (people: readonly Placed[], relation: Relation | null) => people.filter((one) => one.relation === relation)

/** A colleague never stands outside the company, and no list holds more than it may. */
export const mayStand = (people: readonly Placed[], person: Known, relation: Relation) =>
  (relation !== 'outside' || person.user_id === null) && inList(people, relation).length < MAX_HIERARCHY_LIST

/** At the end of a list, whether they stood on the board or not; each person once. */
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

/** Where the lists that were saved meanwhile put people who stand elsewhere on the board; `relation` null: in no list. */
export function differences(people: readonly Placed[], saved: readonly Placed[]): Placed[] {
  const elsewhere = saved.filter((one) => one.relation !== null && findOn(people, one)?.relation !== one.relation)
  const gone = people.filter((one) => one.relation !== null && !findOn(saved, one)?.relation)
  return [...elsewhere, ...gone.map((one) => ({ ...one, relation: null }))]
}

/** Both boards in one: who stands on the first stays there, and everybody else of the second joins, as far as a list has room. */
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

/** What a save sends: people without a list are left out. */
export const toLists = (people: readonly Placed[], version: string) => ({
  ...Object.fromEntries(RELATIONS.map((relation) => [listOf(relation), inList(people, relation).map(inputOf)])),
  version,
})

/** A board that is being arranged, and the version of the lists that it began from. */
export interface HierarchyDraft {
  people: Placed[]
  version: string
}

/** A draft of an earlier version of the app knows no version: it counts as begun from other lists. */
export function draftOf(kept: HierarchyDraft | Placed[] | null): HierarchyDraft | null {
  if (kept === null) return null
  const people = Array.isArray(kept) ? kept : kept.people
  return { people, version: Array.isArray(kept) ? '' : (kept.version ?? '') }
}

/** Why somebody cannot stand where they stand; `other` for what this version does not know. */
export const PROBLEMS = ['twice', 'cycle', 'self', 'colleague', 'other'] as const
export type Problem = (typeof PROBLEMS)[number]

/** The people that a refusal names (`superior_users.1`), by their key. */
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
