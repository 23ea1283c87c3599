import { adminUsage } from '@reflet/contract/admin-usage'
import type { FastifyInstance } from 'fastify'
import { csvStream } from '../../../platform/csv.ts'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import { administrationOf, attached } from '../admin-call.ts'
import { getUsage } from './usage.queries.ts'
import { USAGE_COLUMNS, usageRows } from './usage-csv.ts'

export function usageRoutes(app: FastifyInstance, platform: Platform) {
  const usageOf = (companyId: string, months: number) => getUsage(platform.db, companyId, months, platform.clock())
  bind(app, platform, adminUsage.getUsage, ({ viewer, query }) => usageOf(viewer.companyId, query.months))
  bind(app, platform, adminUsage.exportUsage, async ({ viewer, query, request, reply }) => {
    const { companyId, actor } = administrationOf(viewer, request)
    await record(platform.db, platform.clock(), { companyId, actor, action: 'usage_exported' })
    const rows = usageRows(await usageOf(viewer.companyId, query.months))
    attached(reply, 'usage.csv')
    async function* pages() {
      yield rows
    }
    return csvStream(USAGE_COLUMNS, pages())
  })
}
