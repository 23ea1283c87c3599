import { type AuditEntry, adminAudit } from '@reflet/contract/admin-audit'
import type { FastifyInstance } from 'fastify'
import { type Cell, csvStream, eachPage } from '../../platform/csv.ts'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { listAudit } from './audit.queries.ts'
import { personAt, record } from './audit.ts'

const COLUMNS = ['at', 'actor_kind', 'actor', 'actor_id', 'action', 'target_kind', 'target', 'target_id', 'network', 'details']
const CSV_PAGE = 1_000

const cellsOf = ({ at, actor, action, target, network, details }: AuditEntry): Cell[] => [
  at,
  actor.kind,
  actor.name,
  actor.id,
  action,
  target?.kind ?? null,
  target?.name ?? null,
  target?.id ?? null,
  network,
  JSON.stringify(details),
]

export function auditRoutes(app: FastifyInstance, platform: Platform) {
  const { db } = platform
  bind(app, platform, adminAudit.listAudit, ({ viewer, query: { cursor, ...filter } }) => listAudit(db, viewer.companyId, filter, cursor))
  bind(app, platform, adminAudit.exportAudit, async ({ viewer: { companyId, userId }, query, request, reply }) => {
    await record(db, platform.clock(), { companyId, actor: personAt(userId, request.ip), action: 'audit_exported' })
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    const pages = eachPage(async (cursor) => {
      const { entries, next_cursor } = await listAudit(db, companyId, query, cursor, CSV_PAGE)
      return { items: entries.map(cellsOf), next_cursor }
    })
    return csvStream(COLUMNS, pages)
  })
}
