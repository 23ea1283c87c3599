import { USAGE_MIN_PEOPLE, type UsageDepartment, type UsageFigures, type UsageMonth } from '@reflet/contract/admin-usage'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import { type Counted, figuresOf, merged, withoutSmall } from './usage.policy.ts'

interface TotalsRow extends Counted {
  month: string
  department: string
}

export interface Usage {
  months: UsageMonth[]
  departments: UsageDepartment[]
  total: UsageFigures
}

/** How a company uses Reflet in the last so many months, this one included, from the totals that a job keeps. */
export async function getUsage(db: Queryable, companyId: string, months: number, now: Date): Promise<Usage> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1))
  const found = await rows<TotalsRow>(
    db,
    sql`select to_char(month, 'YYYY-MM') as month, department, people, active, answerers, asked, answered, received,
        received_answered, days, quality_sum::float8 as quality_sum, quality_count
      from usage_totals ut where ut.company_id = ${companyId} and ut.month >= ${first.toISOString().slice(0, 10)}::date
      order by ut.month`,
  )
  // A month in which few were active would describe them.
  const shown = [...Map.groupBy(found, ({ month }) => month)].filter(([, totals]) => merged(totals, 'add').active >= USAGE_MIN_PEOPLE)
  const departments = Map.groupBy(
    shown.flatMap(([, totals]) => totals),
    ({ department }) => department,
  )
  const byMonth = shown.map(([month, totals]) => ({ month, ...merged(totals, 'add') }))
  return {
    months: byMonth.map(({ month, ...totals }) => ({ month, ...figuresOf(totals) })),
    departments: withoutSmall(
      [...departments].map(([department, totals]) => ({ department: department || null, ...merged(totals, 'average') })),
    ).map(({ department, ...totals }) => ({ department, ...figuresOf(totals) })),
    total: figuresOf(merged(byMonth, 'average')),
  }
}
