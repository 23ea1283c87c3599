import type { PersonStatus } from '@reflet/contract/admin-people'
import { type Sql, sql } from '../../db/sql.ts'

/** Whether someone has ever signed in as a person `u`, or set a password. */
export const wasUsed = sql`(u.activated_at is not null or u.password_hash is not null)`

/** Whether a person `u` has never signed in and has no password. The previous release sets passwords without `activated_at`. */
export const isInvited = sql`(u.activated_at is null and u.password_hash is null and u.deactivated_at is null)`

/** Whether a person `u` has this status. */
export const hasStatus: Record<PersonStatus, Sql> = {
  invited: isInvited,
  active: sql`(u.deactivated_at is null and (u.activated_at is not null or u.password_hash is not null))`,
  deactivated: sql`u.deactivated_at is not null`,
}

/** The status of a person `u`. */
export const statusOf = sql`case when u.deactivated_at is not null then 'deactivated' when ${isInvited} then 'invited' else 'active' end`
