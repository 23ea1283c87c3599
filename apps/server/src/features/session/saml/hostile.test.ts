import { deflateRawSync, gzipSync } from 'node:zlib'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { MINUTE_MS } from '@reflet/contract/durations'
import { beforeAll, expect, test } from 'vitest'
import { encrypt } from 'xml-encryption'
import { rows, sql, t } from '../../../db/index.ts'
import { codeOf, lastRefusal, logIn } from '../../../test/logins.ts'
import {
  assertionOf,
  attribute,
  type BegunSignIn,
  beginSignIn,
  codeIn,
  createProvider,
  ENVELOPED,
  EXC_C14N,
  encoded,
  fromAnywhere,
  postResponse,
  responseOf,
  rightTexts,
  type Signing,
  settingsOfSaml,
  signed,
  statusOf,
  type TestProvider,
  type Texts,
} from '../../../test/saml.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const ours = useCompany(app, {
  anne: { role: 'admin' },
  camille: { registration_number: 'N-1001' },
  gone: { registration_number: 'N-9', deactivated: true },
})
const theirs = useCompany(app, { luc: { role: 'admin', registration_number: 'L-1' } })
const bare = useCompany(app, {})

let provider: TestProvider
let foreign: TestProvider
let codes: { ours: string; theirs: string; bare: string }

beforeAll(async () => {
  provider = await createProvider('idp')
  foreign = await createProvider('foreign')
  codes = { ours: await codeOf(app, ours.company), theirs: await codeOf(app, theirs.company), bare: await codeOf(app, bare.company) }
  expect((await app.call(ours.anne, adminSignIn.setSaml, { body: settingsOfSaml(provider) })).status).toBe(200)
  expect((await app.call(theirs.luc, adminSignIn.setSaml, { body: settingsOfSaml(foreign) })).status).toBe(200)
})

interface Attempt extends BegunSignIn {
  /** A right response of the provider, with these changes before it is signed. */
  texts(changes?: Partial<Texts>): Texts
  readonly at: (seconds: number) => string
}

async function begin(): Promise<Attempt> {
  const begun = await beginSignIn(app, codes.ours)
  const at = (seconds: number) => new Date(app.now().getTime() + seconds * 1000).toISOString()
  return { ...begun, at, texts: (changes = {}) => ({ ...rightTexts(app, codes.ours, provider, begun.requestId, 'N-1001'), ...changes }) }
}

/** XML, or what is sent with which cookie; without a response a right one. */
interface Sent {
  readonly response?: string
  readonly cookie?: string
}
type Hostile = (attempt: Attempt) => string | Sent | Promise<string | Sent>

async function send(attempt: Attempt, make: Hostile) {
  const made = await make(attempt)
  const sent: Sent = typeof made === 'string' ? { response: encoded(made) } : made
  const { response = encoded(right(attempt)), cookie = attempt.cookie } = sent
  return postResponse(app, codes.ours, response, cookie, { RelayState: 'https://evil.example/' })
}
const refused = () => `${app.url}/login?sso=refused`

const countOf = async (table: 'sign_in_codes' | 'audit_log') =>
  (await rows(app.database.db, {}, sql`select from ${sql.identifier(table)} where company_id = ${ours.company.id}`)).length

const right = (attempt: Attempt, changes: Partial<Texts> = {}) => signed(responseOf(attempt.texts(changes)), provider)
/** Changed before it is signed: the provider says so itself. */
const saying =
  (changes: Partial<Texts> | ((attempt: Attempt) => Partial<Texts>)): Hostile =>
  (attempt) =>
    right(attempt, typeof changes === 'function' ? changes(attempt) : changes)
const naming = (name: string) => saying({ nameId: `<saml:NameID>${name}</saml:NameID>` })
const restricted = (content: string) => `<saml:AudienceRestriction>${content}</saml:AudienceRestriction>`
/** Changed after it was signed. */
const tampered =
  (change: (xml: string, attempt: Attempt) => string): Hostile =>
  (attempt) =>
    change(right(attempt), attempt)
const replaced = (part: string | RegExp, by: string) => tampered((xml) => xml.replace(part, by))
const inserted = (more: string, before: string) => replaced(before, more + before)
const signing =
  (options: Signing, by = () => provider): Hostile =>
  (attempt) =>
    signed(responseOf(attempt.texts()), by(), options)
const bytes = (content: Buffer) => ({ response: content.toString('base64') })

