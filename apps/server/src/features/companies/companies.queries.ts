import { sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { hasStatus } from '../people/status.policy.ts'

export interface CompanyRow {
  company_id: string
  code: string
  name: string
  locale: string
  time_zone: string
  badges_active: boolean
  created_at: string
  suspended_at: string | null
  people: number
  invited: number
  administrators: number
}

const columns = sql`c.company_id, c.code, c.name, c.locale, c.time_zone, c.badges_active, c.created_at, c.suspended_at,
  (select count(*)::int from users u where u.company_id = c.company_id and u.deactivated_at is null) as people,
  (select count(*)::int from users u where u.company_id = c.company_id and ${hasStatus.invited}) as invited,
  (select count(*)::int from users u where u.company_id = c.company_id and u.role = 'admin'
    and u.deactivated_at is null) as administrators`

const toCompany = (row: CompanyRow): CompanyRow => ({
  ...row,
  created_at: instant(row.created_at),
  suspended_at: instantOrNull(row.suspended_at),
})

/** Every company of this server, by code. */
export async function listCompanies(db: Queryable): Promise<CompanyRow[]> {
  return (await rows<CompanyRow>(db, sql`select ${columns} from companies c order by c.code`)).map(toCompany)
}

/** @throws not_found */
export async function getCompany(db: Queryable, code: string): Promise<CompanyRow> {
  const [row] = await rows<CompanyRow>(db, sql`select ${columns} from companies c where c.code = ${code}`)
  if (!row) throw notFound()
  return toCompany(row)
}
