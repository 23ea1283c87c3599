import type { AuditAction, AuditEntry } from '@reflet/contract/admin-audit'
import { instant, nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { cursorAfter, pageOf } from '../../platform/cursor.ts'

const PAGE = 50

export interface AuditFilter {
  readonly action?: AuditAction | undefined
  readonly actor?: string | undefined
}

const entryRow = {
  id: t.uuid,
  at: t.time,
  actor_kind: t.text,
  actor_id: nullable(t.uuid),
  actor_name: nullable(t.text),
  action: t.text,
  target_kind: nullable(t.text),
  target_id: nullable(t.uuid),
  target_name: nullable(t.text),
  network: nullable(t.text),
  details: t.json<Record<string, unknown>>(),
}
const toEntry = (row: RowOf<typeof entryRow>): AuditEntry => ({
  id: row.id,
  at: instant(row.at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  action: row.action,
  target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id, name: row.target_name },
  network: row.network,
  details: row.details,
})

/** The company's audit log, newest first. Names are those of accounts that exist now: the log itself holds none. */
export async function listAudit(db: Queryable, companyId: string, filter: AuditFilter, cursor: string | undefined, size = PAGE) {
  const [at, id] = cursorAfter(cursor, 'instant', 'id')
  const conditions = [
    sql`l.company_id = ${companyId}`,
    ...(filter.action ? [sql`l.action = ${filter.action}`] : []),
    ...(filter.actor ? [sql`l.actor_id = ${filter.actor}`] : []),
    ...(at === undefined ? [] : [sql`(l.at, l.id) < (${at}::timestamptz, ${id}::uuid)`]),
  ]
  const found = await rows(
    db,
    entryRow,
    sql`select l.id, l.at, l.actor_kind, l.actor_id, l.action, l.target_kind, l.target_id, l.network, l.details,
        actor.first_name || ' ' || actor.last_name as actor_name, target.first_name || ' ' || target.last_name as target_name
      from (select * from audit_log l where ${sql.join(conditions, ' and ')} order by l.at desc, l.id desc
        limit ${size + 1}) l
      left join users actor on actor.company_id = l.company_id and actor.id = l.actor_id
      left join users target on target.company_id = l.company_id and target.id = l.target_id
      order by l.at desc, l.id desc`,
  )
  const { page, next_cursor } = pageOf(found, size, (row) => [instantOf(row.at), row.id])
  return { entries: page.map(toEntry), next_cursor }
}

/** With microseconds, as the database compares them. */
const instantOf = (at: string | Date) => (at instanceof Date ? at.toISOString() : at)