const signatureOf = (xml: string) => /<ds:Signature.*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/s
const assertionIn = (xml: string) => ASSERTION.exec(xml)?.[0] ?? ''
const idIn = (xml: string) => /<saml:Assertion[^>]* ID="([^"]*)"/.exec(xml)?.[1]
/** In Base64. */
const anotherLetter = (letter: string) => (letter === 'A' ? 'B' : 'A')
const without = (xml: string, part: string) => xml.replace(part, '')
const evilOf = (attempt: Attempt) =>
  assertionOf({ ...attempt.texts({ nameId: '<saml:NameID>N-EVIL</saml:NameID>' }), assertionId: '_evil' })
const inside = (parent: string, child: string) => parent.replace('</saml:Assertion>', `${child}</saml:Assertion>`)
/** The forged assertion with this in place of a signature. */
const evilWith = (attempt: Attempt, signature: string) => evilOf(attempt).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
const filled = (signature: string, content: string) => signature.replace('</ds:Signature>', `${content}</ds:Signature>`)
const object = (content: string) => `<ds:Object>${content}</ds:Object>`

interface Encryption {
  readonly certificate?: () => string
  readonly key?: string
  readonly data?: string
}
async function encryptedBy(xml: string, { certificate, key = 'rsa-oaep-mgf1p', data = '2009/xmlenc11#aes256-gcm' }: Encryption = {}) {
  const pem = certificate?.() ?? (await ownCertificate())
  const options = {
    rsa_pub: pem,
    pem,
    encryptionAlgorithm: `http://www.w3.org/${data}`,
    keyEncryptionAlgorithm: `http://www.w3.org/2001/04/xmlenc#${key}`,
    ...({ disallowEncryptionWithInsecureAlgorithm: false, warnInsecureAlgorithm: false } as object),
  }
  return new Promise<string>((resolve, reject) =>
    encrypt(xml, options, (error, result) =>
      error || !result ? reject(error) : resolve(`<saml:EncryptedAssertion>${result}</saml:EncryptedAssertion>`),
    ),
  )
}
const encrypted =
  (make: (attempt: Attempt) => string = (attempt) => assertionIn(right(attempt)), how: Encryption = {}) =>
  async (attempt: Attempt) =>
    responseOf(attempt.texts(), await encryptedBy(make(attempt), how))

async function ownCertificate(): Promise<string> {
  const metadata = await (await fetch(`${app.url}/saml/${codes.ours}/metadata`)).text()
  const base64 = /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? ''
  const lines = base64.replaceAll(/\s/g, '').match(/.{1,64}/g)
  return `-----BEGIN CERTIFICATE-----\n${lines?.join('\n')}\n-----END CERTIFICATE-----\n`
}

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const REFERENCE = '<ds:Reference URI="'
const toThem = (address: string | null) => address?.replace(codes.ours, codes.theirs) ?? ''
const toEvil = restricted('<saml:Audience>https://other.example</saml:Audience>')

