import { instant, instantOrNull, nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { hasStatus } from '../people/status.policy.ts'

const companyRow = {
  company_id: t.uuid,
  code: t.text,
  name: t.text,
  locale: t.text,
  time_zone: t.text,
  badges_active: t.bool,
  created_at: t.time,
  suspended_at: nullable(t.time),
  people: t.int,
  invited: t.int,
  administrators: t.int,
}
export type CompanyRow = RowOf<typeof companyRow>

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
  return (await rows(db, companyRow, sql`select ${columns} from companies c order by c.code`)).map(toCompany)
}

/** @throws not_found */
export async function getCompany(db: Queryable, code: string): Promise<CompanyRow> {
  const [row] = await rows(db, companyRow, sql`select ${columns} from companies c where c.code = ${code}`)
  if (!row) throw notFound()
  return toCompany(row)
}
