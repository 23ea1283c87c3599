import { type Queryable, rows, type Sql, sql } from '../../../db/index.ts'
import type { Filter } from './filter.ts'
import { conditionOf } from './filter-sql.ts'
import { type Page, pageOf } from './page.queries.ts'
import { noResource } from './scim-error.ts'
import { USER_ATTRIBUTES, type UserRow, userColumns, userRow } from './user.ts'

const withManager = sql`users u left join users manager on manager.company_id = u.company_id and manager.id = u.manager_id`

/** The users of a company: everyone with an account, except those that the directory has deleted. */
const usersOf = (companyId: string) => sql`u.company_id = ${companyId} and u.scim_deleted_at is null`

/** @throws 404 */
export async function getUser(db: Queryable, companyId: string, id: string): Promise<UserRow> {
  const [row] = await rows(db, userRow, sql`select ${userColumns} from ${withManager} where ${usersOf(companyId)} and u.id = ${id}`)
  if (!row) throw noResource()
  return row
}

/** A page of the users that match, in the order of their creation or of an attribute. */
export async function findUsers(db: Queryable, companyId: string, filter: Filter | null, page: Page) {
  const condition = filter ? sql`${usersOf(companyId)} and ${conditionOf(filter, USER_ATTRIBUTES)}` : usersOf(companyId)
  const from: Sql = sql`${withManager} where ${condition}`
  return pageOf(db, { row: userRow, columns: userColumns, from, id: sql`u.id`, attributes: USER_ATTRIBUTES }, page)
}
