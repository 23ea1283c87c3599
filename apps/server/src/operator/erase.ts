import { type Queryable, rows, sql, t } from '../db/index.ts'
import { leaveImports } from '../features/admin/import/account-deletion.commands.ts'
import { OPERATOR, record } from '../features/audit/audit.ts'
import { isBadgeOf, revokeBadgesOf } from '../features/badges/badges.commands.ts'
import { leaveContacts } from '../features/contacts/account-deletion.commands.ts'
import { forgetGuest } from '../features/feedback/account-deletion.commands.ts'
import { leaveHierarchy } from '../features/hierarchy/account-deletion.commands.ts'
import { Failure } from './context.ts'

/** An id that no account has: the steps also delete what refers to one. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/**
 * Removes a person without an account, by address: as a guest, a contact, a manager who was asked, a member of a pool, a former employee
 * with published badges. What they answered stays, without a name. In all companies, or in one.
 * @returns in how many companies something named the address
 * @throws Failure when it is the address of an account: that is deleted by its owner
 */
export function eraseAddress(db: Queryable, email: string, companyId: string | null, now: Date): Promise<{ companies: number }> {
  const within = companyId === null ? sql`true` : sql`company_id = ${companyId}`
  return db.transaction(async (tx) => {
    const [account] = await rows(tx, {}, sql`select from users where email = ${email} and ${within}`)
    if (account) throw new Failure(`${email} has an account, which its owner deletes`)
    const found = await rows(
      tx,
      { company_id: t.uuid },
      sql`select distinct company_id from (
          select company_id from guests where email = ${email}
          union all select company_id from people_import_lines where email = ${email} or fields ->> 'manager_email' = ${email}
          union all select company_id from people_import_errors where lower(value) = ${email}
          union all select company_id from email_changes where new_email = ${email}
          union all select company_id from former_addresses where ${email} in (email, new_email)
          union all select company_id from contacts where email = ${email}
          union all select company_id from hierarchy_invitations where email = ${email}
          union all select company_id from recurrence_members where email = ${email}
          union all select company_id from badges b where ${isBadgeOf(email)}) named where ${within}`,
    )
    for (const { company_id } of found) {
      const person = { companyId: company_id, userId: NO_ACCOUNT, email, badgesToDelete: [] }
      await forgetGuest(tx, person)
      await leaveContacts(tx, person)
      await leaveHierarchy(tx, person)
      await leaveImports(tx, person)
      await revokeBadgesOf(tx, company_id, email, now)
      await tx.execute(sql`delete from email_changes where company_id = ${company_id} and new_email = ${email}`)
      await tx.execute(sql`delete from former_addresses where company_id = ${company_id} and ${email} in (email, new_email)`)
      await record(tx, now, { companyId: company_id, actor: OPERATOR, action: 'address_erased' })
    }
    return { companies: found.length }
  })
}
