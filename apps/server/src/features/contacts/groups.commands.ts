import { type ContactGroup, MAX_GROUPS } from '@reflet/contract/contacts'
import { insert, type Queryable, sql } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { contactsOf } from './contacts.queries.ts'
import { getGroup, groupsOf } from './groups.queries.ts'

const isSameName = (a: string, b: string) => a.trim().normalize().toLowerCase() === b.trim().normalize().toLowerCase()

/** @throws group_exists when another group of the viewer has that name, ignoring case; too_many_groups */
async function checkName(tx: Queryable, viewer: Viewer, name: string, ownId: string | null): Promise<void> {
  const others = (await groupsOf(tx, viewer)).filter(({ id }) => id !== ownId)
  if (others.length >= MAX_GROUPS) throw new Problem('too_many_groups')
  if (others.some((group) => isSameName(group.name, name))) throw new Problem('group_exists')
}

/** @throws not_found when one is not among the viewer's contacts */
async function setMembers(tx: Queryable, viewer: Viewer, groupId: string, contactIds: readonly string[]): Promise<void> {
  const standsFor = new Map((await contactsOf(tx, viewer)).flatMap(({ rowIds }) => rowIds.map((id) => [id, rowIds[0]] as const)))
  const members = contactIds.map((id) => standsFor.get(id))
  if (members.includes(undefined)) throw notFound()
  const { companyId: company_id } = viewer
  await tx.execute(sql`delete from contact_group_members where company_id = ${company_id} and group_id = ${groupId}`)
  const distinct = [...new Set(members)].flatMap((contact_id) => contact_id ?? [])
  if (distinct.length === 0) return
  await insert(
    tx,
    'contact_group_members',
    distinct.map((contact_id) => ({ company_id, group_id: groupId, contact_id })),
  )
}

interface GroupInput {
  readonly name: string
  readonly contact_ids: readonly string[]
}

/**
 * Creates a group of the viewer's contacts.
 * @throws group_exists; too_many_groups; not_found for a person who is no contact
 */
export async function createGroup(platform: Platform, viewer: Viewer, { name, contact_ids }: GroupInput): Promise<ContactGroup> {
  const now = platform.clock()
  const id = newId(now)
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    await checkName(tx, viewer, name, null)
    await insert(tx, 'contact_groups', { company_id: viewer.companyId, id, user_id: viewer.userId, name, created_at: now })
    await setMembers(tx, viewer, id, contact_ids)
    return getGroup(tx, viewer, id, platform.clock())
  })
}

/**
 * Renames a group, or replaces its members.
 * @throws not_found for the group or a person who is no contact; group_exists
 */
export async function updateGroup(
  platform: Platform,
  viewer: Viewer,
  id: string,
  { name, contact_ids }: { [Field in keyof GroupInput]?: GroupInput[Field] | undefined },
): Promise<ContactGroup> {
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    await getGroup(tx, viewer, id, platform.clock())
    if (name !== undefined) {
      await checkName(tx, viewer, name, id)
      await tx.execute(sql`update contact_groups set name = ${name} where ${own(viewer, id)}`)
    }
    if (contact_ids) await setMembers(tx, viewer, id, contact_ids)
    return getGroup(tx, viewer, id, platform.clock())
  })
}

/**
 * Deletes a group; its contacts are kept.
 * @throws not_found
 */
export async function deleteGroup(platform: Platform, viewer: Viewer, id: string): Promise<void> {
  const gone = await platform.db.execute(sql`delete from contact_groups where ${own(viewer, id)}`)
  if (gone === 0) throw notFound()
}

const own = (viewer: Viewer, id: string) => sql`company_id = ${viewer.companyId} and user_id = ${viewer.userId} and id = ${id}`
