import type { SecondFactor } from '@reflet/contract/errors'
import { nullable, type RowOf, t } from '../../db/columns.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** How a company's provider signs people in. */
export type Protocol = 'saml' | 'oidc'
/** What the provider names a person by. */
export type PersonBy = 'registration_number' | 'email'

/** What the rules below need to know of a person and their company. */
export const signInRulesRow = {
  role: t.oneOf<'employee' | 'admin'>(),
  password_login: t.oneOf<'everyone' | 'admins' | 'nobody'>(),
  second_factor: t.oneOf<'off' | 'admins' | 'everyone'>(),
  emergency_until: nullable(t.time),
}
export type SignInRules = RowOf<typeof signInRulesRow>

/** Their columns, of a person `u` and a company `c`. */
export const rulesColumns = sql`u.role, c.password_login, c.second_factor, c.emergency_until`

/**
 * Whether a person may sign in without the company's identity provider: with a password or a passkey of ours. The operator's emergency
 * sign-in lets administrators in for a while, whatever the rule says.
 */
export function mayUsePassword({ role, password_login, emergency_until }: SignInRules, now: Date): boolean {
  if (password_login === 'everyone') return true
  if (role !== 'admin') return false
  return password_login === 'admins' || (emergency_until !== null && new Date(emergency_until) > now)
}

/** The same in SQL, of a person `u` and a company `c`. */
export const passwordIsAllowed = (now: Date): Sql =>
  sql`(c.password_login = 'everyone' or u.role = 'admin'
    and (c.password_login = 'admins' or coalesce(c.emergency_until > ${now}, false)))`

/** Whether the company demands a second factor of this person. */
export const isSecondFactorDemanded = ({ role, second_factor }: Pick<SignInRules, 'role' | 'second_factor'>): boolean =>
  second_factor === 'everyone' || (second_factor === 'admins' && role === 'admin')

export type Factors = SecondFactor['factors']

/** A recovery code replaces a factor once; alone it is none. */
export function factorsOf({ totp, passkeys, recovery_codes }: { totp: boolean; passkeys: number; recovery_codes: number }): Factors {
  const own: Factors = [...(totp ? (['totp'] as const) : []), ...(passkeys > 0 ? (['passkey'] as const) : [])]
  return own.length > 0 && recovery_codes > 0 ? [...own, 'recovery_code'] : own
}
