import { MAX_CONTACTS } from '@reflet/contract/contacts'
import type { HierarchyLists, HierarchySave } from '@reflet/contract/hierarchy'
import { insert, type Queryable, rows, sql } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { findCircular, type Owner } from '../relations/circles.queries.ts'
import { letGoOfManager, lockHierarchy } from '../relations/relations.ts'
import { checkCircular, checkPlaces, emailOf, keepUnknown, personOf, placesOf } from './hierarchy.policy.ts'
import { currentVersion, findColleagues } from './hierarchy.queries.ts'
import { type KeptPlace, type ListedRow, listedRow, planLists, stayingPlaces, unlisted } from './list-plan.ts'

/**
 * Replaces those of the viewer's five lists that are sent; the others stay as they are, and the rules hold for all of them. The address of a colleague is resolved to that colleague. A manager who is no longer a superior is no
 * longer the viewer's manager.
 * @throws not_found for a person who is not of the company; cannot_add_yourself; invalid_input for a colleague as external;
 *   hierarchy_twice; hierarchy_cycle; hierarchy_changed; too_many_contacts
 */
export async function saveHierarchy(platform: Platform, viewer: Viewer, { version, ...lists }: HierarchySave): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    await lockHierarchy(tx, viewer.companyId)
    const stored = await storedContacts(tx, viewer)
    const named = [...placesOf(lists), ...stayingPlaces(stored, lists, 'employee')]
    const places = await findColleagues(tx, viewer.companyId, named)
    checkPlaces(viewer.userId, places, personOf)
    checkCircular(await findCircular(tx, viewer, places))
    // An address of a list that is not sent stays an address, also where it is a colleague's by now.
    const staying = places.filter(({ field }) => field === null)
    const kept = keepUnknown(places, staying).map((place) => ({ ...place, email: place.memberId ? null : emailOf(place) }))
    const save = { version, lists, by: 'employee' } as const
    const { total, formerSuperiors } = await replaceLists(tx, viewer, stored, kept, platform.clock(), save)
    if (total > MAX_CONTACTS) throw new Problem('too_many_contacts')
    await letGoOfManager(tx, viewer, formerSuperiors)
  })
}

interface Save {
  /** The version that the new lists are based on. */
  readonly version: string | undefined
  /** As they were sent. */
  readonly lists: HierarchyLists
  readonly by: 'employee' | 'manager'
}

/** Every contact of the owner, in the lists or not. */
export const storedContacts = (tx: Queryable, { companyId, userId }: Owner): Promise<ListedRow[]> =>
  rows(
    tx,
    listedRow,
    sql`select id, contact_user_id, email, first_name, last_name, relation, position, origin from contacts
      where company_id = ${companyId} and user_id = ${userId}`,
  )

/**
 * Replaces the stored lists. The owner and the hierarchy are locked.
 * @param places the entries of all five lists
 * @returns how many rows the owner has if any was added (else 0), and the colleagues who are no longer superiors
 * @throws hierarchy_changed when other lists were saved since that version (optimistic locking)
 */
export async function replaceLists(
  tx: Queryable,
  owner: Owner,
  stored: readonly ListedRow[],
  places: readonly KeptPlace[],
  now: Date,
  { version, lists, by }: Save,
) {
  const before = version === undefined ? undefined : await currentVersion(tx, owner.companyId, owner.userId)
  const { leaving, changes, fresh } = planLists(stored, places, lists, by)
  await leaveLists(tx, owner, leaving)
  await changeRows(tx, owner, changes)
  if (fresh.length > 0) {
    const keys = { company_id: owner.companyId, user_id: owner.userId, created_at: now }
    await insert(
      tx,
      'contacts',
      fresh.map((row) => ({ ...keys, ...row, id: newId(now) })),
    )
  }
  if (before !== version && before !== (await currentVersion(tx, owner.companyId, owner.userId))) throw new Problem('hierarchy_changed')
  const superiors = new Set(changes.flatMap(({ relation, contact_user_id }) => (relation === 'superior' ? [contact_user_id] : [])))
  const touched = new Set([...leaving, ...changes].map(({ id }) => id))
  const formerSuperiors = stored.flatMap(({ id, relation, contact_user_id: member }) =>
    relation === 'superior' && member && touched.has(id) && !superiors.has(member) ? [member] : [],
  )
  return { total: fresh.length > 0 ? stored.length + fresh.length : 0, formerSuperiors }
}

/** Removed from the lists, a contact stays a contact. One that only the manager wrote is deleted, unless a group has them. */
async function leaveLists(tx: Queryable, { companyId }: Owner, leaving: readonly ListedRow[]): Promise<void> {
  if (leaving.length === 0) return
  const ids = leaving.map(({ id }) => id)
  await tx.execute(sql`delete from contacts ct
    where ct.company_id = ${companyId} and ct.id = any(${ids}::uuid[]) and ct.origin = 'manager'
      and not exists (select from contact_group_members cm
        where cm.company_id = ct.company_id and cm.contact_id = ct.id)`)
  await changeRows(
    tx,
    { companyId },
    leaving.map((row) => ({
      ...row,
      ...unlisted(row),
      ...(row.origin === 'named' && { email: null, first_name: '', last_name: '' }),
    })),
  )
}

async function changeRows(tx: Queryable, { companyId }: Pick<Owner, 'companyId'>, changes: readonly ListedRow[]): Promise<void> {
  if (changes.length === 0) return
  const changed = sql`json_to_recordset(${JSON.stringify(changes)}::json)
    as x (id uuid, contact_user_id uuid, email text, first_name text, last_name text, relation text, position integer, origin text)`
  // Uniqueness is checked row by row: addresses that are given up are written first.
  await tx.execute(sql`update contacts ct set email = null from ${changed}
    where ct.company_id = ${companyId} and ct.id = x.id and x.email is null
      and ct.email is not null and ct.contact_user_id is not null`)
  await tx.execute(sql`update contacts ct set contact_user_id = x.contact_user_id, email = x.email, first_name = x.first_name,
      last_name = x.last_name, relation = x.relation, position = x.position, origin = x.origin
    from ${changed} where ct.company_id = ${companyId} and ct.id = x.id`)
}
