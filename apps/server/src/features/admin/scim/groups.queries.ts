import { type Queryable, rows, sql, t } from '../../../db/index.ts'
import type { Filter } from './filter.ts'
import { conditionOf } from './filter-sql.ts'
import { GROUP_ATTRIBUTES, type GroupRow, groupColumns, groupRow, memberCount } from './group.ts'
import { type Page, pageOf } from './page.queries.ts'
import { noResource } from './scim-error.ts'

/** A page ends early, after the group with which it has so many members: a company has any number of them in any number of groups. */
export const MAX_MEMBERS = 5_000

/** @throws 404 */
export async function getGroup(db: Queryable, companyId: string, id: string, withMembers: boolean): Promise<GroupRow> {
  const [row] = await groupsOf(db, companyId, [id], withMembers)
  if (!row) throw noResource()
  return row
}

const groupsOf = (db: Queryable, companyId: string, ids: readonly string[], withMembers: boolean) =>
  rows(
    db,
    groupRow,
    sql`select ${groupColumns(withMembers)} from scim_groups sg where sg.company_id = ${companyId} and sg.id = any(${ids}::uuid[])`,
  )

/** A page of the groups that match. */
export async function findGroups(db: Queryable, companyId: string, filter: Filter | null, page: Page, withMembers: boolean) {
  const condition = filter ? sql` and ${conditionOf(filter, GROUP_ATTRIBUTES)}` : sql.empty
  const from = sql`scim_groups sg where sg.company_id = ${companyId}${condition}`
  const size = withMembers ? memberCount : sql`0`
  const { total, found } = await pageOf(
    db,
    {
      row: { ...groupRow, size: t.int },
      columns: sql`${groupColumns(false)}, ${size} as size`,
      from,
      id: sql`sg.id`,
      attributes: GROUP_ATTRIBUTES,
    },
    page,
  )
  if (!withMembers || found.length === 0) return { total, found }
  let members = 0
  const kept = found.filter((row, place) => {
    const fits = place === 0 || members < MAX_MEMBERS
    members += row.size
    return fits
  })
  const ids = kept.map(({ id }) => id)
  const read = new Map((await groupsOf(db, companyId, ids, true)).map((row) => [row.id, row]))
  return { total, found: ids.flatMap((id) => read.get(id) ?? []) }
}
