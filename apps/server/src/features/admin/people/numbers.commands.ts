import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import { requireRecentSignIn } from '../../../platform/step-up.ts'
import { notify } from '../../messages/notify.ts'
import { isOtherNumber } from '../../people/access.policy.ts'
import { wasUsed } from '../../people/status.policy.ts'
import type { Administration } from './people.commands.ts'

/** Whether the provider of the company of `u` knows people by their number: who has another one's is signed in as them. */
const isKnownByNumber = sql`(exists (select from sign_in_saml s
    where s.company_id = u.company_id and s.person_by = 'registration_number')
  or exists (select from sign_in_oidc o where o.company_id = u.company_id and o.person_by = 'registration_number'))`

/**
 * Of accounts `u`, those that a new number would give to someone else.
 * @param changes what follows `from users u`: a join with `number`, and the condition of the rows
 */
export const renumbered = (db: Queryable, companyId: string, number: SQL, changes: SQL) =>
  rows<{ id: string }>(
    db,
    sql`select u.id from users u ${changes} and u.company_id = ${companyId} and ${wasUsed}
      and ${isOtherNumber(number)} and ${isKnownByNumber}`,
  )

/** Before the number of a person changes: they are mailed. @throws reauthentication_required by an old session */
export async function renumber(
  tx: Queryable,
  { companyId, sessionId }: Pick<Administration, 'companyId' | 'sessionId'>,
  id: string,
  number: string | null,
  now: Date,
): Promise<void> {
  const people = await renumbered(tx, companyId, sql`${number}::text`, sql`where u.id = ${id}`)
  if (people.length === 0) return
  if (sessionId) await requireRecentSignIn(tx, { companyId, sessionId }, now)
  await mailRenumbered(tx, companyId, people, now)
}

export const mailRenumbered = (tx: Queryable, companyId: string, people: readonly { id: string }[], now: Date): Promise<void> =>
  notify(tx, now, {
    messages: people.map(({ id }) => ({
      company_id: companyId,
      kind: 'security_changed' as const,
      change: 'number_changed' as const,
      user_id: id,
      send_after: now,
    })),
  })
