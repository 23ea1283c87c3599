import { sql } from 'drizzle-orm'
import type { Leave } from '../../platform/leaving.ts'

/** The person leaves every list in which they stand by their address, and no longer fills a list as somebody's manager. */
export const leaveHierarchy: Leave = async (tx, { companyId, email }) => {
  await tx.execute(sql`delete from hierarchy_members where company_id = ${companyId} and email = ${email}`)
  await tx.execute(sql`delete from hierarchy_invitations where company_id = ${companyId} and email = ${email}`)
}
