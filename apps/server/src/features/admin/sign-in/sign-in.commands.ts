import type { OidcBody, SamlBody, SignInSettings } from '@reflet/contract/admin-sign-in'
import { assignments, insertInto, nullable, type Queryable, type RowOf, rows, sql, t, upsert } from '../../../db/index.ts'
import { factsOf as certificateFacts, refusalOf, selfSigned, toPem } from '../../../platform/certificates.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { discoverProvider } from '../../../platform/openid.ts'
import { recordForAdministrators } from '../../messages/administration.ts'
import type { PersonBy, Protocol } from '../../session/sign-in.policy.ts'
import type { Administration } from '../people/people.commands.ts'
import { type ProviderFacts, providerFactsRow, readMetadata } from './metadata.ts'
import { checkTested, leadOf } from './tested.queries.ts'

/** One issuer for all customers of Google: the claim `hd` says whose account it is. */
const GOOGLE = 'accounts.google.com'

/** Old and new ones while a provider changes its key; more would only slow the verification down. */
const MOST_CERTIFICATES = 10

/** Row lock: changes of a company's sign-in run one after the other. */
const lockCompany = (tx: Queryable, companyId: string) =>
  tx.execute(sql`select from companies where company_id = ${companyId} for no key update`)

type Policy = Pick<SignInSettings, 'password_login' | 'second_factor'>

async function policyOf(tx: Queryable, companyId: string): Promise<Policy> {
  const [row] = await rows(
    tx,
    { password_login: t.oneOf<Policy['password_login']>(), second_factor: t.oneOf<Policy['second_factor']>() },
    sql`select password_login, second_factor from companies where company_id = ${companyId}`,
  )
  if (!row) throw new Problem('not_found')
  return row
}

/**
 * Changes who may log in with a password, and who needs a second factor. Open sessions stay.
 * @throws single_sign_on_missing: without a provider no one could sign in; sign_in_not_tested: `nobody` locks everyone out when the provider
 *   does not sign people in
 */
export async function updateSignIn(
  platform: Platform,
  { companyId, actor }: Administration,
  patch: { readonly [name in keyof Policy]?: Policy[name] | undefined },
): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const before = await policyOf(tx, companyId)
    const after = { ...before, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) }
    const lead = await leadOf(tx, companyId)
    if (after.password_login !== 'everyone' && !lead) throw new Problem('single_sign_on_missing')
    if (lead && after.password_login === 'nobody' && before.password_login !== 'nobody')
      await checkTested(tx, { companyId, actor }, lead, now)
    if (after.password_login === before.password_login && after.second_factor === before.second_factor) return
    await tx.execute(sql`update companies set ${assignments(after)} where company_id = ${companyId}`)
    const entry = { companyId, actor, action: 'sign_in_policy_changed', details: { before, after } } as const
    await recordForAdministrators(tx, now, entry, 'sign_in_changed')
  })
  platform.wake(now)
}

function checkWebAddress(platform: Platform, address: string, field: string): void {
  if (!URL.canParse(address)) throw new Problem('metadata_refused', { fields: { metadata_xml: 'no_redirect_binding' } })
  const { protocol, username, password, hash } = new URL(address)
  const isSafe = protocol === 'https:' || (!platform.production && protocol === 'http:')
  if (!isSafe || username || password || hash) throw new Problem('host_not_allowed', { fields: { [field]: 'host_not_allowed' } })
}

/** The provider that the settings name; the stored one, where they name none. */
async function factsOf(db: Queryable, companyId: string, body: SamlBody): Promise<ProviderFacts> {
  const { metadata_xml, idp_entity_id, sso_url, certificates } = body
  if (metadata_xml !== undefined) return readMetadata(metadata_xml)
  const given = { idp_entity_id, sso_url, certificates }
  if (Object.values(given).every((value) => value === undefined)) {
    const [stored] = await rows(
      db,
      providerFactsRow,
      sql`select idp_entity_id, sso_url, certificates from sign_in_saml where company_id = ${companyId}`,
    )
    if (stored) return stored
  }
  const missing = Object.entries(given).find(([, value]) => value === undefined)
  if (!idp_entity_id || !sso_url || !certificates)
    throw new Problem('invalid_input', { fields: { [missing?.[0] ?? 'metadata_xml']: 'missing' } })
  return { idp_entity_id, sso_url, certificates: [...new Set(certificates.map(toPem))] }
}

