import { adminUsage, type UsageFigures } from '@reflet/contract/admin-usage'
import type { FastifyInstance } from 'fastify'
import { type Cell, csvStream } from '../../../platform/csv.ts'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import { administrationOf, attached } from '../admin-call.ts'
import { getUsage } from './usage.queries.ts'

const COLUMNS = ['period', 'department', 'people', 'active', 'asked', 'answered', 'answering_rate', 'median_days', 'quality']
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

export function usageRoutes(app: FastifyInstance, platform: Platform) {
  const usageOf = (companyId: string, months: number) => getUsage(platform.db, companyId, months, platform.clock())
  bind(app, platform, adminUsage.getUsage, ({ viewer, query }) => usageOf(viewer.companyId, query.months))
  bind(app, platform, adminUsage.exportUsage, async ({ viewer, query, request, reply }) => {
    await record(platform.db, platform.clock(), { ...administrationOf(viewer, request), action: 'usage_exported' })
    const { months, departments, total } = await usageOf(viewer.companyId, query.months)
    attached(reply, 'usage.csv')
    async function* pages() {
      yield months.map(({ month, ...figures }) => cellsOf(month, '', figures))
      yield departments.map(({ department, ...figures }) => cellsOf('', department ?? '*', figures))
      yield [cellsOf('', '', total)]
    }
    return csvStream(COLUMNS, pages())
  })
}
