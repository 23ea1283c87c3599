import type { AuditAction } from '@reflet/contract/admin-audit'
import { insert, nullable, type Queryable, rows, type Sql, sql, t } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/network.ts'

/** Entries are kept for so many months. */
export const AUDIT_MONTHS = 24

/** Who acts: a person of the company with the network of the call, the server's operator, a job, or SCIM. */
export interface Actor {
  readonly kind: 'person' | 'operator' | 'system' | 'scim'
  readonly id: string | null
  readonly network: string | null
}

export const SYSTEM: Actor = { kind: 'system', id: null, network: null }
export const OPERATOR: Actor = { kind: 'operator', id: null, network: null }

/** The caller of a call, from its address. */
export const personAt = (userId: string, ip: string): Actor => ({ kind: 'person', id: userId, network: networkOf(ip) })

export interface Entry {
  /** A new one without it. */
  readonly id?: string
  readonly companyId: string
  readonly actor: Actor
  readonly action: AuditAction
  readonly target?: { readonly kind: string; readonly id?: string | null }
  /** Codes, counts, names of fields, values of policies: never a name, an address or a text of a person. */
  readonly details?: Record<string, unknown>
}

const rowOf = ({ id, companyId, actor, action, target, details }: Entry, now: Date) => ({
  company_id: companyId,
  id: id ?? newId(now),
  at: now,
  actor_kind: actor.kind,
  actor_id: actor.id,
  action,
  target_kind: target?.kind ?? null,
  target_id: target?.id ?? null,
  network: actor.network,
  details: details ?? {},
})

/** Appends to the company's audit log; call it in the transaction of what it reports. */
export async function record(db: Queryable, now: Date, ...entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0)
    await insert(
      db,
      'audit_log',
      entries.map((entry) => rowOf(entry, now)),
    )
}

/** The same for many people at once: `people` is a query of (company_id, target_id). */
export async function recordEach(
  db: Queryable,
  now: Date,
  { actor, action, details }: Pick<Entry, 'actor' | 'action' | 'details'>,
  people: Sql,
): Promise<void> {
  await db.execute(sql`insert into audit_log (company_id, id, at, actor_kind, actor_id, action, target_kind, target_id, network,
    details)
    select x.company_id, gen_random_uuid(), ${now}, ${actor.kind}, ${actor.id}::uuid, ${action}, 'person', x.target_id,
      ${actor.network}, ${JSON.stringify(details ?? {})}::jsonb
    from (${people}) as x (company_id, target_id)`)
}

/** Deletes entries that are older than `AUDIT_MONTHS`; called by the cleanup job. @returns how many */
export async function forgetAudit(db: Queryable, now: Date): Promise<number> {
  const [row] = await rows(
    db,
    { n: nullable(t.numeric) },
    sql`select sum(purge_audit_log(company_id, ${now}::timestamptz - ${AUDIT_MONTHS} * interval '1 month')) as n from companies`,
  )
  return Number(row?.n ?? 0)
}
