import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rows, violates } from '../../../db/index.ts'
import { type PersonBy, samlAssertions } from '../../../db/schema/sign-in.ts'
import { hashToken, randomToken } from '../../../platform/crypto.ts'
import type { Platform } from '../../../platform/index.ts'
import { attributeOf, parseXml } from '../../../platform/xml.ts'
import { Refused } from '../refused.ts'
import {
  type Begun,
  beginSignOn,
  type CreatePerson,
  endTest,
  type FoundPerson,
  findBegun,
  findOrCreate,
  issueFor,
  type Named,
  type NewPerson,
  type Onward,
  recordRefused,
  refusedAddress,
  type SignOnCompany,
  sealOf,
  useBegun,
} from '../sign-on.commands.ts'
import { checkAssertion, checkResponse, checkStatus, type Profile } from './profile.ts'
import { addressesOf, metadataXml, type Provider, requestUrl, verifiedAssertion } from './service-provider.ts'
import { readStructure, type Structure } from './structure.ts'

export interface SamlCompany extends SignOnCompany, Provider {
  readonly idp_entity_id: string
  readonly person_by: PersonBy
  readonly attribute: string | null
  readonly idp_initiated: boolean
  readonly create_people: boolean
  readonly certificate: string
  readonly sealed_private_key: Buffer
}

/** The provider of a company; null for an unknown or suspended one, and for one without. */
async function findSaml(platform: Platform, code: string): Promise<SamlCompany | null> {
  const [row] = await rows<SamlCompany>(
    platform.db,
    sql`select c.company_id, c.code, c.wrapped_key, s.sso_url, s.certificates, s.idp_entity_id, s.person_by,
        s.attribute, s.idp_initiated, s.create_people, s.certificate, s.sealed_private_key
      from companies c join sign_in_saml s on s.company_id = c.company_id
      where c.code = ${code} and c.suspended_at is null`,
  )
  return row ?? null
}

const privateKeyOf = (platform: Platform, company: SamlCompany): string =>
  sealOf(platform, company).open(company.sealed_private_key, 'sign_in_saml.sealed_private_key', company.company_id)

/** Our metadata for a company's provider; null without one. */
export async function getMetadata(platform: Platform, code: string): Promise<string | null> {
  const company = await findSaml(platform, code)
  if (!company) return null
  return metadataXml(addressesOf(platform.publicUrl(), code), company.certificate, privateKeyOf(platform, company))
}

export interface Begin {
  readonly browser: string | null
  readonly appChallenge?: string | undefined
  readonly test?: string | undefined
  readonly ip: string
}

/** Begins a sign-in: where the browser goes, and the value of its cookie, which other tabs of it share. */
export async function beginSaml(platform: Platform, code: string, { browser: known, appChallenge, test, ip }: Begin): Promise<Onward> {
  const company = await findSaml(platform, code)
  if (!company) return { to: refusedAddress(platform) }
  const browser = known ?? randomToken()
  // An XML name must not begin with a digit.
  const key = `_${randomBytes(20).toString('hex')}`
  try {
    await beginSignOn(platform, company, { protocol: 'saml', key, browser, appChallenge, test })
  } catch (error) {
    return refuse(platform, company, error, ip)
  }
  return { to: await requestUrl(addressesOf(platform.publicUrl(), code), company, key), browser }
}

async function refuse(platform: Platform, company: SamlCompany, error: unknown, ip: string): Promise<Onward> {
  if (!(error instanceof Refused)) throw error
  await recordRefused(platform, company, 'saml', error, ip)
  return { to: refusedAddress(platform) }
}

/** A response that could not even be read: too long, or sent in another encoding. */
export async function refuseUnread(platform: Platform, code: string, reason: string, ip: string): Promise<Onward> {
  const company = await findSaml(platform, code)
  return company ? refuse(platform, company, new Refused(reason), ip) : { to: refusedAddress(platform) }
}

/** What came, as far as it could be read: for a test of the settings. */
interface Reading {
  profile: Profile | null
  begun: Begun | null
}

/**
 * Takes a provider's response. Everything that is wrong with it leads to the same page; the audit log says what it was. RelayState is not
 * read: a sign-in of ours is known by its request, and no address may come from outside.
 */
export async function acceptSaml(
  platform: Platform,
  code: string,
  { samlResponse, browser, ip }: { readonly samlResponse: unknown; readonly browser: string | null; readonly ip: string },
  create: CreatePerson,
): Promise<Onward> {
  const company = await findSaml(platform, code)
  if (!company) return { to: refusedAddress(platform) }
  const reading: Reading = { profile: null, begun: null }
  try {
    return await accept(platform, company, samlResponse, browser, create, reading)
  } catch (error) {
    const { begun, profile } = reading
    if (!(error instanceof Refused) || !begun?.tester_id) return refuse(platform, company, error, ip)
    return endTest(platform, company, 'saml', begun, { reason: error.reason, person: null, received: receivedOf(profile) })
  }
}

