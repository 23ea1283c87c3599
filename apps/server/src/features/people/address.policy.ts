import { sql } from '../../db/sql.ts'

/**
 * Gives an account its address, whose mailbox has just accepted (docs/decisions/0043): an update of one row or none, which the trigger
 * decides. A deactivated account of any company gives way.
 * @returns statements for one transaction; the last one returns `held`
 */
export const acceptAddress = ({ companyId, userId }: { readonly companyId: string; readonly userId: string }) => {
  const mine = sql`company_id = ${companyId} and id = ${userId}`
  return [
    sql`update users set holds_address = false where holds_address and deactivated_at is not null and id <> ${userId}
      and email = (select email from users where ${mine})`,
    sql`update users set holds_address = true where ${mine} returning holds_address as held`,
  ] as const
}
