import { sql } from '../../db/index.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'

/** Deletes the person as the manager who fills the lists of another person. */
export const leaveHierarchy: Leave = async (tx, { companyId, email }) => {
  await tx.execute(sql`delete from hierarchy_invitations where company_id = ${companyId} and email = ${email}`)
}
