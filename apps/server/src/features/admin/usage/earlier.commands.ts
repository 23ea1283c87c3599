import { type Queryable, rows, sql, t } from '../../../db/index.ts'
import { byDepartment, dateOf, monthOf } from './acts.queries.ts'
import { storeEnded } from './store.commands.ts'
import { countedRow } from './usage.policy.ts'

/** An earlier release did not count who asked and who replied: of the requests that are still there, by the department of now. */
const alsoOf = (tx: Queryable, companyId: string, before: string) =>
  rows(
    tx,
    { month: t.text, department: t.text, askers: t.int, repliers: t.int },
    sql`select to_char(date_trunc('month', r.created_at at time zone 'UTC'), 'YYYY-MM-DD') as month, u.department,
        count(distinct u.id) filter (where u.id = r.requester_id)::int as askers,
        count(distinct u.id) filter (where u.id = f.giver_id)::int as repliers
      from requests r
      left join feedbacks f on f.company_id = r.company_id and f.request_id = r.id and f.status = 'answered'
      join users u on u.company_id = r.company_id and u.id in (r.requester_id, f.giver_id)
      where r.company_id = ${companyId} and r.kind in ('asked', 'recurring')
        and r.created_at at time zone 'UTC' < ${before}::date
      group by 1, 2`,
  )

const { askers: _askers, repliers: _repliers, ...totalsRow } = countedRow

const totalsOf = (tx: Queryable, companyId: string, before: string) =>
  rows(
    tx,
    { ...totalsRow, month: t.text },
    sql`select to_char(month, 'YYYY-MM-DD') as month, department, people, active, asked, answered, answerers, received,
        received_answered, days, answerers as responders, quality_sum::float8 as quality_sum, quality_count, answerers as rated
      from usage_totals ut where ut.company_id = ${companyId} and ut.month < ${before}::date order by ut.month`,
  )

/**
 * Keeps the months that an earlier release has counted as they are, as far as enough people made their figures. Their confidential answers are
 * not counted again when their requests end.
 * @returns the last of these months; undefined when there is none
 */
export async function takeOver(tx: Queryable, companyId: string, runningMonth: Date): Promise<Date | undefined> {
  const before = dateOf(runningMonth)
  const months = Map.groupBy(await totalsOf(tx, companyId, before), ({ month }) => month)
  const also = await alsoOf(tx, companyId, before)
  let last: Date | undefined
  for (const [month, totals] of months) {
    last = new Date(`${month}T00:00:00Z`)
    const known = new Set(totals.map(({ department }) => department))
    const rest = also.filter((one) => one.month === month && known.has(one.department))
    await storeEnded(tx, { companyId, month: last, from: last, until: monthOf(last, 1) }, byDepartment(totals, rest))
  }
  if (last)
    await tx.execute(sql`update requests r set usage_month = ${dateOf(last)}::date
      where r.company_id = ${companyId} and r.confidential and r.usage_month is null
        and r.created_at < ${monthOf(last, 1)}`)
  return last
}