/** Stored certificates that stay, by their fingerprints; unknown ones are left out. */
async function keptCertificates(db: Queryable, companyId: string, fingerprints: readonly string[]): Promise<string[]> {
  if (fingerprints.length === 0) return []
  const [stored] = await rows(db, { certificates: t.texts }, sql`select certificates from sign_in_saml where company_id = ${companyId}`)
  return (stored?.certificates ?? []).filter((pem) => fingerprints.includes(certificateFacts(pem).fingerprint))
}

/** Makes our key pair once: with the first look at the settings, because providers want our metadata first. It stays when they change. */
export async function ensureKeys(platform: Platform, companyId: string, seal: Seal): Promise<void> {
  const [known] = await rows(platform.db, {}, sql`select from sign_in_keys where company_id = ${companyId}`)
  if (known) return
  const now = platform.clock()
  const { certificate, privateKey } = await selfSigned(new URL(platform.publicUrl()).hostname, now)
  const sealed_private_key = seal.seal(privateKey, 'sign_in_keys.sealed_private_key', companyId)
  await platform.db.execute(
    sql`${insertInto('sign_in_keys', { company_id: companyId, certificate, sealed_private_key, created_at: now })} on conflict do nothing`,
  )
}

/**
 * Sets the company's SAML provider; without a provider in the body the stored one keeps its facts.
 * @throws invalid_input, metadata_refused, certificate_refused, host_not_allowed, sign_in_not_tested
 */
export async function setSaml(platform: Platform, { companyId, actor }: Administration, seal: Seal, body: SamlBody): Promise<void> {
  const now = platform.clock()
  const named = await factsOf(platform.db, companyId, body)
  const kept = await keptCertificates(platform.db, companyId, body.keep_certificates)
  const facts = { ...named, certificates: [...new Set([...named.certificates, ...kept])].slice(0, MOST_CERTIFICATES) }
  checkWebAddress(platform, facts.sso_url, 'sso_url')
  facts.certificates.forEach((pem, index) => {
    const refusal = refusalOf(pem)
    if (refusal) throw new Problem('certificate_refused', { fields: { [`certificates.${index}`]: refusal } })
  })
  const { person_by, attribute, idp_initiated, create_people } = body
  const settings = { ...facts, person_by, attribute, idp_initiated, create_people, updated_at: now }
  await ensureKeys(platform, companyId, seal)
  await platform.db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    await keepTested(tx, companyId, 'saml', signsInAlike(await storedSaml(tx, companyId), settings))
    await tx.execute(upsert('sign_in_saml', ['company_id'], { company_id: companyId, ...settings }))
    const details = { idp_entity_id: facts.idp_entity_id, person_by, idp_initiated, create_people, certificates: facts.certificates.length }
    await recordForAdministrators(tx, now, { companyId, actor, action: 'saml_changed', details }, 'provider_changed')
  })
  platform.wake(now)
}

/** What decides who is signed in; certificates may be added. */
const decisiveRow = { ...providerFactsRow, person_by: t.oneOf<PersonBy>(), attribute: nullable(t.text) }
type Decisive = RowOf<typeof decisiveRow>

async function storedSaml(tx: Queryable, companyId: string): Promise<Decisive | undefined> {
  const [stored] = await rows(
    tx,
    decisiveRow,
    sql`select idp_entity_id, sso_url, certificates, person_by, attribute from sign_in_saml where company_id = ${companyId}`,
  )
  return stored
}

const signsInAlike = (stored: Decisive | undefined, given: Decisive) =>
  stored !== undefined &&
  (['idp_entity_id', 'sso_url', 'person_by', 'attribute'] as const).every((name) => stored[name] === given[name]) &&
  stored.certificates.every((one) => given.certificates.includes(one))

/**
 * While no one may use a password, the provider that signs people in is not replaced: an error in its new settings would lock everyone out.
 * @throws sign_in_not_tested
 */
