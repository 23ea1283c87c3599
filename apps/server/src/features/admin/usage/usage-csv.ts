import type { UsageFigures } from '@reflet/contract/admin-usage'
import type { Cell } from '../../../platform/csv.ts'
import type { Usage } from './usage.queries.ts'

export const USAGE_COLUMNS = ['period', 'department', 'people', 'active', 'asked', 'answered', 'answering_rate', 'median_days', 'quality']
const cellsOf = (period: string, department: string, figures: UsageFigures): Cell[] => [
  period,
  department,
  figures.people,
  figures.active,
  figures.asked,
  figures.answered,
  figures.answering_rate,
  figures.median_days,
  figures.quality,
]

/** The months, the departments over all of them, and the whole. */
export const usageRows = ({ months, departments, total }: Usage): Cell[][] => [
  ...months.map(({ month, ...figures }) => cellsOf(month, '', figures)),
  ...departments.map(({ department, ...figures }) => cellsOf('', department ?? '*', figures)),
  cellsOf('', '', total),
]
