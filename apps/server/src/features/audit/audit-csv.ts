import type { AuditEntry } from '@reflet/contract/admin-audit'
import type { Queryable } from '../../db/index.ts'
import { type Cell, eachPage } from '../../platform/csv.ts'
import { type AuditFilter, listAudit } from './audit.queries.ts'

export const AUDIT_COLUMNS = ['at', 'actor_kind', 'actor', 'actor_id', 'action', 'target_kind', 'target', 'target_id', 'network', 'details']
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

/** The rows of the file, page by page: memory holds one page. */
export const pagesOfAudit = (db: Queryable, companyId: string, filter: AuditFilter) =>
  eachPage(async (cursor) => {
    const { entries, next_cursor } = await listAudit(db, companyId, filter, cursor, CSV_PAGE)
    return { items: entries.map(cellsOf), next_cursor }
  })
