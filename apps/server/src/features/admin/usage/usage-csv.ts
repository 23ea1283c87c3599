import type { UsageFigures } from '@reflet/contract/admin-usage'
import type { Cell } from '../../../platform/csv.ts'
import type { Usage } from './usage.queries.ts'

const FIGURES = ['people', 'active', 'asked', 'answered', 'answering_rate', 'median_days', 'quality'] as const
export const USAGE_COLUMNS = ['period', 'department', ...FIGURES]
const TOO_FEW = 'too few people'
const NOT_ENDED = 'month not ended'

const cellsOf = (period: string, department: string, figures: UsageFigures, leftOut = TOO_FEW): Cell[] => [
  period,
  department,
  ...FIGURES.map((figure) => figures[figure] ?? leftOut),
]

/** The months, the departments over all of them, and the whole. */
export function usageRows({ months, left_out, departments, total }: Usage): Cell[][] {
  const byMonth = [
    ...months.map(({ month, ended, ...figures }) => cellsOf(month, '', figures, ended ? TOO_FEW : NOT_ENDED)),
    ...left_out.map((month): Cell[] => [month, '', ...FIGURES.map(() => TOO_FEW)]),
  ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  if (departments.length === 0) return byMonth
  return [...byMonth, ...departments.map(({ department, ...figures }) => cellsOf('', department ?? '*', figures)), cellsOf('', '', total)]
}
