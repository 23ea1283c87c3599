import { type Queryable, rows, sql, t } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import { requireRecentSignIn } from '../../../platform/step-up.ts'
import type { Entry } from '../../audit/audit.ts'
import { recordForAdministrators } from '../../messages/administration.ts'
import { hasStatus } from '../../people/status.policy.ts'
import type { Administration } from './people.commands.ts'

/** Serialises changes of who administers a company: two administrators must not demote each other at once. */
export const lockAdministrators = (tx: Queryable, companyId: string) =>
  tx.execute(sql`select from companies where company_id = ${companyId} for no key update`)

/**
 * Whether a company can still be administered after a change, in its transaction: by an administrator who has signed in; by an invited one
 * while none has.
 * @param had how many had signed in before
 * @throws last_administrator
 */
export async function checkAdministered(tx: Queryable, companyId: string, had: number): Promise<void> {
  const { active, invited } = await administratorsOf(tx, companyId)
  if (active === 0 && (had > 0 || invited === 0)) throw new Problem('last_administrator')
}

export async function administratorsOf(tx: Queryable, companyId: string): Promise<{ active: number; invited: number }> {
  const [count] = await rows(
    tx,
    { active: t.int, invited: t.int },
    sql`select count(*) filter (where ${hasStatus.active})::int as active,
        count(*) filter (where ${hasStatus.invited})::int as invited
      from users u where u.company_id = ${companyId} and u.role = 'admin' and u.deactivated_at is null`,
  )
  return count ?? { active: 0, invited: 0 }
}

/**
 * Enters roles that are given or taken into the audit log and mails the other administrators, in the transaction of the change. A former
 * administrator who is let in again is given the role; another address of an administrator may give it to someone else.
 * @throws reauthentication_required: an old session must not make administrators
 */
export async function recordRole(
  tx: Queryable,
  { companyId, sessionId }: Administration,
  now: Date,
  entry: Entry,
  change: 'admin_added' | 'admin_removed' | 'admins_imported' | 'admin_address',
): Promise<void> {
  if (sessionId) await requireRecentSignIn(tx, { companyId, sessionId }, now)
  await recordForAdministrators(tx, now, entry, change)
}
