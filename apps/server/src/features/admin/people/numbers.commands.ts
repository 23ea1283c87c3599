import { type Queryable, rows, type Sql, sql, t } from '../../../db/index.ts'
import { requireRecentSignIn } from '../../../platform/step-up.ts'
import { notify } from '../../messages/notify.ts'
import { isOtherNumber } from '../../people/access.policy.ts'
import { wasUsed } from '../../people/status.policy.ts'
import type { Administration } from './people.commands.ts'

/**
 * Whether the company has a provider, which may know people by their number, now or by another setting: who has another one's number is
 * signed in as them.
 */
export const hasProvider = (companyId: Sql) =>
  sql`(exists (select from sign_in_saml s where s.company_id = ${companyId})
    or exists (select from sign_in_oidc o where o.company_id = ${companyId}))`

/**
 * Of accounts `u`, those that a new number would give to someone else.
 * @param changes what follows `from users u`: a join with `number`, and the condition of the rows
 */
export const renumbered = (db: Queryable, companyId: string, number: Sql, changes: Sql) =>
  rows(
    db,
    { id: t.uuid },
    sql`select u.id from users u ${changes} and u.company_id = ${companyId} and ${wasUsed}
      and ${isOtherNumber(number)} and ${hasProvider(sql`u.company_id`)}`,
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

export const mailRenumbered = (tx: Queryable, companyId: string, people: readonly { id: string }[], now: Date) =>
  notify(tx, now, {
    messages: people.map(({ id }) => ({
      company_id: companyId,
      kind: 'security_changed' as const,
      change: 'number_changed' as const,
      user_id: id,
      send_after: now,
    })),
  })

/** A provider may know people by their address. @throws reauthentication_required by an old session, where the company has one */
export async function checkAddressChange(
  tx: Queryable,
  { companyId, sessionId }: Pick<Administration, 'companyId' | 'sessionId'>,
  now: Date,
): Promise<void> {
  if (!sessionId) return
  const [row] = await rows(tx, { found: t.bool }, sql`select ${hasProvider(sql`${companyId}::uuid`)} as found`)
  if (row?.found) await requireRecentSignIn(tx, { companyId, sessionId }, now)
}
