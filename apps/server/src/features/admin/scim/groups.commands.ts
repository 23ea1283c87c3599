import { insert, type Queryable, rows, sql, t, violates } from '../../../db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import type { Client } from './client.ts'
import { conditionOf } from './filter-sql.ts'
import { groupColumns, groupRow, groupVersion, MEMBER_ATTRIBUTES } from './group.ts'
import type { GroupChange } from './group-changes.ts'
import { checkVersion } from './resource.ts'
import { badRequest, noResource, ScimError } from './scim-error.ts'

const target = (id: string) => ({ kind: 'group', id }) as const

/** @throws 409: the unique index decides */
async function refusingTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violates(error, 'scim_groups_by_name')) throw new ScimError(409, 'A group with this displayName exists', 'uniqueness')
    throw error
  }
}

/** @returns its id @throws 409, invalidValue (a member) */
export async function createGroup(
  platform: Platform,
  { companyId, actor }: Client,
  displayName: string,
  changes: readonly GroupChange[],
): Promise<string> {
  const now = platform.clock()
  const id = newId(now)
  await refusingTaken(() =>
    platform.db.transaction(async (tx) => {
      await insert(tx, 'scim_groups', { company_id: companyId, id, display_name: displayName, created_at: now, changed_at: now })
      const counts = await carryOut(tx, companyId, id, changes)
      await record(tx, now, { companyId, actor, action: 'scim_group_created', target: target(id), details: { members: counts.added } })
    }),
  )
  return id
}

/**
 * Changes a group: all changes, or none.
 * @param ifMatch the version that the caller has
 * @throws 404, 409, 412, invalidValue (a member)
 */
export async function updateGroup(
  platform: Platform,
  { companyId, actor }: Client,
  id: string,
  changes: readonly GroupChange[],
  ifMatch?: string,
): Promise<void> {
  const now = platform.clock()
  await refusingTaken(() =>
    platform.db.transaction(async (tx) => {
      await lockGroup(tx, companyId, id, ifMatch)
      const counts = await carryOut(tx, companyId, id, changes)
      if (Object.values(counts).every((count) => count === 0)) return
      // Two changes of one moment are two versions.
      await tx.execute(sql`update scim_groups set changed_at = greatest(${now}, changed_at + interval '1 microsecond')
        where company_id = ${companyId} and id = ${id}`)
      await record(tx, now, { companyId, actor, action: 'scim_group_changed', target: target(id), details: counts })
    }),
  )
}

/** Deletes a group; its members stay. @throws 404, 412 */
export async function deleteGroup(platform: Platform, { companyId, actor }: Client, id: string, ifMatch?: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockGroup(tx, companyId, id, ifMatch)
    await tx.execute(sql`delete from scim_groups where company_id = ${companyId} and id = ${id}`)
    await record(tx, now, { companyId, actor, action: 'scim_group_deleted', target: target(id) })
  })
}

async function lockGroup(tx: Queryable, companyId: string, id: string, ifMatch: string | undefined): Promise<void> {
  const [row] = await rows(
    tx,
    groupRow,
    sql`select ${groupColumns(false)} from scim_groups sg where sg.company_id = ${companyId} and sg.id = ${id} for update`,
  )
  if (!row) throw noResource()
  checkVersion(ifMatch, groupVersion(row))
}

/** What was changed: rows. */
interface Counts {
  renamed: number
  added: number
  removed: number
}

async function carryOut(
  tx: Queryable,
  companyId: string,
  id: string,
  changes: readonly GroupChange[],
): Promise<Record<keyof Counts, number>> {
  const counts: Counts = { renamed: 0, added: 0, removed: 0 }
  const group = sql`company_id = ${companyId} and id = ${id}`
  for (const change of changes) {
    switch (change.kind) {
      case 'name':
        counts.renamed += await count(
          tx,
          sql`update scim_groups set display_name = ${change.displayName} where ${group}
            and display_name <> ${change.displayName} returning 1 as one`,
        )
        break
      case 'external':
        counts.renamed += await count(
          tx,
          sql`update scim_groups set external_id = ${change.externalId} where ${group}
            and external_id is distinct from ${change.externalId} returning 1 as one`,
        )
        break
      case 'add':
        counts.added += await addMembers(tx, companyId, id, change.members)
        break
      case 'replace':
        counts.removed += await removeMembers(tx, companyId, id, sql`gm.user_id <> all(${change.members}::uuid[])`)
        counts.added += await addMembers(tx, companyId, id, change.members)
        break
      case 'remove':
        counts.removed += await removeMembers(tx, companyId, id, sql`gm.user_id = any(${change.members}::uuid[])`)
        break
      case 'remove-where':
        counts.removed += await removeMembers(tx, companyId, id, conditionOf(change.filter, MEMBER_ATTRIBUTES))
        break
    }
  }
  return { ...counts }
}

const count = async (tx: Queryable, query: ReturnType<typeof sql>) => (await rows(tx, { one: t.int }, query)).length

/** @throws invalidValue when one of them is no user of the company */
async function addMembers(tx: Queryable, companyId: string, id: string, members: readonly string[]): Promise<number> {
  if (members.length === 0) return 0
  const [row] = await rows(
    tx,
    { known: t.int, added: t.int },
    sql`with known as (
        select u.id from users u where u.company_id = ${companyId} and u.scim_deleted_at is null
          and u.id = any(${members}::uuid[]) order by u.id
      ), added as (
        insert into scim_group_members (company_id, group_id, user_id)
        select ${companyId}, ${id}, known.id from known on conflict do nothing returning 1 as one
      )
      select (select count(*)::int from known) as known, (select count(*)::int from added) as added`,
  )
  if (row?.known !== members.length) throw badRequest('invalidValue', 'A member is not a user of this company')
  return row.added
}

/** Who is no member is not removed: that is no error. */
const removeMembers = (tx: Queryable, companyId: string, id: string, condition: ReturnType<typeof sql>) =>
  count(
    tx,
    sql`delete from scim_group_members gm using users u
      where gm.company_id = ${companyId} and gm.group_id = ${id} and u.company_id = gm.company_id and u.id = gm.user_id
        and ${condition} returning 1 as one`,
  )
