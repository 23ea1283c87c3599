import { sql } from 'drizzle-orm'
import type { Leave } from '../../platform/leaving.ts'

/** Who kept the person as an outsider, by address and name, keeps them no longer. As a colleague they go with their row. */
export const leaveContacts: Leave = async (tx, { companyId, email }) => {
  await tx.execute(sql`delete from contacts where company_id = ${companyId} and email = ${email}`)
}
