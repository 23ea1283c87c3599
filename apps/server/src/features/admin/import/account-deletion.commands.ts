import { sql } from '../../../db/index.ts'
import type { Leave } from '../../account-deletion/account-deletion.ts'

/**
 * Removes the person from files that were uploaded and are kept for a few days: their own line, so that an import which is confirmed later
 * does not create them again; their address where it is a manager's; and the values that were refused with it.
 */
export const leaveImports: Leave = async (tx, { companyId, userId, email }) => {
  await tx.execute(sql`with mine as (
      delete from people_import_lines where company_id = ${companyId} and (email = ${email} or user_id = ${userId})
        returning company_id, import_id, line
    )
    delete from people_import_errors ie using mine
      where ie.company_id = mine.company_id and ie.import_id = mine.import_id and ie.line = mine.line`)
  await tx.execute(sql`update people_import_lines set fields = fields || '{"manager_email": ""}'
    where company_id = ${companyId} and fields ->> 'manager_email' = ${email}`)
  await tx.execute(sql`update people_import_errors set value = '' where company_id = ${companyId} and lower(value) = ${email}`)
}