const receivedOf = (profile: Profile | null) => (profile ? [{ name: 'NameID', values: [profile.nameId] }, ...profile.attributes] : [])

async function accept(
  platform: Platform,
  company: SamlCompany,
  samlResponse: unknown,
  browser: string | null,
  create: CreatePerson,
  reading: Reading,
): Promise<Onward> {
  const now = platform.clock()
  const addresses = addressesOf(platform.publicUrl(), company.code)
  const expected = { ...addresses, idpEntityId: company.idp_entity_id, now }
  const structure = await readStructure(samlResponse, checkStatus)
  await rememberTest(platform, company, structure, browser, reading, now)
  const assertionXml = await verifiedAssertion(addresses, company, structure, privateKeyOf(platform, company))
  const envelope = checkResponse(structure.response, expected)
  const profile = checkAssertion((await parseXml(assertionXml)).documentElement, expected)
  reading.profile = profile
  if (profile.inResponseTo !== envelope.inResponseTo) throw new Refused('in_response_to')
  const begun = await begunOf(platform, company, profile, browser, now)
  reading.begun = begun
  const named = namedBy(company, profile)
  // A test creates no one.
  const creates = company.create_people && !begun?.tester_id ? { person: newPersonOf(profile), run: create } : null
  const person = await findOrCreate(platform, company, named, creates)
  if (begun?.tester_id) return endTest(platform, company, 'saml', begun, { reason: null, person, received: receivedOf(profile) })
  return signIn(platform, company, profile, person, begun, browser)
}

/** A test shows even a response that is refused early, if it answers a request of this browser. */
async function rememberTest(
  platform: Platform,
  company: SamlCompany,
  { response }: Structure,
  browser: string | null,
  reading: Reading,
  now: Date,
): Promise<void> {
  const key = attributeOf(response, 'InResponseTo')
  if (!key) return
  const begun = await findBegun(platform.db, company, 'saml', key, browser, now).catch(() => null)
  if (begun?.tester_id) reading.begun = begun
}

/** The request that it answers; null for a sign-in that began at the provider, where the company allows that. */
async function begunOf(
  platform: Platform,
  company: SamlCompany,
  { inResponseTo }: Profile,
  browser: string | null,
  now: Date,
): Promise<Begun | null> {
  if (inResponseTo !== null) return findBegun(platform.db, company, 'saml', inResponseTo, browser, now)
  if (!company.idp_initiated) throw new Refused('unsolicited')
  return null
}

function namedBy({ person_by: by, attribute }: SamlCompany, { nameId, attributes }: Profile): Named {
  if (attribute === null) return { by, value: nameId }
  const values = new Set(attributes.find(({ name }) => name === attribute)?.values)
  const [value] = values
  if (!value) throw new Refused('attribute_missing', { attribute: attribute.slice(0, 200) })
  if (values.size > 1) throw new Refused('attribute_ambiguous', { attribute: attribute.slice(0, 200) })
  return { by, value }
}

/** The names under which providers send what a new account needs. */
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
const NAMES_OF = {
  email: ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}emailaddress`],
  first_name: ['firstName', 'givenName', 'given_name', 'urn:oid:2.5.4.42', `${CLAIMS}givenname`],
  last_name: ['lastName', 'sn', 'surname', 'family_name', 'urn:oid:2.5.4.4', `${CLAIMS}surname`],
} as const

function newPersonOf({ attributes }: Profile): NewPerson {
  const first = (names: readonly string[]) => attributes.find(({ name }) => names.includes(name))?.values[0]
  return { email: first(NAMES_OF.email), first_name: first(NAMES_OF.first_name), last_name: first(NAMES_OF.last_name) }
}

/** Uses the assertion and its request up, and issues the code. @throws Refused replayed */
async function signIn(
  platform: Platform,
  company: SamlCompany,
  { assertionId, issuer, expiresAt }: Profile,
  person: FoundPerson,
  begun: Begun | null,
  known: string | null,
): Promise<Onward> {
  const browser = known ?? randomToken()
  const holder = begun?.app_challenge ? { appChallenge: begun.app_challenge } : { browserHash: begun?.browser_hash ?? hashToken(browser) }
  try {
    const to = await platform.db.transaction(async (tx) => {
      await tx.insert(samlAssertions).values({
        company_id: company.company_id,
        assertion_hash: hashToken(JSON.stringify([issuer, assertionId])),
        expires_at: expiresAt,
      })
      if (begun) await useBegun(tx, company, begun, platform.clock())
      return issueFor(platform, tx, company, person, 'saml', holder)
    })
    // A sign-in that began at the provider is bound to the browser from here on.
    return begun ? { to } : { to, browser }
  } catch (error) {
    throw violates(error, 'saml_assertions_pkey') ? new Refused('replayed') : error
  }
}
