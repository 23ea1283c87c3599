import { randomBytes } from 'node:crypto'
import { insert, nullable, type RowOf, rows, sql, t, violates } from '../../../db/index.ts'
import { hashToken, randomToken } from '../../../platform/crypto.ts'
import type { Platform } from '../../../platform/index.ts'
import { parseXml } from '../../../platform/xml.ts'
import { Refused } from '../refused.ts'
import type { PersonBy } from '../sign-in.policy.ts'
import {
  type Begun,
  beginSignOn,
  type CreatePerson,
  type FoundPerson,
  findBegun,
  findOrCreate,
  issueFor,
  type Named,
  type NewPerson,
  type Onward,
  refusedAddress,
  sealOf,
  signOnCompanyRow,
  useBegun,
} from '../sign-on.commands.ts'
import { endTest, refuse } from '../sign-on-outcome.commands.ts'
import { checkAssertion, checkResponse, checkStatus, type Profile } from './profile.ts'
import { addressesOf, metadataXml, providerRow, requestUrl, verifiedAssertion } from './service-provider.ts'
import { readStructure } from './structure.ts'

const samlCompanyRow = {
  ...signOnCompanyRow,
  ...providerRow,
  idp_entity_id: t.text,
  person_by: t.oneOf<PersonBy>(),
  attribute: nullable(t.text),
  idp_initiated: t.bool,
  create_people: t.bool,
  sealed_private_key: t.bytes,
}
export type SamlCompany = RowOf<typeof samlCompanyRow>

/** The provider of a company; null for an unknown or suspended one, and for one without. */
async function findSaml(platform: Platform, code: string): Promise<SamlCompany | null> {
  const [row] = await rows(
    platform.db,
    samlCompanyRow,
    sql`select c.company_id, c.code, c.wrapped_key, s.sso_url, s.certificates, s.idp_entity_id, s.person_by,
        s.attribute, s.idp_initiated, s.create_people, k.sealed_private_key
      from companies c join sign_in_saml s on s.company_id = c.company_id
        join sign_in_keys k on k.company_id = c.company_id
      where c.code = ${code} and c.suspended_at is null`,
  )
  return row ?? null
}

const keysRow = { ...signOnCompanyRow, sealed_private_key: t.bytes }
const privateKeyOf = (platform: Platform, company: RowOf<typeof keysRow>): string =>
  sealOf(platform, company).open(company.sealed_private_key, 'sign_in_keys.sealed_private_key', company.company_id)

/** Our metadata for a company's provider; null when the company has never looked at its sign-in settings. */
export async function getMetadata(platform: Platform, code: string): Promise<string | null> {
  const [company] = await rows(
    platform.db,
    { ...keysRow, certificate: t.text },
    sql`select c.company_id, c.code, c.wrapped_key, k.certificate, k.sealed_private_key
      from companies c join sign_in_keys k on k.company_id = c.company_id
      where c.code = ${code} and c.suspended_at is null`,
  )
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
    return refuse(platform, company, 'saml', error, ip)
  }
  return { to: await requestUrl(addressesOf(platform.publicUrl(), code), company, key), browser, marks: !appChallenge && !test }
}

/** A response that could not even be read: too long, or sent in another encoding. */
export async function refuseUnread(platform: Platform, code: string, reason: string, ip: string): Promise<Onward> {
  const company = await findSaml(platform, code)
  return company ? refuse(platform, company, 'saml', new Refused(reason), ip) : { to: refusedAddress(platform) }
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
    if (!(error instanceof Refused)) throw error
    const begun = reading.begun ?? (await begunByText(platform, company, samlResponse, browser))
    if (!begun?.tester_id) return refuse(platform, company, 'saml', error, ip)
    return endTest(platform, company, 'saml', begun, { refused: error, person: null, received: receivedOf(reading.profile) })
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
  if (begun?.tester_id) return endTest(platform, company, 'saml', begun, { refused: null, person, received: receivedOf(profile) })
  return signIn(platform, company, profile, person, begun, browser)
}

/**
 * The request of a response that was refused before it could be read: a test shows its administrator also what is no valid response. Nothing
 * else is done with this text.
 */
async function begunByText(platform: Platform, company: SamlCompany, samlResponse: unknown, browser: string | null): Promise<Begun | null> {
  const xml = typeof samlResponse === 'string' ? Buffer.from(samlResponse, 'base64').toString() : ''
  const key = /\sInResponseTo="([^"]{1,100})"/.exec(xml)?.[1]
  if (!key) return null
  return findBegun(platform.db, company, 'saml', key, browser, platform.clock()).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
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
      await insert(tx, 'saml_assertions', {
        company_id: company.company_id,
        assertion_hash: hashToken(JSON.stringify([issuer, assertionId])),
        expires_at: expiresAt,
      })
      if (begun) await useBegun(tx, company, begun, platform.clock())
      return issueFor(platform, tx, company, person, 'saml', holder)
    })
    // A sign-in that began at the provider is bound to the browser from here on.
    return { to, marks: !begun?.app_challenge, ...(!begun && { browser }) }
  } catch (error) {
    throw violates(error, 'saml_assertions_pkey') ? new Refused('replayed') : error
  }
}