async function keepTested(tx: Queryable, companyId: string, protocol: Protocol, isAlike: boolean): Promise<void> {
  const { password_login } = await policyOf(tx, companyId)
  const leads = protocol === 'saml' || (await leadOf(tx, companyId)) === 'oidc'
  if (password_login === 'nobody' && leads && !isAlike) throw new Problem('sign_in_not_tested')
}

const TABLES = { saml: sql`sign_in_saml`, oidc: sql`sign_in_oidc` }

/**
 * Removes a provider.
 * @throws single_sign_on_missing; sign_in_not_tested when no one may use a password and the other provider would lead
 */
export async function removeProvider(platform: Platform, { companyId, actor }: Administration, protocol: Protocol): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    const { password_login } = await policyOf(tx, companyId)
    const before = await leadOf(tx, companyId)
    await tx.execute(sql`delete from ${TABLES[protocol]} where company_id = ${companyId}`)
    const lead = await leadOf(tx, companyId)
    if (password_login !== 'everyone' && !lead) throw new Problem('single_sign_on_missing')
    if (lead && lead !== before && password_login === 'nobody') await checkTested(tx, { companyId, actor }, lead, now)
    await recordForAdministrators(tx, now, { companyId, actor, action: `${protocol}_removed` }, 'provider_removed')
  })
  platform.wake(now)
}

/** The stored secret, for the same provider and client only: it must not be sent to another one. @throws token_missing */
async function secretOf(
  platform: Platform,
  companyId: string,
  seal: Seal,
  { issuer, client_id, client_secret }: OidcBody,
): Promise<string> {
  if (client_secret !== undefined) return client_secret
  const [stored] = await rows(
    platform.db,
    { sealed_client_secret: t.bytes },
    sql`select sealed_client_secret from sign_in_oidc
      where company_id = ${companyId} and issuer = ${issuer} and client_id = ${client_id}`,
  )
  if (!stored) throw new Problem('token_missing', { fields: { client_secret: 'missing' } })
  return seal.open(stored.sealed_client_secret, 'sign_in_oidc.sealed_client_secret', companyId)
}

/**
 * Sets the company's OpenID provider, after its configuration was read.
 * @throws host_not_allowed, token_missing, sign_in_not_tested; issuer_refused when it cannot be read, is of another issuer (as that of all tenants of Entra ID)
 *   or is Google's without a domain
 */
export async function setOidc(platform: Platform, { companyId, actor }: Administration, seal: Seal, body: OidcBody): Promise<void> {
  const now = platform.clock()
  const { issuer, client_id, claim, person_by, hosted_domain } = body
  checkWebAddress(platform, issuer, 'issuer')
  if (new URL(issuer).hostname === GOOGLE && hosted_domain === null)
    throw new Problem('issuer_refused', { fields: { hosted_domain: 'missing' } })
  const clientSecret = await secretOf(platform, companyId, seal, body)
  await discoverProvider(platform, { issuer, clientId: client_id, clientSecret }).catch(() => {
    throw new Problem('issuer_refused', { fields: { issuer: 'issuer_refused' } })
  })
  const sealed_client_secret = seal.seal(clientSecret, 'sign_in_oidc.sealed_client_secret', companyId)
  const settings = { issuer, client_id, sealed_client_secret, claim, person_by, hosted_domain, updated_at: now }
  await platform.db.transaction(async (tx) => {
    await lockCompany(tx, companyId)
    await keepTested(tx, companyId, 'oidc', await isStoredOidc(tx, companyId, body))
    await tx.execute(upsert('sign_in_oidc', ['company_id'], { company_id: companyId, ...settings }))
    const entry = { companyId, actor, action: 'oidc_changed', details: { issuer, claim, person_by } } as const
    await recordForAdministrators(tx, now, entry, 'provider_changed')
  })
  platform.wake(now)
}

async function isStoredOidc(tx: Queryable, companyId: string, body: OidcBody): Promise<boolean> {
  const { issuer, client_id, client_secret, claim, person_by, hosted_domain } = body
  if (client_secret !== undefined) return false
  const same = await rows(
    tx,
    {},
    sql`select from sign_in_oidc where company_id = ${companyId} and issuer = ${issuer} and client_id = ${client_id}
      and claim = ${claim} and person_by = ${person_by} and hosted_domain is not distinct from ${hosted_domain}::text`,
  )
  return same.length > 0
}
