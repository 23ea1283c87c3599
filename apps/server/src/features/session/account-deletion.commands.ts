import { eq } from 'drizzle-orm'
import { loginAttempts, loginFailures } from '../../db/schema/people.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'

/**
 * The counter of failed logins has a hash of the address that could be guessed. Sessions and reset links are deleted with the person's row.
 */
export const leaveSession: Leave = async (tx, { email }) => {
  await tx.delete(loginAttempts).where(eq(loginAttempts.account_hash, hashToken(email)))
  await tx.delete(loginFailures).where(eq(loginFailures.account_hash, hashToken(email)))
}
