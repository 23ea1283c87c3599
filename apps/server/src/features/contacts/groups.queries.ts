import type { ContactGroup } from '@reflet/contract/contacts'
import { instant, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { nameKey } from '../search-index/search-words.ts'
import { pageByName } from './by-name.ts'
import { contactsOf, sortContacts, toContacts } from './contacts.queries.ts'

const PAGE = 20

const groupRow = { id: t.uuid, name: t.text, created_at: t.time }
/** All groups of the viewer, without their members. */
export const groupsOf = (db: Queryable, viewer: Viewer) =>
  rows(
    db,
    groupRow,
    sql`select id, name, created_at from contact_groups where company_id = ${viewer.companyId} and user_id = ${viewer.userId}`,
  )

/** Groups with their members by name; a person with several rows is one member. */
async function withMembers(db: Queryable, viewer: Viewer, groups: readonly RowOf<typeof groupRow>[], now: Date): Promise<ContactGroup[]> {
  if (groups.length === 0) return []
  const members = await rows(
    db,
    { group_id: t.uuid, contact_id: t.uuid },
    sql`select group_id, contact_id from contact_group_members
      where company_id = ${viewer.companyId} and group_id = any(${groups.map(({ id }) => id)}::uuid[])`,
  )
  const inAny = new Set(members.map(({ contact_id }) => contact_id))
  const entries = sortContacts((await contactsOf(db, viewer)).filter(({ rowIds }) => rowIds.some((id) => inAny.has(id))))
  const contacts = await toContacts(db, viewer, entries, now)
  return groups.map(({ id, name, created_at }) => {
    const own = new Set(members.filter(({ group_id }) => group_id === id).map(({ contact_id }) => contact_id))
    const isMember = (_: unknown, place: number) => entries[place]?.rowIds.some((row) => own.has(row)) ?? false
    return { id, name, contacts: contacts.filter(isMember), created_at: instant(created_at) }
  })
}

/** The viewer's groups by name, page by page. */
export async function listGroups(db: Queryable, viewer: Viewer, cursor: string | undefined, now: Date) {
  const { page, next_cursor } = pageByName(await groupsOf(db, viewer), ({ name }) => nameKey(name, ''), cursor, PAGE)
  return { groups: await withMembers(db, viewer, page, now), next_cursor }
}

/** @throws not_found also for another person's group */
export async function getGroup(db: Queryable, viewer: Viewer, id: string, now: Date): Promise<ContactGroup> {
  const group = (await groupsOf(db, viewer)).find((one) => one.id === id)
  const [found] = group ? await withMembers(db, viewer, [group], now) : []
  if (!found) throw notFound()
  return found
}