/** What an attacker sends: by the reason for which it must be refused, and by what it is. */
const HOSTILE: Readonly<Record<string, Readonly<Record<string, Hostile>>>> = {
  missing: { nothing: () => '' },
  not_base64: {
    'no Base64': () => ({ response: '<xml>' }),
    'Base64 with white space that never ends': () => ({ response: `A${' '.repeat(200_000)}!` }),
  },
  not_xml: {
    'a picture': () => bytes(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe])),
    'plain words': () => 'hello',
    'XML that ends too early': tampered((xml) => xml.slice(0, -20)),
    'a NUL': naming('N-1001\0'),
    'a NUL as a number': naming('N-1001&#0;'),
    'half of a surrogate pair as a number': replaced('N-1001</', 'N-1001&#xD800;</'),
    'a character that is none': replaced('N-1001</', 'N-1001&#x110000;</'),
    'two roots': tampered((xml) => xml + xml),
    'an undeclared prefix': inserted('<evil:X/>', '<samlp:Status>'),
    'a deflated response': (attempt) => bytes(deflateRawSync(right(attempt))),
    'a compressed bomb': () => bytes(gzipSync(Buffer.alloc(20_000_000))),
    'UTF-16': (attempt) => bytes(Buffer.from(right(attempt), 'utf16le')),
    'a status with a null character': saying({ status: '<samlp:Status><samlp:StatusCode Value="x&#0;"/></samlp:Status>' }),
    'encrypted words': encrypted(() => 'hello'),
  },
  too_large: { '5 MB of XML': inserted(' '.repeat(5_000_000), '</samlp:Response>') },
  not_a_response: {
    'a page': () => '<html><body>Sign in</body></html>',
    'a request instead of a response': tampered((xml) => xml.replaceAll('samlp:Response', 'samlp:AuthnRequest')),
    'a response of SAML 1.1': replaced('SAML:2.0:protocol', 'SAML:1.0:protocol'),
  },
  version: {
    'version 1.1': saying({ responseVersion: '1.1' }),
    'an assertion of version 1.1': saying({ assertionVersion: '1.1' }),
  },
  too_many_elements: {
    'thousands of elements': inserted('<a/>'.repeat(9_000), '</saml:Assertion>'),
    'thousands of elements in the SignedInfo': inserted('<a/>'.repeat(9_000), '</ds:SignedInfo>'),
    'elements sixty deep': inserted('<a>'.repeat(60) + '</a>'.repeat(60), '</saml:Assertion>'),
  },
  doctype: {
    'a document type': tampered((xml) => `<!DOCTYPE r>${xml}`),
    'a document type in lower case': tampered((xml) => `<!doctype r>${xml}`),
    'an entity in the NameID': tampered((xml) => `<!DOCTYPE r [<!ENTITY n "N-1001">]>${xml.replace('>N-1001<', '>&n;<')}`),
    'an external entity': tampered((xml) => `<!DOCTYPE r [<!ENTITY n SYSTEM "file:///etc/passwd">]>${xml.replace('>N-1001<', '>&n;<')}`),
    'entities that expand': tampered(
      (xml) => `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>${xml}`,
    ),
    'a parameter entity': tampered((xml) => `<!DOCTYPE r [<!ENTITY % p SYSTEM "https://evil.example/x"> %p;]>${xml}`),
    'encrypted with a document type': encrypted((attempt) => `<!DOCTYPE r [<!ENTITY n "x">]>${assertionIn(right(attempt))}`),
  },
  comment: {
    'a comment in the NameID': replaced('>N-1001<', '>N-1001<!--x-->.evil<'),
    'a comment in the NameID that was signed': naming('N-1001<!--x-->.evil'),
    'a comment before the assertion': inserted('<!-- -->', '<samlp:Status>'),
    'a comment in the Issuer': replaced('/metadata</saml:Issuer>', '/meta<!-- -->data</saml:Issuer>'),
  },
  processing_instruction: {
    'a processing instruction in the NameID': replaced('>N-1001<', '>N-1001<?x y?>.evil<'),
    'a processing instruction before the root': tampered((xml) => `<?xml-stylesheet href="https://evil.example"?>${xml}`),
  },
  signature_missing: {
    'no signature': (attempt) => responseOf(attempt.texts()),
    'a signature that was taken off': tampered((xml) => without(xml, signatureOf(xml))),
    'a signature on the response only': signing({ of: 'Response' }),
    'encrypted and not signed': encrypted((attempt) => assertionOf(attempt.texts())),
  },
  signature_invalid: {
    'a signature by another key: another company’s provider in our provider’s name': signing({}, () => foreign),
    'a response of another company’s provider in its own name': ({ requestId }) =>
      signed(responseOf(rightTexts(app, codes.ours, foreign, requestId, 'N-1001')), foreign),
    'a signature by our own published key': async (attempt) =>
      signed(responseOf(attempt.texts()), { ...foreign, certificate: await ownCertificate() }),
    'a NameID changed after signing': replaced('>N-1001<', '>N-1002<'),
    'an attribute added after signing': inserted('<saml:AttributeStatement/>', '</saml:Assertion>'),
    'an end moved after signing': tampered((xml, { at }) => xml.replace(/NotOnOrAfter="[^"]+"/, `NotOnOrAfter="${at(9999)}"`)),
    'an audience changed after signing': replaced('<saml:Audience>', '<saml:Audience>x'),
    'a digest changed': tampered((xml) => xml.replace(/(?<=<ds:DigestValue>)./, anotherLetter)),
    'a signature value changed': replaced(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'),
    'an empty signature value': replaced(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
    'no SignedInfo': replaced(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, ''),
    'a certificate of the attacker in the KeyInfo': (attempt) => {
      const certificate = foreign.certificate.replaceAll(/-----.*-----|\s/g, '')
      const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
      return signed(responseOf(attempt.texts()), foreign).replace('</ds:SignatureValue>', `</ds:SignatureValue>${info}`)
    },
    'a right assertion in a response that is signed wrongly': tampered((xml) => signed(xml, foreign, { of: 'Response' })),
    'a response changed after both were signed': tampered((xml) =>
      signed(xml, provider, { of: 'Response' }).replace('samlp:StatusCode', 'samlp:StatusCode x="1"'),
    ),
    'encrypted and signed by another key': encrypted((attempt) => assertionIn(signed(responseOf(attempt.texts()), foreign))),
  },
  several_signatures: {
    'two signatures on the assertion': tampered((xml) => xml.replace(signatureOf(xml), signatureOf(xml) + signatureOf(xml))),
  },
  weak_algorithm: {
    'SHA-1 as signature': signing({ signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    'SHA-1 as digest': signing({ digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    'MD5 as digest': replaced('xmlenc#sha256', 'xmldsig-more#md5'),
    'MD5 as signature': replaced(`${MORE}rsa-sha256`, `${MORE}rsa-md5`),
    'HMAC with the public certificate as key': (attempt) =>
      signing({ signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1', secret: provider.certificate })(attempt),
    'HMAC-SHA256': replaced(`${MORE}rsa-sha256`, `${MORE}hmac-sha256`),
    'an unknown algorithm': replaced(`${MORE}rsa-sha256`, 'urn:none'),
    'no algorithm': replaced(` Algorithm="${MORE}rsa-sha256"`, ''),
  },
  transform: {
    'a transform by XSLT': replaced(ENVELOPED, 'http://www.w3.org/TR/1999/REC-xslt-19991116'),
    'a transform by XPath': replaced(ENVELOPED, 'http://www.w3.org/TR/1999/REC-xpath-19991116'),
    'canonical XML with comments': signing({ transforms: [ENVELOPED, `${EXC_C14N}WithComments`] }),
    'another canonicalization of SignedInfo': signing({ canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
  },
  wrong_reference: {
    'an empty reference': replaced(/<ds:Reference URI="[^"]*"/, `${REFERENCE}"`),
    'a reference to the response': replaced(`${REFERENCE}#_a`, `${REFERENCE}#_r_a`),
    'a reference by XPointer': replaced(/<ds:Reference URI="#([^"]*)"/, `${REFERENCE}#xpointer(id('$1'))"`),
    'an assertion without an id': replaced(/(<saml:Assertion[^>]*) ID="[^"]*"/, '$1'),
  },
  several_references: {
    'no reference': replaced(/<ds:Reference .*<\/ds:Reference>/s, ''),
    'two references': replaced(/(<ds:Reference .*<\/ds:Reference>)/s, '$1$1'),
  },
  id_twice: {
    'two elements of one id': tampered((xml) => xml.replace(/ID="_r_a[^"]*"/, `ID="${idIn(xml)}"`)),
    'the same id in another spelling': tampered((xml) => xml.replace('<samlp:Status>', `<samlp:Status Id="${idIn(xml)}">`)),
  },
  // "Wrapping" and a number: the eight kinds of Somorovsky et al., "On Breaking SAML", 2012
  wrapped: {
    'a signature in another namespace': replaced('http://www.w3.org/2000/09/xmldsig#"', 'urn:other"'),
    'an object in the signature': inserted(object('x'), '</ds:Signature>'),
    'wrapping 1: the signed response in the signature of a forged one': (attempt) => {
      const original = signed(responseOf(attempt.texts()), provider, { of: 'Response' })
      const signature = signatureOf(original)
      const holder = filled(signature, object(without(original, signature).replace(ASSERTION, '')))
      const forged = responseOf(attempt.texts(), evilOf(attempt)).replace(/ID="_r[^"]*"/, 'ID="_forged"')
      return forged.replace('<samlp:Status>', `${holder}<samlp:Status>`)
    },
    'wrapping 2: the signed response beside its signature': (attempt) => {
      const original = signed(responseOf(attempt.texts()), provider, { of: 'Response' })
      const signature = signatureOf(original)
      const forged = responseOf(attempt.texts(), evilOf(attempt)).replace(/ID="_r[^"]*"/, 'ID="_forged"')
      return forged.replace('<samlp:Status>', `${without(original, signature).replace(ASSERTION, '')}${signature}<samlp:Status>`)
    },
    'the signed assertion in Extensions and none in its place': tampered((xml) =>
      without(xml, assertionIn(xml)).replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
    ),
    'a response in the response': inserted('<samlp:Extensions><samlp:Response ID="_x"/></samlp:Extensions>', '<samlp:Status>'),
  },
  several_assertions: {
    'wrapping 3: a forged assertion before the signed one': tampered((xml, attempt) =>
      xml.replace('<saml:Assertion', `${evilOf(attempt)}<saml:Assertion`),
    ),
    'wrapping 4: the signed assertion in a forged one': tampered((xml, attempt) =>
      xml.replace(assertionIn(xml), inside(evilOf(attempt), assertionIn(xml))),
    ),
    'wrapping 5: a forged assertion with the signature, the original after it': tampered((xml, attempt) =>
      xml.replace(assertionIn(xml), evilWith(attempt, signatureOf(xml)) + without(assertionIn(xml), signatureOf(xml))),
    ),
    'wrapping 6: the original in the signature of a forged one': tampered((xml, attempt) => {
      const original = without(assertionIn(xml), signatureOf(xml))
      return xml.replace(assertionIn(xml), evilWith(attempt, filled(signatureOf(xml), original)))
    }),
    'wrapping 7: a forged assertion in Extensions': tampered((xml, attempt) =>
      xml.replace('<samlp:Status>', `<samlp:Extensions>${evilOf(attempt)}</samlp:Extensions><samlp:Status>`),
    ),
    'wrapping 8: the original in an Object of a forged one': tampered((xml, attempt) => {
      const original = without(assertionIn(xml), signatureOf(xml))
      return xml.replace(assertionIn(xml), evilWith(attempt, filled(signatureOf(xml), object(original))))
    }),
    'a forged assertion in another namespace': tampered((xml, attempt) => {
      const forged = evilOf(attempt).replaceAll('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:other')
      return xml.replace('<saml:Assertion', `${forged}<saml:Assertion`)
    }),
    'two assertions, both signed': (attempt) =>
      responseOf(attempt.texts(), assertionIn(right(attempt)) + assertionIn(right(attempt, { assertionId: '_second' }))),
    'a plain and an encrypted assertion': async (attempt) => {
      const xml = right(attempt)
      return xml.replace('</samlp:Response>', `${await encryptedBy(assertionIn(xml))}</samlp:Response>`)
    },
    'encrypted with two assertions': encrypted((attempt) => inside(assertionIn(right(attempt)), evilOf(attempt))),
  },
  no_assertion: { 'no assertion': (attempt) => responseOf(attempt.texts(), '') },
  status: {
    'a status with half a letter': saying({ status: '<samlp:Status><samlp:StatusCode Value="x&#xD800;"/></samlp:Status>' }),
    'a status with words': saying({ status: '<samlp:Status><samlp:StatusCode Value="Call +33 123 now"/></samlp:Status>' }),
    'the status Responder': saying({ status: statusOf('Responder') }),
    'the status AuthnFailed without an assertion': (attempt) =>
      responseOf(attempt.texts({ status: statusOf('Responder', 'AuthnFailed') }), ''),
    'Success only as the second code': saying({ status: statusOf('Requester', 'Success') }),
    'no status': saying({ status: '' }),
    'two statuses': saying(({ texts }) => ({ status: texts().status + texts().status })),
    'an empty status code': saying({ status: '<samlp:Status><samlp:StatusCode Value=""/></samlp:Status>' }),
  },
  destination: {
    'no Destination': saying({ destination: null }),
    'the Destination of another service': saying({ destination: 'https://other.example/acs' }),
    'our Destination with a slash': saying(({ texts }) => ({ destination: `${texts().destination}/` })),
    'our Destination with a query': saying(({ texts }) => ({ destination: `${texts().destination}?x=1` })),
    'the Destination of another company here': saying(({ texts }) => ({ destination: toThem(texts().destination) })),
    'an empty Destination': saying({ destination: '' }),
  },
  recipient: {
    'no Recipient': saying({ recipient: null }),
    'the Recipient of another service': saying({ recipient: 'https://other.example/acs' }),
    'the Recipient of another company here': saying(({ texts }) => ({ recipient: toThem(texts().recipient) })),
    'the Recipient in capitals': saying(({ texts }) => ({ recipient: texts().recipient?.toUpperCase() ?? '' })),
  },
  audience: {
    'no Audience': saying({ audience: '' }),
    'an empty Audience': saying({ audience: restricted('<saml:Audience/>') }),
    'a restriction without an Audience': saying({ audience: restricted('') }),
    'the Audience of another service': saying({ audience: toEvil }),
    'the Audience of another company here': saying(({ texts }) => ({ audience: toThem(texts().audience) })),
    'our Audience and a second restriction to another': saying(({ texts }) => ({ audience: texts().audience + toEvil })),
    'our Audience as a part of a longer one': saying(({ texts }) => ({ audience: texts().audience.replace('data<', 'data.evil<') })),
  },
  issuer: {
    'another Issuer of the response': saying({ responseIssuer: 'https://foreign.example/metadata' }),
    'another Issuer of the assertion': saying({ issuer: '<saml:Issuer>https://foreign.example/metadata</saml:Issuer>' }),
    'no Issuer of the assertion': saying({ issuer: '<saml:Issuer/>' }),
    'two Issuers of the assertion': saying(({ texts }) => ({ issuer: texts().issuer + texts().issuer })),
    'the Issuer with another case': saying(({ texts }) => ({ issuer: texts().issuer.replace('https://idp', 'https://IDP') })),
  },
  not_yet_valid: {
    'not yet valid': saying(({ at }) => ({ conditionsStart: at(120) })),
    'issued in the future': saying(({ at }) => ({ issued: at(3600) })),
    'a response issued in the future': saying(({ at }) => ({ responseIssued: at(3600) })),
  },
  expired: {
    'conditions that have ended': saying(({ at }) => ({ conditionsEnd: at(-120) })),
    'a confirmation that has ended': saying(({ at }) => ({ confirmationEnd: at(-120) })),
  },
  time_unreadable: {
    'no end of the confirmation': saying({ confirmationEnd: null }),
    'an end without a zone': saying({ confirmationEnd: '2099-01-01T00:00:00' }),
    'an end in another zone': saying({ confirmationEnd: '2099-01-01T00:00:00+02:00' }),
    'an end that is no time': saying({ conditionsEnd: 'tomorrow' }),
    'the 41st of February': saying({ confirmationEnd: '2099-02-41T00:00:00Z' }),
  },
  session_expired: {
    'a session that has ended': saying(({ at, texts }) => ({
      authn: texts().authn.replace('<saml:AuthnStatement', `<saml:AuthnStatement SessionNotOnOrAfter="${at(-120)}"`),
    })),
  },
  authn_statement: { 'no statement of authentication': saying({ authn: '' }) },
  conditions: {
    'an unknown condition': saying({
      conditions: '<saml:Condition xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="evil"/>',
    }),
    'two conditions elements': saying(({ texts }) => ({ extra: `<saml:Conditions>${texts().audience}</saml:Conditions>` })),
  },
  confirmation: {
    'a confirmation by key holder only': saying({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }),
    'a confirmation with a start': saying(({ at }) => ({ confirmationNotBefore: at(-10) })),
  },
  name_id: {
    'an empty NameID': saying({ nameId: '<saml:NameID/>' }),
    'a NameID of spaces': naming('  '),
    'no NameID': saying({ nameId: '' }),
    'two NameIDs': naming('N-1001</saml:NameID><saml:NameID>N-1002'),
    'an element in the NameID': naming('N-10<x xmlns="urn:x"/>01'),
  },
  subject: { 'two subjects': saying(({ texts }) => ({ extra: `<saml:Subject>${texts().nameId}</saml:Subject>` })) },
  request_unknown: {
    'the id of no request': saying({ inResponseTo: '_unknown', responseInResponseTo: '_unknown' }),
    'the request of another company': async (attempt) => {
      const { requestId, cookie } = await beginSignIn(app, codes.theirs)
      return { response: encoded(right(attempt, { inResponseTo: requestId, responseInResponseTo: requestId })), cookie }
    },
  },
  in_response_to: {
    'no InResponseTo in the assertion': saying({ inResponseTo: null }),
    'no InResponseTo in the response': saying({ responseInResponseTo: null }),
    'an InResponseTo that differs': saying({ inResponseTo: '_other' }),
  },
  unsolicited: { 'no InResponseTo at all': saying({ responseInResponseTo: null, inResponseTo: null }) },
  request_expired: {
    'a request that was begun more than ten minutes ago': async (attempt) => {
      await passTime(app, 11 * MINUTE_MS, ours.anne, theirs.luc)
      return right(attempt)
    },
  },
  other_browser: {
    'no cookie': () => ({ cookie: '' }),
    'the cookie of another browser': async () => ({ cookie: (await begin()).cookie }),
    'an invented cookie': () => ({ cookie: `sign-in=${'A'.repeat(43)}` }),
  },
  person_unknown: {
    'an unknown number': naming('N-4711'),
    'the number of another company’s person': naming('L-1'),
    'an address where a number is expected': (attempt) => naming(ours.camille.email)(attempt),
    'SQL in the NameID': naming("' or 1=1 --"),
  },
  person_deactivated: { 'a deactivated person': naming('N-9') },
  decryption: {
    'encrypted for another key': encrypted(undefined, { certificate: () => foreign.certificate }),
    'encrypted with RSA 1.5': encrypted(undefined, { key: 'rsa-1_5' }),
    'encrypted with 3DES': encrypted(undefined, { data: '2001/04/xmlenc#tripledes-cbc' }),
    'a cipher value that was changed': async (attempt) =>
      (await encrypted()(attempt)).replace(/(?<=<[^>]*CipherValue>)(?!.*CipherValue>.*CipherValue>)./s, anotherLetter),
    'an empty EncryptedAssertion': (attempt) => responseOf(attempt.texts(), '<saml:EncryptedAssertion/>'),
  },
}
const ATTEMPTS = Object.entries(HOSTILE).flatMap(([reason, made]) =>
  Object.entries(made).map(([name, make]) => [name, reason, make] as const),
)

test('the battery is as large as docs/SECURITY.md says', () => {
  expect(ATTEMPTS.length).toBeGreaterThan(140)
})

test.each<[string, Hostile]>([
  ['signed alone', saying({})],
  ['signed twice', tampered((xml) => signed(xml, provider, { of: 'Response' }))],
  ['encrypted', encrypted()],
  ['encrypted with CBC', encrypted(undefined, { data: '2001/04/xmlenc#aes256-cbc' })],
  ['signed with SHA-512', signing({ signatureAlgorithm: `${MORE}rsa-sha512` })],
  ['by a clock that differs by less than a minute', saying(({ at }) => ({ conditionsStart: at(50), confirmationEnd: at(-50) }))],
  ['without an Issuer of the response', saying({ responseIssuer: null })],
])('what the battery starts from is accepted: %s', async (_name, make) => {
  const { status, location } = await send(await begin(), make)
  const wanted = `${app.url}/?saml=true&email=${encodeURIComponent(ours.camille.email)}&`
  expect([status, location.split('token=')[0]]).toEqual([303, wanted])
})

test.each(ATTEMPTS)('%s is refused as %s', async (_name, reason, make) => {
  const attempt = await begin()
  const before = await countOf('sign_in_codes')
  const { status, location, response } = await send(attempt, make)
  expect([status, location, await response.text()]).toEqual([303, refused(), ''])
  expect(await lastRefusal(app, ours.company)).toBe(reason)
  expect(await countOf('sign_in_codes'), 'no code was issued').toBe(before)
})

test('nothing long and no words of a stranger get into the audit log', async () => {
  await send(await begin(), saying({ destination: 'x'.repeat(200_000) }))
  await send(await begin(), saying({ status: '<samlp:Status><samlp:StatusCode Value="Call +33 123 now"/></samlp:Status>' }))
  const log = await rows(
    app.database.db,
    { details: t.text },
    sql`select details::text as details from audit_log where action = 'sign_in_refused'`,
  )
  expect(Math.max(...log.map(({ details }) => details.length))).toBeLessThan(400)
  expect(log.some(({ details }) => details.includes('+33'))).toBe(false)
})

test('a network cannot fill the audit log', async () => {
  const before = await countOf('audit_log')
  for (let n = 0; n < 140; n++)
    await fetch(`${app.url}/saml/${codes.ours}/acs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': '40.1.1.1' },
      body: new URLSearchParams({ SAMLResponse: 'hello' }),
    })
  expect((await countOf('audit_log')) - before).toBe(120)
})

test('a response is accepted once; so is another response with the same assertion, or to the same request', async () => {
  const replayed = async (attempt: Attempt, make: Hostile) => {
    expect((await send(attempt, make)).location).toBe(refused())
    expect(await lastRefusal(app, ours.company)).toBe('replayed')
  }
  const attempt = await begin()
  const texts = attempt.texts()
  const same = () => signed(responseOf(texts), provider)
  expect((await send(attempt, same)).location).toContain('saml=true')
  await replayed(attempt, same)
  const { requestId } = await beginSignIn(app, codes.ours, '', attempt.cookie)
  await replayed(attempt, () => signed(responseOf({ ...texts, inResponseTo: requestId, responseInResponseTo: requestId }), provider))
  const second = await begin()
  expect((await send(second, saying({}))).location).toContain('saml=true')
  await replayed(second, saying({ assertionId: '_another' }))
})

test('of many copies that arrive at once one is accepted', async () => {
  const attempt = await begin()
  const response = encoded(right(attempt))
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(attempt, () => ({ response }))))
  expect(answers.filter(({ location }) => location.includes('saml=true'))).toHaveLength(1)
})

test('a company without a provider and an unknown one look alike', async () => {
  for (const code of [codes.bare, 'no-such-company', 'N/../x', '%00']) {
    const answer = await fetch(`${app.url}/saml/${encodeURIComponent(code)}/login`, { redirect: 'manual', headers: fromAnywhere() })
    expect([code, answer.status, answer.headers.get('location')]).toEqual([code, 303, refused()])
    const posted = await postResponse(app, encodeURIComponent(code), encoded('<x/>'), '')
    expect([code, posted.status, posted.location]).toEqual([code, 303, refused()])
  }
  expect((await fetch(`${app.url}/saml/${codes.bare}/metadata`)).status).toBe(404)
})

test.each([
  ['application/json', '{"SAMLResponse":"x"}'],
  ['application/json', '{'],
  ['text/xml', '<x/>'],
  ['multipart/form-data; boundary=x', '--x--'],
])('another encoding than a form leads to the same page: %s %s', async (type, body) => {
  const { cookie } = await begin()
  const headers = { cookie, 'content-type': type, ...fromAnywhere() }
  const answer = await fetch(`${app.url}/saml/${codes.ours}/acs`, { method: 'POST', redirect: 'manual', headers, body })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, refused()])
})

/** Signs in at the provider: what the app's page has then. */
async function finish() {
  const attempt = await begin()
  return { cookie: attempt.cookie, ...codeIn((await send(attempt, saying({}))).location) }
}
const login = async (email: string, token: string, cookie: string, more = {}) =>
  (await logIn(app, email, token, { cookie, ...fromAnywhere() }, more)).status

test('a code opens one session, however many use it at once', async () => {
  const { email, token, cookie } = await finish()
  const statuses = await Promise.all(Array.from({ length: 16 }, () => login(email, token, cookie)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('the code signs in once, in the browser that began, for its own address', async () => {
  const { cookie, email, token } = await finish()
  expect(await login(email, token, cookie)).toBe(200)
  expect(await login(email, token, cookie), 'a second time').toBe(401)
  const other = await finish()
  expect(await login(email, other.token, (await begin()).cookie), 'another browser').toBe(401)
  expect(await login(email, other.token, other.cookie), 'it was seen elsewhere: used up').toBe(401)
  const wrong = await finish()
  expect(await login(ours.anne.email, wrong.token, wrong.cookie), 'another address').toBe(401)
  const late = await finish()
  app.advance(61_000)
  expect(await login(email, late.token, late.cookie), 'after 60 s').toBe(401)
  const verified = await finish()
  const more = { code_verifier: 'v'.repeat(43) }
  expect(await login(email, verified.token, verified.cookie, more), 'a verifier for a browser’s code').toBe(401)
})

test('the attribute that names the person must be there, once', async () => {
  await app.call(ours.anne, adminSignIn.setSaml, { body: { ...settingsOfSaml(provider), attribute: 'number' } })
  const outcome = async (attributes: string) => {
    const { location } = await send(await begin(), saying({ attributes }))
    return location.includes('saml=true') ? 'ok' : await lastRefusal(app, ours.company)
  }
  expect(await outcome(attribute('number', 'N-1001'))).toBe('ok')
  expect(await outcome(attribute('number', 'N-1001', 'N-1001'))).toBe('ok')
  expect(await outcome('')).toBe('attribute_missing')
  expect(await outcome(attribute('number', ''))).toBe('attribute_missing')
  expect(await outcome(attribute('Number', 'N-1001'))).toBe('attribute_missing')
  expect(await outcome(attribute('number', 'N-1001', 'N-1002'))).toBe('attribute_ambiguous')
  expect(await outcome(attribute('number', 'N-1001') + attribute('number', 'N-1002'))).toBe('attribute_ambiguous')
})
