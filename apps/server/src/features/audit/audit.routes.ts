import { adminAudit } from '@reflet/contract/admin-audit'
import type { FastifyInstance } from 'fastify'
import { csvStream } from '../../platform/csv.ts'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { listAudit } from './audit.queries.ts'
import { personAt, record } from './audit.ts'
import { AUDIT_COLUMNS, pagesOfAudit } from './audit-csv.ts'

export function auditRoutes(app: FastifyInstance, platform: Platform) {
  const { db } = platform
  bind(app, platform, adminAudit.listAudit, ({ viewer, query: { cursor, ...filter } }) => listAudit(db, viewer.companyId, filter, cursor))
  bind(app, platform, adminAudit.exportAudit, async ({ viewer: { companyId, userId }, query, request, reply }) => {
    await record(db, platform.clock(), { companyId, actor: personAt(userId, request.ip), action: 'audit_exported' })
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    return csvStream(AUDIT_COLUMNS, pagesOfAudit(db, companyId, query))
  })
}
