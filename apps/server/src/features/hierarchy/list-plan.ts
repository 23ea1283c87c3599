import type { HierarchyLists } from '@reflet/contract/hierarchy'
import type { Relation } from '@reflet/contract/relations'
import { nullable, type RowOf, t } from '../../db/index.ts'
import { isSent, type Place } from './hierarchy.policy.ts'

type Origin = 'named' | 'address' | 'manager'

/** A stored contact, as far as lists concern it. */
export const listedRow = {
  id: t.uuid,
  contact_user_id: nullable(t.uuid),
  email: nullable(t.text),
  first_name: t.text,
  last_name: t.text,
  relation: t.oneOf<Relation>(),
  position: nullable(t.int),
  origin: t.oneOf<Origin>(),
}
export type ListedRow = RowOf<typeof listedRow>

/** A resolved entry, with the address that is stored with it: of a person without an account, or the one that the manager typed. */
export type KeptPlace = Place & { readonly email: string | null }

/** The stored entries of the lists that are not sent, as the page of `by` would send them; no entry is resolved yet. */
export const stayingPlaces = (stored: readonly ListedRow[], lists: HierarchyLists, by: 'employee' | 'manager'): Place[] =>
  stored.flatMap(({ relation, position, contact_user_id, email, first_name, last_name }) => {
    if (position === null || isSent(lists, relation)) return []
    const byId = contact_user_id !== null && (by === 'employee' || email === null)
    const input = byId ? { user_id: contact_user_id } : { email: email ?? '', first_name, last_name }
    return [{ field: null, relation, position, input, memberId: null }]
  })

type Content = Omit<ListedRow, 'id'>

/** What a save changes: rows that leave the lists, rows whose content changes, new rows. */
export interface ListPlan {
  readonly leaving: readonly ListedRow[]
  readonly changes: readonly ListedRow[]
  readonly fresh: readonly Content[]
}

const namesOf = ({ input }: Place, row?: ListedRow) => {
  const typed = 'email' in input && (input.first_name || input.last_name) ? input : row
  return { first_name: typed?.first_name ?? '', last_name: typed?.last_name ?? '' }
}

/** A row that was named as a colleague is no longer one by its typed address. */
const withoutAddress = (row: ListedRow): ListedRow => ({ ...row, email: null, first_name: '', last_name: '' })

/**
 * Which rows hold these lists. A row written as an address stays that address, and an address typed by the manager never becomes the row of
 * a colleague who is shown by name beside it: the manager's page would reveal whose it is. The employee's own choice of a colleague keeps an
 * address that the manager typed.
 * @param sent the lists that are replaced: no row leaves another one
 * @param by who saves: the employee, or the manager by their link
 */
export function planLists(
  rows: readonly ListedRow[],
  places: readonly KeptPlace[],
  sent: HierarchyLists,
  by: 'employee' | 'manager',
): ListPlan {
  const byMember = new Map(rows.flatMap((row) => (row.contact_user_id ? [[row.contact_user_id, row] as const] : [])))
  const byEmail = new Map(rows.flatMap((row) => (row.email ? [[row.email, row] as const] : [])))
  const changed = new Map<string, ListedRow>()
  const fresh: Content[] = []
  const now = (row: ListedRow | undefined) => row && (changed.get(row.id) ?? row)
  const rowOf = (memberId: string) => [now(byMember.get(memberId))].find((row) => row?.contact_user_id === memberId)
  const rowAt = (email: string) => [now(byEmail.get(email))].find((row) => row?.email === email)
  const keep = (row: ListedRow | undefined, { relation, position }: KeptPlace, content: Partial<Content>) => {
    if (row) changed.set(row.id, { ...row, ...content, relation, position })
    else fresh.push({ contact_user_id: null, email: null, first_name: '', last_name: '', origin: 'named', ...content, relation, position })
  }
  const writer = by === 'manager' ? 'manager' : 'address'
  /** The row of this address; a colleague's own row gives the address up. */
  const addressRow = (email: string, memberId: string | null) => {
    const row = rowAt(email)
    if (row?.origin !== 'named' || row.contact_user_id === memberId) return row
    changed.set(row.id, { ...withoutAddress(row), ...(changed.has(row.id) ? {} : unlisted(row)) })
    return undefined
  }
  const keepAddress = (place: KeptPlace, email: string) => {
    const row = addressRow(email, null)
    keep(row, place, { contact_user_id: null, email, ...namesOf(place, row), ...(!row && { origin: writer }) })
  }
  const keepTyped = (place: KeptPlace, email: string, memberId: string) => {
    const row = addressRow(email, memberId)
    const own = rowOf(memberId)
    if (row) keep(row, place, { contact_user_id: own && own.id !== row.id ? null : memberId, ...namesOf(place, row) })
    else keep(own, place, { contact_user_id: memberId, email, ...namesOf(place), ...(!own && { origin: writer }) })
  }
  const keepColleague = (place: KeptPlace, memberId: string) => {
    const own = rowOf(memberId)
    const row = 'email' in place.input ? rowAt(place.input.email) : undefined
    if (own) keep(own, place, by === 'manager' ? { email: null, first_name: '', last_name: '' } : {})
    else if (row?.contact_user_id === null) keep(row, place, promotion(row, memberId))
    else keep(undefined, place, { contact_user_id: memberId })
  }
  for (const place of places) {
    const { memberId, email } = place
    if (memberId && email) keepTyped(place, email, memberId)
    else if (memberId) keepColleague(place, memberId)
    else if (email) keepAddress(place, email)
  }
  const leaving = rows.filter(({ id, relation, position }) => position !== null && isSent(sent, relation) && !changed.has(id))
  return { leaving, changes: [...changed.values()], fresh }
}

/** The relation of a contact who is in no list: the default. */
export const unlisted = ({ contact_user_id }: Pick<ListedRow, 'contact_user_id'>): Pick<ListedRow, 'relation' | 'position'> => ({
  relation: contact_user_id ? 'coworker' : 'outside',
  position: null,
})

/** An external contact who became a colleague. A row in a list keeps its address. */
const promotion = (row: ListedRow, memberId: string): Partial<Content> =>
  row.position === null
    ? { contact_user_id: memberId, email: null, first_name: '', last_name: '', origin: 'named' }
    : { contact_user_id: memberId }
