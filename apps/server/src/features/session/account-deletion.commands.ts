import { rows, sql } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'
import { ownPasswordAccount } from './attempts.commands.ts'
import { secondFactorAccount } from './second-factor.commands.ts'

/**
 * The counter of failed logins has a hash of the address that could be guessed; it stays with another account of the address. Sessions, reset
 * links and factors are deleted with the person's row.
 */
export const leaveSession: Leave = async (tx, { email, userId }) => {
  const others = await rows(tx, {}, sql`select from users where email = ${email} and id <> ${userId} limit 1`)
  const accounts = [secondFactorAccount(userId), ownPasswordAccount(userId), ...(others.length === 0 ? [email] : [])].map(hashToken)
  await tx.execute(sql`delete from login_attempts where account_hash = any(${accounts})`)
  if (others.length === 0) await tx.execute(sql`delete from login_failures where account_hash = ${hashToken(email)}`)
}
