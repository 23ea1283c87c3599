import { sql } from '../../db/index.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'

/**
 * Deletes the person from the contacts and lists of others who wrote their address. As a colleague they are deleted with their row.
 */
export const leaveContacts: Leave = async (tx, { companyId, email }) => {
  await tx.execute(sql`delete from contacts where company_id = ${companyId} and email = ${email}`)
}
