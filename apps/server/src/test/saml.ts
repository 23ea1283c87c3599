import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { addressesOf } from '../features/session/saml/service-provider.ts'
import { selfSigned } from '../platform/certificates.ts'
import { newId } from '../platform/ids.ts'

/** The server that is signed in to, in a test or elsewhere. */
export interface Reflet {
  readonly url: string
  readonly platform: { publicUrl(): string }
  now(): Date
}

/** An identity provider of the tests: it signs whatever it is asked to. */
export interface TestProvider {
  readonly entityId: string
  readonly ssoUrl: string
  readonly certificate: string
  readonly privateKey: string
}

export async function createProvider(name = 'idp', now = new Date()): Promise<TestProvider> {
  const { certificate, privateKey } = await selfSigned(`${name}.example`, now)
  return { entityId: `https://${name}.example/metadata`, ssoUrl: `https://${name}.example/sso`, certificate, privateKey }
}

export const settingsOfSaml = ({ entityId, ssoUrl, certificate }: TestProvider) => ({
  idp_entity_id: entityId,
  sso_url: ssoUrl,
  certificates: [certificate],
})

export const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** The texts of a response; a null leaves the attribute or element out. */
export interface Texts {
  destination: string | null
  responseIssuer: string | null
  responseVersion: string
  responseInResponseTo: string | null
  responseIssued: string
  status: string
  assertionId: string
  assertionVersion: string
  issuer: string
  issued: string
  nameId: string
  method: string
  recipient: string | null
  inResponseTo: string | null
  confirmationNotBefore: string | null
  confirmationEnd: string | null
  conditionsStart: string | null
  conditionsEnd: string | null
  conditions: string
  audience: string
  authn: string
  attributes: string
  /** Between the subject and the conditions. */
  extra: string
}

const statusCode = (name: string, inner = '') =>
  `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${name}">${inner}</samlp:StatusCode>`
export const statusOf = (name: string, second?: string) => `<samlp:Status>${statusCode(name, second && statusCode(second))}</samlp:Status>`
export const attribute = (name: string, ...values: string[]) =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`

/** What a right response says at this time. */
export function rightTexts(
  app: Omit<Reflet, 'url'>,
  code: string,
  provider: TestProvider,
  requestId: string | null,
  nameId: string,
): Texts {
  const { entityId, acsUrl } = addressesOf(app.platform.publicUrl(), code)
  const at = (seconds: number) => new Date(app.now().getTime() + seconds * 1000).toISOString()
  return {
    destination: acsUrl,
    responseIssuer: provider.entityId,
    responseVersion: '2.0',
    responseInResponseTo: requestId,
    responseIssued: at(0),
    status: statusOf('Success'),
    assertionId: `_a${newId(app.now())}`,
    assertionVersion: '2.0',
    issuer: `<saml:Issuer>${provider.entityId}</saml:Issuer>`,
    issued: at(0),
    nameId: `<saml:NameID>${nameId}</saml:NameID>`,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    recipient: acsUrl,
    inResponseTo: requestId,
    confirmationNotBefore: null,
    confirmationEnd: at(300),
    conditionsStart: at(-5),
    conditionsEnd: at(300),
    conditions: '',
    audience: `<saml:AudienceRestriction><saml:Audience>${entityId}</saml:Audience></saml:AudienceRestriction>`,
    authn: `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes: '',
    extra: '',
  }
}

const given = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${value}"`)

export function assertionOf(t: Texts): string {
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${t.assertionId}" Version="${t.assertionVersion}" IssueInstant="${t.issued}">` +
    `${t.issuer}<saml:Subject>${t.nameId}<saml:SubjectConfirmation Method="${t.method}"><saml:SubjectConfirmationData` +
    `${given('Recipient', t.recipient)}${given('InResponseTo', t.inResponseTo)}${given('NotBefore', t.confirmationNotBefore)}${given('NotOnOrAfter', t.confirmationEnd)}/>` +
    `</saml:SubjectConfirmation></saml:Subject>${t.extra}<saml:Conditions${given('NotBefore', t.conditionsStart)}${given('NotOnOrAfter', t.conditionsEnd)}>` +
    `${t.audience}${t.conditions}</saml:Conditions>${t.authn}` +
    `${t.attributes && `<saml:AttributeStatement>${t.attributes}</saml:AttributeStatement>`}</saml:Assertion>`
  )
}

