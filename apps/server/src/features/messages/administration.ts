import { type Queryable, sql } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Entry, record } from '../audit/audit.ts'
import type { AdministrationChange } from './kinds.ts'
import { messageFrom } from './notify.ts'

/**
 * Enters a change into the audit log and mails the company's other administrators, so that a change by a stolen session is noticed. The mail
 * reads the entry. Who loses the role is mailed, too; other people whom the change is about have a mail of their own, or none.
 */
export async function recordForAdministrators(tx: Queryable, now: Date, entry: Entry, change: AdministrationChange): Promise<void> {
  const { companyId, actor, target } = entry
  const id = newId(now)
  await record(tx, now, { ...entry, id })
  const about = target?.kind === 'person' ? (target.id ?? null) : null
  const isConcerned =
    change === 'admin_removed'
      ? sql`(u.role = 'admin' or u.id = ${about}::uuid)`
      : sql`u.role = 'admin' and u.id is distinct from ${about}::uuid`
  const administrators = sql`users u where u.company_id = ${companyId} and u.deactivated_at is null
    and (u.activated_at is not null or u.password_hash is not null)
    and u.id is distinct from ${actor.id}::uuid and ${isConcerned}`
  await tx.execute(
    messageFrom(administrators, {
      company_id: sql`u.company_id`,
      id: sql`gen_random_uuid()`,
      kind: 'security_changed',
      user_id: sql`u.id`,
      change: sql`${change}`,
      audit_id: sql`${id}::uuid`,
      send_after: sql`${now}::timestamptz`,
      created_at: sql`${now}::timestamptz`,
    }),
  )
}
