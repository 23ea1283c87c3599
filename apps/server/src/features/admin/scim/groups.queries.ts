import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import type { Filter } from './filter.ts'
import { conditionOf } from './filter-sql.ts'
import { GROUP_ATTRIBUTES, type GroupRow, groupColumns } from './group.ts'
import { type Page, pageOf } from './page.queries.ts'
import { noResource } from './scim-error.ts'

/** Groups per page with their members, of whom a group has any number. */
const MAX_WITH_MEMBERS = 20

/** @throws 404 */
export async function getGroup(db: Queryable, companyId: string, id: string, withMembers: boolean): Promise<GroupRow> {
  const [row] = await rows<GroupRow>(
    db,
    sql`select ${groupColumns(withMembers)} from scim_groups sg where sg.company_id = ${companyId} and sg.id = ${id}`,
  )
  if (!row) throw noResource()
  return row
}

/** A page of the groups that match. */
export async function findGroups(db: Queryable, companyId: string, filter: Filter | null, page: Page, withMembers: boolean) {
  const condition = filter ? sql` and ${conditionOf(filter, GROUP_ATTRIBUTES)}` : sql``
  const from = sql`scim_groups sg where sg.company_id = ${companyId}${condition}`
  const count = withMembers ? Math.min(page.count, MAX_WITH_MEMBERS) : page.count
  const listed = { columns: groupColumns(withMembers), from, id: sql`sg.id`, attributes: GROUP_ATTRIBUTES }
  return pageOf<GroupRow>(db, listed, { ...page, count })
}
