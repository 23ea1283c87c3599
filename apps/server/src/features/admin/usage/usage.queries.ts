import type { UsageDepartment, UsageFigures, UsageMonth } from '@reflet/contract/admin-usage'
import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { figuresOf, type Kept, keptDepartmentRow, keptRow, period } from './usage.policy.ts'

/** Of a month with too few people the figures are null. */
const foundRow = { ...keptRow, month: t.text, ended: t.bool, active: nullable(t.int), asked: nullable(t.int), answered: nullable(t.int) }
type FoundRow = RowOf<typeof foundRow>
type MonthRow = Kept & Pick<FoundRow, 'month' | 'ended'>

export interface Usage {
  months: UsageMonth[]
  left_out: string[]
  departments: UsageDepartment[]
  total: UsageFigures
}

const FIGURES = sql`people, active, asked, answered, received, received_answered, days, quality_sum::float8 as quality_sum, quality_count`

const isShown = (row: FoundRow): row is FoundRow & MonthRow => row.active !== null

/**
 * How a company uses Reflet in the last so many months, this one included, from what `countUsage` keeps. Departments and total are those of the
 * months that have ended: sums of what is kept by month, so that periods that are compared tell no more than the months do.
 */
export async function getUsage(db: Queryable, companyId: string, months: number, now: Date): Promise<Usage> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1)).toISOString().slice(0, 10)
  const found = await rows(
    db,
    foundRow,
    sql`select to_char(um.month, 'YYYY-MM') as month,
        um.counted_until at time zone 'UTC' >= um.month + interval '1 month' as ended, ${FIGURES}
      from usage_months um where um.company_id = ${companyId} and um.month >= ${first}::date order by um.month`,
  )
  const byDepartment = Map.groupBy(
    await rows(
      db,
      keptDepartmentRow,
      sql`select department, ${FIGURES} from usage_departments ud
        where ud.company_id = ${companyId} and ud.month >= ${first}::date order by ud.month`,
    ),
    ({ department }) => department,
  )
  const shown = found.filter(isShown)
  const departments = [...byDepartment]
    .map(([department, kept]) => ({ department: department || null, ...figuresOf(period(kept)) }))
    .sort((a, b) => Number(a.department === null) - Number(b.department === null) || b.people - a.people)
  return {
    months: shown.map(({ month, ended, ...kept }) => ({ month, ended, ...figuresOf(kept) })),
    left_out: found.filter((row) => !isShown(row)).map(({ month }) => month),
    departments,
    total: figuresOf(period(shown.filter(({ ended }) => ended))),
  }
}
