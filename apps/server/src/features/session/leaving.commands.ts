import { eq } from 'drizzle-orm'
import { loginAttempts, loginFailures } from '../../db/schema/people.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Leave } from '../../platform/leaving.ts'

/** The count of wrong passwords names the address by a hash that could be guessed. Sessions and reset links go with the person’s row. */
export const leaveSession: Leave = async (tx, { email }) => {
  await tx.delete(loginAttempts).where(eq(loginAttempts.account_hash, hashToken(email)))
  await tx.delete(loginFailures).where(eq(loginFailures.account_hash, hashToken(email)))
}
