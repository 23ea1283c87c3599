import { type Sql, sql } from '../../db/sql.ts'

/**
 * `users.access_changed_at` in an update of `users`: when someone could last sign in as this person who could not before (a reactivation, a new
 * address or registration number, a factor that was added or reset). Confidential requests of administrators depend on it
 * (docs/PRODUCT.md, "Confidentiality"): each statement that lets someone in sets it.
 * @param when of the row before the update; always without it
 */
export const accessChangedAt = (now: Date, when: Sql = sql`true`): Sql =>
  sql`case when ${when} then ${now}::timestamptz else access_changed_at end`

/** Whether a registration number is another one, in an update of `users`: single sign-on may know the person by it. */
export const isOtherNumber = (number: Sql): Sql => sql`(registration_key(registration_number) is distinct from registration_key(${number}))`

/** `users.administered_until` in an update of `users` that may change the role: each of them sets it. */
export const administeredUntil = (now: Date, role: Sql): Sql =>
  sql`case when role = 'admin' and ${role} <> 'admin' then ${now}::timestamptz else administered_until end`
