import { DAY_MS } from '@reflet/contract/durations'
import { type Queryable, rows, sql, t } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import type { Actor } from '../../audit/audit.ts'
import type { Protocol } from '../../session/sign-in.policy.ts'

/** By which protocol the app signs people in, as `startAddress` decides; null without a provider. */
export async function leadOf(db: Queryable, companyId: string): Promise<Protocol | null> {
  const [row] = await rows(
    db,
    { saml: t.bool, oidc: t.bool },
    sql`select exists (select from sign_in_saml where company_id = ${companyId}) as saml,
      exists (select from sign_in_oidc where company_id = ${companyId}) as oidc`,
  )
  return row?.saml ? 'saml' : row?.oidc ? 'oidc' : null
}

/**
 * Whether the provider works is known when it has signed in this administrator within the last day, as it is set up now. A session that has
 * ended counts; the administrator's test, which signs no one in, does not.
 * @throws sign_in_not_tested
 */
export async function checkTested(
  db: Queryable,
  { companyId, actor }: { readonly companyId: string; readonly actor: Pick<Actor, 'id'> },
  lead: Protocol,
  now: Date,
): Promise<void> {
  const signedIn = await rows(
    db,
    {},
    sql`select from audit_log l
      where l.company_id = ${companyId} and l.actor_id = ${actor.id}::uuid and l.action = 'sign_in'
        and l.at > ${new Date(now.getTime() - DAY_MS)} and l.details ->> 'method' = ${lead}
        and l.at >= (select updated_at from ${sql.identifier(`sign_in_${lead}`)} where company_id = ${companyId})
      limit 1`,
  )
  if (signedIn.length === 0) throw new Problem('sign_in_not_tested')
}
