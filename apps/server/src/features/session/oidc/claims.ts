import { nullable, type RowOf, t } from '../../../db/index.ts'
import { Refused } from '../refused.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Entra ID's issuer of one tenant; those of all tenants have no id in it and are refused with the settings. */
const ENTRA_TENANT = /^https:\/\/login\.microsoftonline\.(com|us)\/[\da-f-]{36}\/v2\.0$/

export const claimRulesRow = {
  issuer: t.text,
  claim: t.text,
  person_by: t.oneOf<'registration_number' | 'email'>(),
  hosted_domain: nullable(t.text),
}
export type ClaimRules = RowOf<typeof claimRulesRow>

/**
 * What names the person. An address counts only when the provider says that it is verified: an address or a user name that anyone can type
 * would let them in as anyone. Entra ID does not send `email_verified`; there a tenant's own accounts are trusted, guests of the tenant are not.
 * @throws Refused: claim_missing, hosted_domain, email_unverified, guest_account
 */
export function personOf(claims: Claims, rules: ClaimRules): string {
  const { claim, issuer, hosted_domain } = rules
  if (hosted_domain !== null && String(claims.hd ?? '').toLowerCase() !== hosted_domain)
    throw new Refused('hosted_domain', { received: String(claims.hd ?? '').slice(0, 200) })
  const value = claims[claim]
  if (typeof value !== 'string' || value.trim() === '') throw new Refused('claim_missing', { claim })
  if (rules.person_by === 'email') checkAddress(claims, rules, value.trim(), ENTRA_TENANT.test(issuer))
  return value.trim()
}

const isTrue = (value: unknown) => value === true || value === 'true'
const isFalse = (value: unknown) => [false, 0, '0', 'false'].includes(value as never)

function checkAddress(claims: Claims, { claim }: ClaimRules, value: string, isEntra: boolean): void {
  if (!isEntra) {
    const verified = isTrue(claims.email_verified) ? String(claims.email ?? '').toLowerCase() : ''
    if (verified !== value.toLowerCase()) throw new Refused('email_unverified')
    return
  }
  // `idp` and `acct` mark an account of another directory; `xms_edov` says whether the address's domain was verified.
  const own = [claims.iss, `https://sts.windows.net/${claims.tid}/`]
  if ((typeof claims.idp === 'string' && !own.includes(claims.idp)) || claims.acct === 1 || claims.acct === '1')
    throw new Refused('guest_account')
  if (claim === 'email' && isFalse(claims.xms_edov)) throw new Refused('email_unverified')
}

/** Whether the ID token lacks what names the person, or what shows that their address is verified. */
export const isIncomplete = (claims: Claims, { claim, person_by, issuer }: ClaimRules): boolean =>
  claims[claim] === undefined || (person_by === 'email' && !ENTRA_TENANT.test(issuer) && claims.email_verified === undefined)

/** Claims that a test shows: not the token's own, which say nothing about the person. */
const TECHNICAL = new Set(['at_hash', 'c_hash', 's_hash', 'nonce', 'rh', 'uti', 'aio', 'sid', 'auth_time', 'ver'])

export const receivedOf = (claims: Claims) =>
  Object.entries(claims)
    .filter(([name]) => !TECHNICAL.has(name))
    .map(([name, value]) => ({ name, values: (Array.isArray(value) ? value : [value]).map((one) => String(one)) }))
