import { CERTIFICATE_WARNING_DAYS, type Certificate, type SignInSettings, type SignInTest } from '@reflet/contract/admin-sign-in'
import { DAY_MS } from '@reflet/contract/durations'
import { instant, instantOrNull, nullable, type Queryable, rows, sql, t } from '../../../db/index.ts'
import { factsOf } from '../../../platform/certificates.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'

const policyRow = {
  code: t.text,
  password_login: t.oneOf<SignInSettings['password_login']>(),
  second_factor: t.oneOf<SignInSettings['second_factor']>(),
  emergency_until: nullable(t.time),
}

const samlRow = {
  idp_entity_id: t.text,
  sso_url: t.text,
  certificates: t.texts,
  person_by: t.oneOf<'registration_number' | 'email'>(),
  attribute: nullable(t.text),
  idp_initiated: t.bool,
  create_people: t.bool,
  updated_at: t.time,
}

const oidcRow = {
  issuer: t.text,
  client_id: t.text,
  claim: t.text,
  person_by: t.oneOf<'registration_number' | 'email'>(),
  hosted_domain: nullable(t.text),
  updated_at: t.time,
}

function certificateOf(pem: string, now: Date): Certificate {
  const { fingerprint, subject, notBefore, notAfter } = factsOf(pem)
  const isExpiring = notAfter.getTime() < now.getTime() + CERTIFICATE_WARNING_DAYS * DAY_MS
  const status = notAfter < now ? 'expired' : notBefore > now ? 'not_yet_valid' : isExpiring ? 'expiring' : 'valid'
  return { fingerprint, subject, not_before: notBefore.toISOString(), not_after: notAfter.toISOString(), status }
}

/** How the company signs in; no secret. @throws not_found */
export async function getSignIn(
  { db, clock, publicUrl }: Pick<Platform, 'clock' | 'publicUrl'> & { readonly db: Queryable },
  companyId: string,
): Promise<SignInSettings> {
  const now = clock()
  const [policy] = await rows(
    db,
    policyRow,
    sql`select code, password_login, second_factor, case when emergency_until > ${now} then emergency_until end
        as emergency_until
      from companies where company_id = ${companyId}`,
  )
  if (!policy) throw notFound()
  const [saml] = await rows(
    db,
    samlRow,
    sql`select idp_entity_id, sso_url, certificates, person_by, attribute, idp_initiated, create_people, updated_at
      from sign_in_saml where company_id = ${companyId}`,
  )
  const [oidc] = await rows(
    db,
    oidcRow,
    sql`select issuer, client_id, claim, person_by, hosted_domain, updated_at from sign_in_oidc where company_id = ${companyId}`,
  )
  const url = publicUrl()
  const { code } = policy
  return {
    password_login: policy.password_login,
    second_factor: policy.second_factor,
    emergency_until: instantOrNull(policy.emergency_until),
    saml: saml
      ? { ...saml, certificates: saml.certificates.map((pem) => certificateOf(pem, now)), updated_at: instant(saml.updated_at) }
      : null,
    oidc: oidc ? { ...oidc, updated_at: instant(oidc.updated_at) } : null,
    addresses: {
      saml_metadata: `${url}/saml/${code}/metadata`,
      saml_acs: `${url}/saml/${code}/acs`,
      saml_login: `${url}/saml/${code}/login`,
      oidc_callback: `${url}/oidc/${code}/callback`,
      oidc_login: `${url}/oidc/${code}/login`,
      scim: `${url}/scim/v2`,
    },
  }
}

/** The result of the viewer's own test. @throws not_found for that of another administrator, and after ten minutes */
export async function getTest({ db, clock }: Platform, { companyId, userId, seal }: Viewer, id: string): Promise<SignInTest> {
  const [row] = await rows(
    db,
    { outcome: nullable(t.text), sealed_result: nullable(t.bytes) },
    sql`select outcome, sealed_result from sign_in_requests
      where company_id = ${companyId} and id = ${id} and tester_id = ${userId} and expires_at > ${clock()}`,
  )
  if (!row) throw notFound()
  if (row.outcome === null) return { status: 'waiting', reason: null, details: {}, person: null, received: [] }
  const sealed = seal.open(row.sealed_result, 'sign_in_requests.sealed_result', id)
  const result = JSON.parse(sealed ?? '{"person":null,"received":[],"details":{}}') as Pick<SignInTest, 'person' | 'received' | 'details'>
  return row.outcome === 'ok' ? { status: 'ok', reason: null, ...result } : { status: 'refused', reason: row.outcome, ...result }
}
