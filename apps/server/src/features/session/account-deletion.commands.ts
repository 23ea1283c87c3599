import { eq, inArray } from 'drizzle-orm'
import { loginAttempts, loginFailures } from '../../db/schema/people.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'
import { secondFactorAccount } from './second-factor.commands.ts'

/**
 * The counter of failed logins has a hash of the address that could be guessed. Sessions, reset links and factors are deleted with the person's row.
 */
export const leaveSession: Leave = async (tx, { email, userId }) => {
  const accounts = [email, secondFactorAccount(userId)].map(hashToken)
  await tx.delete(loginAttempts).where(inArray(loginAttempts.account_hash, accounts))
  await tx.delete(loginFailures).where(eq(loginFailures.account_hash, hashToken(email)))
}