export function responseOf(t: Texts, assertion = assertionOf(t)): string {
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${t.assertionId}" ` +
    `Version="${t.responseVersion}" IssueInstant="${t.responseIssued}"${given('Destination', t.destination)}${given('InResponseTo', t.responseInResponseTo)}>` +
    `${t.responseIssuer === null ? '' : `<saml:Issuer>${t.responseIssuer}</saml:Issuer>`}${t.status}${assertion}</samlp:Response>`
  )
}

export interface Signing {
  readonly of?: 'Assertion' | 'Response'
  readonly signatureAlgorithm?: string
  readonly digestAlgorithm?: string
  readonly transforms?: string[]
  readonly canonicalizationAlgorithm?: string
  /** HMAC instead of the private key. */
  readonly secret?: string
}

/** The XML with the signature of one element in it. */
export function signed(xml: string, provider: TestProvider, options: Signing = {}): string {
  const { of = 'Assertion', signatureAlgorithm = RSA_SHA256, digestAlgorithm = SHA256, transforms = [ENVELOPED, EXC_C14N] } = options
  const sig = new SignedXml({
    privateKey: options.secret ?? provider.privateKey,
    publicCert: provider.certificate,
    signatureAlgorithm,
    canonicalizationAlgorithm: (options.canonicalizationAlgorithm ?? EXC_C14N) as typeof EXC_C14N,
  })
  if (options.secret) sig.enableHMAC()
  const xpath = `//*[local-name(.)='${of}']`
  sig.addReference({ xpath, transforms, digestAlgorithm })
  sig.computeSignature(xml, { prefix: 'ds', location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } })
  return sig.getSignedXml()
}

/** A sign-in that began in a browser: its cookie, and the ID of our request. */
export interface BegunSignIn {
  readonly cookie: string
  readonly requestId: string
  readonly location: URL
}

/** Callers from many networks: the rate limit of one is not what is tested. */
let caller = 0
export const fromAnywhere = (): Record<string, string> => {
  caller++
  return { 'x-forwarded-for': `20.${(caller >> 8) & 255}.${caller & 255}.1` }
}

/** The cookie header of a response, with what the browser had before. */
export function cookieOf(response: Response, before = ''): string {
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const jar = new Map([...before.split('; '), ...set].filter(Boolean).map((pair) => [pair.split('=')[0], pair] as const))
  return [...jar.values()].join('; ')
}

export async function beginSignIn(app: Reflet, code: string, query = '', cookie = ''): Promise<BegunSignIn> {
  const response = await fetch(`${app.url}/saml/${code}/login${query}`, { redirect: 'manual', headers: { cookie, ...fromAnywhere() } })
  const location = new URL(response.headers.get('location') ?? '')
  const request = location.searchParams.get('SAMLRequest')
  const xml = request ? inflateRawSync(Buffer.from(request, 'base64')).toString() : ''
  return { cookie: cookieOf(response, cookie), requestId: /ID="([^"]+)"/.exec(xml)?.[1] ?? '', location }
}

export const encoded = (xml: string) => Buffer.from(xml).toString('base64')

/** What the provider's page does: it posts a form from another site. */
export async function postResponse(app: Reflet, code: string, samlResponse: string, cookie: string, more: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/saml/${code}/acs`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: 'https://idp.example', 'sec-fetch-site': 'cross-site', ...fromAnywhere() },
    body: new URLSearchParams({ SAMLResponse: samlResponse, ...more }),
  })
  return { status: response.status, location: response.headers.get('location') ?? '', cookie: cookieOf(response, cookie), response }
}

/** The address and the one-time code with which the browser is sent to the app. */
export function codeIn(location: string) {
  const params = new URLSearchParams(location.split('?')[1])
  return { email: params.get('email') ?? '', token: params.get('token') ?? '' }
}
