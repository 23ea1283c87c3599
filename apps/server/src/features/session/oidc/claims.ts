import { Refused } from '../refused.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Entra ID's issuer of one tenant; those of all tenants have no id in it and are refused with the settings. */
const ENTRA_TENANT = /^https:\/\/login\.microsoftonline\.(com|us)\/[\da-f-]{36}\/v2\.0$/

export interface ClaimRules {
  readonly issuer: string
  readonly claim: string
  readonly person_by: 'registration_number' | 'email'
  readonly hosted_domain: string | null
}

/** Claims that carry an address which its owner may have typed. */
const isAddress = (claim: string) => claim === 'email'

/**
 * What names the person. An address counts only when the provider says that it is verified: an address that anyone can type would let them
 * in as anyone. Entra ID does not send `email_verified`; there a tenant's own accounts are trusted, guests of the tenant are not.
 * @throws Refused: claim_missing, hosted_domain, email_unverified, guest_account
 */
export function personOf(claims: Claims, rules: ClaimRules): string {
  const { claim, issuer, hosted_domain } = rules
  if (hosted_domain !== null && String(claims.hd ?? '').toLowerCase() !== hosted_domain)
    throw new Refused('hosted_domain', { received: String(claims.hd ?? '').slice(0, 200) })
  const value = claims[claim]
  if (typeof value !== 'string' || value.trim() === '') throw new Refused('claim_missing', { claim })
  if (rules.person_by === 'email') checkAddress(claims, claim, ENTRA_TENANT.test(issuer))
  return value.trim()
}

function checkAddress(claims: Claims, claim: string, isEntra: boolean): void {
  if (isEntra) {
    // `idp` and `acct` mark an account of another directory; `xms_edov` says whether the address's domain was verified.
    if ((typeof claims.idp === 'string' && claims.idp !== claims.iss) || claims.acct === 1 || claims.acct === '1')
      throw new Refused('guest_account')
    if (isAddress(claim) && [false, 0, '0', 'false'].includes(claims.xms_edov as never)) throw new Refused('email_unverified')
    return
  }
  if (isAddress(claim) && claims.email_verified !== true && claims.email_verified !== 'true') throw new Refused('email_unverified')
  if (claims.email_verified === false) throw new Refused('email_unverified')
}

/** Claims that a test shows: not the token's own, which say nothing about the person. */
const TECHNICAL = new Set(['at_hash', 'c_hash', 's_hash', 'nonce', 'rh', 'uti', 'aio', 'sid', 'auth_time', 'ver'])

export const receivedOf = (claims: Claims) =>
  Object.entries(claims)
    .filter(([name]) => !TECHNICAL.has(name))
    .map(([name, value]) => ({ name, values: (Array.isArray(value) ? value : [value]).map((one) => String(one)) }))
