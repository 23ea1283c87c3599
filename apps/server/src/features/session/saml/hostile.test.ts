import { deflateRawSync, gzipSync } from 'node:zlib'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { MINUTE_MS } from '@reflet/contract/durations'
import { session } from '@reflet/contract/session'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { encrypt } from 'xml-encryption'
import { rows } from '../../../db/index.ts'
import { createUser } from '../../../test/factories.ts'
import {
  assertionOf,
  attribute,
  type BegunSignIn,
  beginSignIn,
  createProvider,
  ENVELOPED,
  EXC_C14N,
  encoded,
  fromAnywhere,
  postResponse,
  responseOf,
  rightTexts,
  signed,
  type TestProvider,
  type Texts,
} from '../../../test/saml.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { CLIENT_ID } from '../session.commands.ts'

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

const codeOf = async ({ id }: { id: string }) =>
  (await rows<{ code: string }>(app.database.db, sql`select code from companies where company_id = ${id}`))[0]?.code ?? ''
const settingsOf = ({ entityId, ssoUrl, certificate }: TestProvider) => ({
  idp_entity_id: entityId,
  sso_url: ssoUrl,
  certificates: [certificate],
})

beforeAll(async () => {
  provider = await createProvider('idp')
  foreign = await createProvider('foreign')
  codes = { ours: await codeOf(ours.company), theirs: await codeOf(theirs.company), bare: await codeOf(bare.company) }
  expect((await app.call(ours.anne, adminSignIn.setSaml, { body: settingsOf(provider) })).status).toBe(200)
  expect((await app.call(theirs.luc, adminSignIn.setSaml, { body: settingsOf(foreign) })).status).toBe(200)
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

const lastRefusal = async (companyId: string) => {
  const [entry] = await rows<{ details: { reason: string } }>(
    app.database.db,
    sql`select details from audit_log where company_id = ${companyId} and action = 'sign_in_refused' order by at desc, id desc limit 1`,
  )
  return entry?.details.reason
}

const sessionsOf = async (companyId: string) =>
  (await rows(app.database.db, sql`select 1 from sign_in_codes where company_id = ${companyId}`)).length

interface Sent {
  readonly response: string
  readonly code?: string
  readonly cookie?: string
}
type Hostile = (attempt: Attempt) => Sent | string | Promise<Sent | string>

const right = (texts: Texts) => signed(responseOf(texts), provider)
/** Changed before it is signed: the provider says so itself. */
const saying =
  (changes: Partial<Texts> | ((attempt: Attempt) => Partial<Texts>)): Hostile =>
  (attempt) =>
    right(attempt.texts(typeof changes === 'function' ? changes(attempt) : changes))
/** Changed after it was signed. */
const tampered =
  (change: (xml: string, attempt: Attempt) => string): Hostile =>
  (attempt) =>
    change(right(attempt.texts()), attempt)

const signatureOf = (xml: string) => /<ds:Signature.*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
const signedAssertionOf = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
const without = (xml: string, part: string) => xml.replace(part, '')
const evilOf = (attempt: Attempt) =>
  assertionOf({ ...attempt.texts({ nameId: '<saml:NameID>N-EVIL</saml:NameID>' }), assertionId: '_evil' })
const inside = (parent: string, child: string) => parent.replace('</saml:Assertion>', `${child}</saml:Assertion>`)

const encryptedBy = (
  xml: string,
  certificate: string,
  keyEncryptionAlgorithm = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  encryptionAlgorithm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
) =>
  new Promise<string>((resolve, reject) =>
    encrypt(
      xml,
      {
        rsa_pub: certificate,
        pem: certificate,
        encryptionAlgorithm,
        keyEncryptionAlgorithm,
        ...({ disallowEncryptionWithInsecureAlgorithm: false, warnInsecureAlgorithm: false } as object),
      },
      (error, result) => (error || !result ? reject(error) : resolve(`<saml:EncryptedAssertion>${result}</saml:EncryptedAssertion>`)),
    ),
  )

async function ownCertificate(): Promise<string> {
  const metadata = await (await fetch(`${app.url}/saml/${codes.ours}/metadata`)).text()
  const base64 = /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? ''
  return `-----BEGIN CERTIFICATE-----\n${base64
    .replaceAll(/\s/g, '')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`
}

const HMAC = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'

/** What an attacker sends, by what it is, with the reason for which it must be refused. */
const HOSTILE: readonly (readonly [name: string, reason: string, make: Hostile])[] = [
  // What is no response
  ['nothing', 'missing', () => ''],
  ['no Base64', 'not_base64', () => ({ response: '<xml>' })],
  ['a picture', 'not_xml', () => ({ response: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]).toString('base64') })],
  ['plain words', 'not_xml', () => 'hello'],
  ['a page', 'not_a_response', () => '<html><body>Sign in</body></html>'],
  ['XML that ends too early', 'not_xml', tampered((xml) => xml.slice(0, -20))],
  ['a NUL', 'not_xml', saying({ nameId: '<saml:NameID>N-1001\0</saml:NameID>' })],
  ['a NUL as a number', 'not_xml', saying({ nameId: '<saml:NameID>N-1001&#0;</saml:NameID>' })],
  ['half of a surrogate pair as a number', 'not_xml', tampered((xml) => xml.replace('N-1001</', 'N-1001&#xD800;</'))],
  ['a character that is none', 'not_xml', tampered((xml) => xml.replace('N-1001</', 'N-1001&#x110000;</'))],
  ['two roots', 'not_xml', tampered((xml) => xml + xml)],
  ['an undeclared prefix', 'not_xml', tampered((xml) => xml.replace('<samlp:Status>', '<evil:X/><samlp:Status>'))],
  ['a deflated response', 'not_xml', (attempt) => ({ response: deflateRawSync(right(attempt.texts())).toString('base64') })],
  ['a compressed bomb', 'not_xml', () => ({ response: gzipSync(Buffer.alloc(20_000_000)).toString('base64') })],
  [
    '5 MB of XML',
    'too_large',
    (attempt) => right(attempt.texts()).replace('</samlp:Response>', `${' '.repeat(5_000_000)}</samlp:Response>`),
  ],
  ['a request instead of a response', 'not_a_response', tampered((xml) => xml.replaceAll('samlp:Response', 'samlp:AuthnRequest'))],
  [
    'a response of SAML 1.1',
    'not_a_response',
    tampered((xml) => xml.replace('urn:oasis:names:tc:SAML:2.0:protocol', 'urn:oasis:names:tc:SAML:1.0:protocol')),
  ],
  ['version 1.1', 'version', saying({ responseVersion: '1.1' })],
  ['an assertion of version 1.1', 'version', saying({ assertionVersion: '1.1' })],
  ['UTF-16', 'not_xml', (attempt) => ({ response: Buffer.from(right(attempt.texts()), 'utf16le').toString('base64') })],
  ['Base64 with white space that never ends', 'not_base64', () => ({ response: `A${' '.repeat(200_000)}!` })],
  [
    'thousands of elements',
    'too_many_elements',
    tampered((xml) => xml.replace('</saml:Assertion>', `${'<a/>'.repeat(9_000)}</saml:Assertion>`)),
  ],
  [
    'thousands of elements in the SignedInfo',
    'too_many_elements',
    tampered((xml) => xml.replace('</ds:SignedInfo>', `${'<a/>'.repeat(9_000)}</ds:SignedInfo>`)),
  ],
  [
    'elements forty deep',
    'too_many_elements',
    tampered((xml) => xml.replace('</saml:Assertion>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}</saml:Assertion>`)),
  ],
  ['a status with a null character', 'not_xml', saying({ status: '<samlp:Status><samlp:StatusCode Value="x&#0;"/></samlp:Status>' })],
  ['a status with half a letter', 'status', saying({ status: '<samlp:Status><samlp:StatusCode Value="x&#xD800;"/></samlp:Status>' })],
  ['a status with words', 'status', saying({ status: '<samlp:Status><samlp:StatusCode Value="Call +33 123 now"/></samlp:Status>' })],
  // Document types, comments, processing instructions
  ['a document type', 'doctype', tampered((xml) => `<!DOCTYPE r>${xml}`)],
  ['an entity in the NameID', 'doctype', tampered((xml) => `<!DOCTYPE r [<!ENTITY n "N-1001">]>${xml.replace('>N-1001<', '>&n;<')}`)],
  [
    'an external entity',
    'doctype',
    tampered((xml) => `<!DOCTYPE r [<!ENTITY n SYSTEM "file:///etc/passwd">]>${xml.replace('>N-1001<', '>&n;<')}`),
  ],
  [
    'entities that expand',
    'doctype',
    tampered((xml) => `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>${xml}`),
  ],
  ['a parameter entity', 'doctype', tampered((xml) => `<!DOCTYPE r [<!ENTITY % p SYSTEM "https://evil.example/x"> %p;]>${xml}`)],
  ['a document type in lower case', 'doctype', tampered((xml) => `<!doctype r>${xml}`)],
  ['a comment in the NameID', 'comment', tampered((xml) => xml.replace('>N-1001<', '>N-1001<!--x-->.evil<'))],
  ['a comment in the NameID that was signed', 'comment', saying({ nameId: '<saml:NameID>N-1001<!--x-->.evil</saml:NameID>' })],
  ['a comment before the assertion', 'comment', tampered((xml) => xml.replace('<samlp:Status>', '<!-- --><samlp:Status>'))],
  ['a comment in the Issuer', 'comment', tampered((xml) => xml.replace('/metadata</saml:Issuer>', '/meta<!-- -->data</saml:Issuer>'))],
  ['a processing instruction in the NameID', 'processing_instruction', tampered((xml) => xml.replace('>N-1001<', '>N-1001<?x y?>.evil<'))],
  [
    'a processing instruction before the root',
    'processing_instruction',
    tampered((xml) => `<?xml-stylesheet href="https://evil.example"?>${xml}`),
  ],
  // Signatures
  ['no signature', 'signature_missing', (attempt) => responseOf(attempt.texts())],
  ['a signature that was taken off', 'signature_missing', tampered((xml) => without(xml, signatureOf(xml)))],
  ['a signature on the response only', 'signature_missing', (attempt) => signed(responseOf(attempt.texts()), provider, { of: 'Response' })],
  ['a signature by another key', 'signature_invalid', (attempt) => signed(responseOf(attempt.texts()), foreign)],
  [
    'a signature by our own published key',
    'signature_invalid',
    async (attempt) =>
      signed(responseOf(attempt.texts()), { ...provider, privateKey: foreign.privateKey, certificate: await ownCertificate() }),
  ],
  ['a NameID changed after signing', 'signature_invalid', tampered((xml) => xml.replace('>N-1001<', '>N-1002<'))],
  [
    'an attribute added after signing',
    'signature_invalid',
    tampered((xml) => xml.replace('</saml:Assertion>', '<saml:AttributeStatement/></saml:Assertion>')),
  ],
  [
    'an end moved after signing',
    'signature_invalid',
    tampered((xml, { at }) => xml.replace(/NotOnOrAfter="[^"]+"/, `NotOnOrAfter="${at(9999)}"`)),
  ],
  ['an audience changed after signing', 'signature_invalid', tampered((xml) => xml.replace('<saml:Audience>', '<saml:Audience>x'))],
  ['a digest changed', 'signature_invalid', tampered((xml) => xml.replace(/<ds:DigestValue>./, '<ds:DigestValue>A'))],
  ['a signature value changed', 'signature_invalid', tampered((xml) => xml.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'))],
  ['an empty signature value', 'signature_invalid', tampered((xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'))],
  ['no SignedInfo', 'signature_invalid', tampered((xml) => xml.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, ''))],
  [
    'a certificate of the attacker in the KeyInfo',
    'signature_invalid',
    (attempt) =>
      signed(responseOf(attempt.texts()), foreign).replace(
        '</ds:SignatureValue>',
        `</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${foreign.certificate.replaceAll(/-----.*-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      ),
  ],
  [
    'a right assertion in a response that is signed wrongly',
    'signature_invalid',
    (attempt) => signed(right(attempt.texts()), foreign, { of: 'Response' }),
  ],
  [
    'a response changed after both were signed',
    'signature_invalid',
    (attempt) => signed(right(attempt.texts()), provider, { of: 'Response' }).replace('samlp:StatusCode', 'samlp:StatusCode x="1"'),
  ],
  [
    'two signatures on the assertion',
    'several_signatures',
    tampered((xml) => xml.replace(signatureOf(xml), signatureOf(xml) + signatureOf(xml))),
  ],
  [
    'SHA-1 as signature',
    'weak_algorithm',
    (attempt) => signed(responseOf(attempt.texts()), provider, { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  ],
  [
    'SHA-1 as digest',
    'weak_algorithm',
    (attempt) => signed(responseOf(attempt.texts()), provider, { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
  ],
  ['MD5 as digest', 'weak_algorithm', tampered((xml) => xml.replace('xmlenc#sha256', 'xmldsig-more#md5'))],
  ['MD5 as signature', 'weak_algorithm', tampered((xml) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-md5'))],
  [
    'HMAC with the public certificate as key',
    'weak_algorithm',
    (attempt) => signed(responseOf(attempt.texts()), provider, { signatureAlgorithm: HMAC, secret: provider.certificate }),
  ],
  ['HMAC-SHA256', 'weak_algorithm', tampered((xml) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'))],
  [
    'an unknown algorithm',
    'weak_algorithm',
    tampered((xml) => xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'urn:none')),
  ],
  ['no algorithm', 'weak_algorithm', tampered((xml) => xml.replace(' Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"', ''))],
  ['a transform by XSLT', 'transform', tampered((xml) => xml.replace(ENVELOPED, 'http://www.w3.org/TR/1999/REC-xslt-19991116'))],
  ['a transform by XPath', 'transform', tampered((xml) => xml.replace(ENVELOPED, 'http://www.w3.org/TR/1999/REC-xpath-19991116'))],
  [
    'canonical XML with comments',
    'transform',
    (attempt) => signed(responseOf(attempt.texts()), provider, { transforms: [ENVELOPED, `${EXC_C14N}WithComments`] }),
  ],
  [
    'another canonicalization of SignedInfo',
    'transform',
    (attempt) =>
      signed(responseOf(attempt.texts()), provider, { canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
  ],
  ['an empty reference', 'wrong_reference', tampered((xml) => xml.replace(/<ds:Reference URI="[^"]*"/, '<ds:Reference URI=""'))],
  ['a reference to the response', 'wrong_reference', tampered((xml) => xml.replace(/<ds:Reference URI="#_a/, '<ds:Reference URI="#_r_a'))],
  [
    'a reference by XPointer',
    'wrong_reference',
    tampered((xml) => xml.replace(/<ds:Reference URI="#([^"]*)"/, `<ds:Reference URI="#xpointer(id('$1'))"`)),
  ],
  ['no reference', 'several_references', tampered((xml) => xml.replace(/<ds:Reference .*<\/ds:Reference>/s, ''))],
  ['two references', 'several_references', tampered((xml) => xml.replace(/(<ds:Reference .*<\/ds:Reference>)/s, '$1$1'))],
  ['an assertion without an id', 'wrong_reference', tampered((xml) => xml.replace(/(<saml:Assertion[^>]*) ID="[^"]*"/, '$1'))],
  [
    'two elements of one id',
    'id_twice',
    tampered((xml) => xml.replace(/ID="_r_a[^"]*"/, `ID="${/<saml:Assertion[^>]* ID="([^"]*)"/.exec(xml)?.[1]}"`)),
  ],
  [
    'the same id in another spelling',
    'id_twice',
    tampered((xml) => xml.replace('<samlp:Status>', `<samlp:Status Id="${/<saml:Assertion[^>]* ID="([^"]*)"/.exec(xml)?.[1]}">`)),
  ],
  ['a signature in another namespace', 'wrapped', tampered((xml) => xml.replace('http://www.w3.org/2000/09/xmldsig#"', 'urn:other"'))],
  ['an object in the signature', 'wrapped', tampered((xml) => xml.replace('</ds:Signature>', '<ds:Object>x</ds:Object></ds:Signature>'))],
  // Signature wrapping: eight kinds (Somorovsky et al., "On Breaking SAML", 2012)
  [
    'wrapping 1: the signed response in the signature of a forged one',
    'wrapped',
    (attempt) => {
      const original = signed(responseOf(attempt.texts()), provider, { of: 'Response' })
      const signature = signatureOf(original)
      const forged = responseOf(
        attempt.texts({ nameId: '<saml:NameID>N-EVIL</saml:NameID>' }),
        assertionOf({ ...attempt.texts(), assertionId: '_evil' }),
      ).replace(/ID="_r[^"]*"/, 'ID="_forged"')
      return forged.replace(
        '<samlp:Status>',
        `${signature.replace('</ds:Signature>', `<ds:Object>${without(original, signature).replace(/<saml:Assertion.*<\/saml:Assertion>/s, '')}</ds:Object></ds:Signature>`)}<samlp:Status>`,
      )
    },
  ],
  [
    'wrapping 2: the signed response beside its signature',
    'wrapped',
    (attempt) => {
      const original = signed(responseOf(attempt.texts()), provider, { of: 'Response' })
      const signature = signatureOf(original)
      const bareResponse = without(original, signature).replace(/<saml:Assertion.*<\/saml:Assertion>/s, '')
      return responseOf(attempt.texts(), evilOf(attempt))
        .replace(/ID="_r[^"]*"/, 'ID="_forged"')
        .replace('<samlp:Status>', `${bareResponse}${signature}<samlp:Status>`)
    },
  ],
  [
    'wrapping 3: a forged assertion before the signed one',
    'several_assertions',
    tampered((xml, attempt) => xml.replace('<saml:Assertion', `${evilOf(attempt)}<saml:Assertion`)),
  ],
  [
    'wrapping 4: the signed assertion in a forged one',
    'several_assertions',
    tampered((xml, attempt) => xml.replace(signedAssertionOf(xml), inside(evilOf(attempt), signedAssertionOf(xml)))),
  ],
  [
    'wrapping 5: a forged assertion with the signature, the original after it',
    'several_assertions',
    tampered((xml, attempt) => {
      const signature = signatureOf(xml)
      const forged = evilOf(attempt).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
      return xml.replace(signedAssertionOf(xml), forged + without(signedAssertionOf(xml), signature))
    }),
  ],
  [
    'wrapping 6: the original in the signature of a forged one',
    'several_assertions',
    tampered((xml, attempt) => {
      const signature = signatureOf(xml)
      const holder = signature.replace('</ds:Signature>', `${without(signedAssertionOf(xml), signature)}</ds:Signature>`)
      return xml.replace(signedAssertionOf(xml), evilOf(attempt).replace('</saml:Issuer>', `</saml:Issuer>${holder}`))
    }),
  ],
  [
    'wrapping 7: a forged assertion in Extensions',
    'several_assertions',
    tampered((xml, attempt) => xml.replace('<samlp:Status>', `<samlp:Extensions>${evilOf(attempt)}</samlp:Extensions><samlp:Status>`)),
  ],
  [
    'wrapping 8: the original in an Object of a forged one',
    'several_assertions',
    tampered((xml, attempt) => {
      const signature = signatureOf(xml)
      const holder = signature.replace(
        '</ds:Signature>',
        `<ds:Object>${without(signedAssertionOf(xml), signature)}</ds:Object></ds:Signature>`,
      )
      return xml.replace(signedAssertionOf(xml), evilOf(attempt).replace('</saml:Issuer>', `</saml:Issuer>${holder}`))
    }),
  ],
  [
    'the signed assertion in Extensions and none in its place',
    'wrapped',
    tampered((xml) =>
      without(xml, signedAssertionOf(xml)).replace(
        '<samlp:Status>',
        `<samlp:Extensions>${signedAssertionOf(xml)}</samlp:Extensions><samlp:Status>`,
      ),
    ),
  ],
  [
    'a forged assertion in another namespace',
    'several_assertions',
    tampered((xml, attempt) =>
      xml.replace('<saml:Assertion', `${evilOf(attempt).replaceAll('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:other')}<saml:Assertion`),
    ),
  ],
  [
    'a response in the response',
    'wrapped',
    tampered((xml) => xml.replace('<samlp:Status>', '<samlp:Extensions><samlp:Response ID="_x"/></samlp:Extensions><samlp:Status>')),
  ],
  [
    'two assertions, both signed',
    'several_assertions',
    (attempt) => {
      const first = signedAssertionOf(right(attempt.texts()))
      const second = signedAssertionOf(right(attempt.texts({ assertionId: '_second' })))
      return responseOf(attempt.texts(), first + second)
    },
  ],
  [
    'a plain and an encrypted assertion',
    'several_assertions',
    async (attempt) => {
      const xml = right(attempt.texts())
      return xml.replace('</samlp:Response>', `${await encryptedBy(signedAssertionOf(xml), await ownCertificate())}</samlp:Response>`)
    },
  ],
  ['no assertion', 'no_assertion', (attempt) => responseOf(attempt.texts(), '')],
  // Status
  [
    'the status Responder',
    'status',
    saying({ status: '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status>' }),
  ],
  [
    'the status AuthnFailed without an assertion',
    'status',
    (attempt) =>
      responseOf(
        attempt.texts({
          status:
            '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode></samlp:Status>',
        }),
        '',
      ),
  ],
  [
    'Success only as the second code',
    'status',
    saying({
      status:
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Requester"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:StatusCode></samlp:Status>',
    }),
  ],
  ['no status', 'status', saying({ status: '' })],
  ['two statuses', 'status', saying(({ texts }) => ({ status: texts().status + texts().status }))],
  ['an empty status code', 'status', saying({ status: '<samlp:Status><samlp:StatusCode Value=""/></samlp:Status>' })],
  // Destination, Recipient, Audience, Issuer
  ['no Destination', 'destination', saying({ destination: null })],
  ['the Destination of another service', 'destination', saying({ destination: 'https://other.example/acs' })],
  ['our Destination with a slash', 'destination', saying(({ texts }) => ({ destination: `${texts().destination}/` }))],
  ['our Destination with a query', 'destination', saying(({ texts }) => ({ destination: `${texts().destination}?x=1` }))],
  [
    'the Destination of another company here',
    'destination',
    saying(({ texts }) => ({ destination: texts().destination?.replace(codes.ours, codes.theirs) ?? '' })),
  ],
  ['an empty Destination', 'destination', saying({ destination: '' })],
  ['no Recipient', 'recipient', saying({ recipient: null })],
  ['the Recipient of another service', 'recipient', saying({ recipient: 'https://other.example/acs' })],
  [
    'the Recipient of another company here',
    'recipient',
    saying(({ texts }) => ({ recipient: texts().recipient?.replace(codes.ours, codes.theirs) ?? '' })),
  ],
  ['the Recipient in capitals', 'recipient', saying(({ texts }) => ({ recipient: texts().recipient?.toUpperCase() ?? '' }))],
  ['no Audience', 'audience', saying({ audience: '' })],
  ['an empty Audience', 'audience', saying({ audience: '<saml:AudienceRestriction><saml:Audience/></saml:AudienceRestriction>' })],
  ['a restriction without an Audience', 'audience', saying({ audience: '<saml:AudienceRestriction/>' })],
  [
    'the Audience of another service',
    'audience',
    saying({ audience: '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>' }),
  ],
  [
    'the Audience of another company here',
    'audience',
    saying(({ texts }) => ({ audience: texts().audience.replace(codes.ours, codes.theirs) })),
  ],
  [
    'our Audience and a second restriction to another',
    'audience',
    saying(({ texts }) => ({
      audience: `${texts().audience}<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>`,
    })),
  ],
  [
    'our Audience as a part of a longer one',
    'audience',
    saying(({ texts }) => ({ audience: texts().audience.replace('/metadata<', '/metadata.evil<') })),
  ],
  ['another Issuer of the response', 'issuer', saying({ responseIssuer: 'https://foreign.example/metadata' })],
  ['another Issuer of the assertion', 'issuer', saying({ issuer: '<saml:Issuer>https://foreign.example/metadata</saml:Issuer>' })],
  [
    'no Issuer of the assertion',
    'issuer',
    (attempt) => {
      const xml = responseOf(attempt.texts({ issuer: '<saml:Issuer/>' }))
      return signed(xml, provider)
    },
  ],
  ['two Issuers of the assertion', 'issuer', saying(({ texts }) => ({ issuer: texts().issuer + texts().issuer }))],
  ['the Issuer with another case', 'issuer', saying(({ texts }) => ({ issuer: texts().issuer.replace('https://idp', 'https://IDP') }))],
  // Conditions and times
  ['not yet valid', 'not_yet_valid', saying(({ at }) => ({ conditionsStart: at(120) }))],
  ['conditions that have ended', 'expired', saying(({ at }) => ({ conditionsEnd: at(-120) }))],
  ['a confirmation that has ended', 'expired', saying(({ at }) => ({ confirmationEnd: at(-120) }))],
  ['no end of the confirmation', 'time_unreadable', saying({ confirmationEnd: null })],
  ['an end without a zone', 'time_unreadable', saying({ confirmationEnd: '2099-01-01T00:00:00' })],
  ['an end in another zone', 'time_unreadable', saying({ confirmationEnd: '2099-01-01T00:00:00+02:00' })],
  ['an end that is no time', 'time_unreadable', saying({ conditionsEnd: 'tomorrow' })],
  ['the 31st of February', 'time_unreadable', saying({ confirmationEnd: '2099-02-41T00:00:00Z' })],
  ['issued in the future', 'not_yet_valid', saying(({ at }) => ({ issued: at(3600) }))],
  ['a response issued in the future', 'not_yet_valid', saying(({ at }) => ({ responseIssued: at(3600) }))],
  [
    'a session that has ended',
    'session_expired',
    saying(({ at, texts }) => ({
      authn: texts().authn.replace('<saml:AuthnStatement', `<saml:AuthnStatement SessionNotOnOrAfter="${at(-120)}"`),
    })),
  ],
  ['no statement of authentication', 'authn_statement', saying({ authn: '' })],
  [
    'an unknown condition',
    'conditions',
    saying({ conditions: '<saml:Condition xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="evil"/>' }),
  ],
  ['two conditions elements', 'conditions', saying(({ texts }) => ({ extra: `<saml:Conditions>${texts().audience}</saml:Conditions>` }))],
  // Subject
  ['a confirmation by key holder only', 'confirmation', saying({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' })],
  ['a confirmation with a start', 'confirmation', saying(({ at }) => ({ confirmationNotBefore: at(-10) }))],
  ['an empty NameID', 'name_id', saying({ nameId: '<saml:NameID/>' })],
  ['a NameID of spaces', 'name_id', saying({ nameId: '<saml:NameID>  </saml:NameID>' })],
  ['no NameID', 'name_id', saying({ nameId: '' })],
  ['two NameIDs', 'name_id', saying({ nameId: '<saml:NameID>N-1001</saml:NameID><saml:NameID>N-1002</saml:NameID>' })],
  ['an element in the NameID', 'name_id', saying({ nameId: '<saml:NameID>N-10<x xmlns="urn:x"/>01</saml:NameID>' })],
  ['two subjects', 'subject', saying(({ texts }) => ({ extra: `<saml:Subject>${texts().nameId}</saml:Subject>` }))],
  // InResponseTo
  ['the id of no request', 'request_unknown', saying({ inResponseTo: '_unknown', responseInResponseTo: '_unknown' })],
  ['no InResponseTo in the assertion', 'in_response_to', saying({ inResponseTo: null })],
  ['no InResponseTo in the response', 'in_response_to', saying({ responseInResponseTo: null })],
  ['no InResponseTo at all', 'unsolicited', saying({ responseInResponseTo: null, inResponseTo: null })],
  ['an InResponseTo that differs', 'in_response_to', saying({ inResponseTo: '_other' })],
  [
    'the request of another company',
    'request_unknown',
    async (attempt) => {
      const other = await beginSignIn(app, codes.theirs)
      return {
        response: encoded(right(attempt.texts({ inResponseTo: other.requestId, responseInResponseTo: other.requestId }))),
        cookie: other.cookie,
      }
    },
  ],
  [
    'a request that was begun more than ten minutes ago',
    'request_expired',
    async (attempt) => {
      app.advance(11 * MINUTE_MS)
      return right({ ...attempt.texts() })
    },
  ],
  // Browser
  ['no cookie', 'other_browser', (attempt) => ({ response: encoded(right(attempt.texts())), cookie: '' })],
  [
    'the cookie of another browser',
    'other_browser',
    async (attempt) => ({ response: encoded(right(attempt.texts())), cookie: (await begin()).cookie }),
  ],
  [
    'an invented cookie',
    'other_browser',
    (attempt) => ({ response: encoded(right(attempt.texts())), cookie: `sign-in=${'A'.repeat(43)}` }),
  ],
  // Persons
  ['an unknown number', 'person_unknown', saying({ nameId: '<saml:NameID>N-4711</saml:NameID>' })],
  ['the number of another company’s person', 'person_unknown', saying({ nameId: '<saml:NameID>L-1</saml:NameID>' })],
  [
    'an address where a number is expected',
    'person_unknown',
    (attempt) => right(attempt.texts({ nameId: `<saml:NameID>${ours.camille.email}</saml:NameID>` })),
  ],
  ['a deactivated person', 'person_deactivated', saying({ nameId: '<saml:NameID>N-9</saml:NameID>' })],
  ['SQL in the NameID', 'person_unknown', saying({ nameId: `<saml:NameID>' or 1=1 --</saml:NameID>` })],
  // Other companies
  [
    'a response of another company’s provider for its own',
    'signature_invalid',
    async () => {
      const begun = await begin()
      const xml = signed(responseOf(rightTexts(app, codes.ours, foreign, begun.requestId, 'N-1001')), foreign)
      return { response: encoded(xml), cookie: begun.cookie }
    },
  ],
  [
    'a response of another company’s provider in our provider’s name',
    'signature_invalid',
    (attempt) => signed(responseOf(attempt.texts()), foreign),
  ],
  // Encryption
  [
    'encrypted for another key',
    'decryption',
    async (attempt) => responseOf(attempt.texts(), await encryptedBy(signedAssertionOf(right(attempt.texts())), foreign.certificate)),
  ],
  [
    'encrypted with RSA 1.5',
    'decryption',
    async (attempt) =>
      responseOf(
        attempt.texts(),
        await encryptedBy(signedAssertionOf(right(attempt.texts())), await ownCertificate(), 'http://www.w3.org/2001/04/xmlenc#rsa-1_5'),
      ),
  ],
  [
    'encrypted with 3DES',
    'decryption',
    async (attempt) =>
      responseOf(
        attempt.texts(),
        await encryptedBy(
          signedAssertionOf(right(attempt.texts())),
          await ownCertificate(),
          undefined,
          'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
        ),
      ),
  ],
  [
    'encrypted and not signed',
    'signature_missing',
    async (attempt) => responseOf(attempt.texts(), await encryptedBy(assertionOf(attempt.texts()), await ownCertificate())),
  ],
  [
    'encrypted and signed by another key',
    'signature_invalid',
    async (attempt) =>
      responseOf(
        attempt.texts(),
        await encryptedBy(signedAssertionOf(signed(responseOf(attempt.texts()), foreign)), await ownCertificate()),
      ),
  ],
  [
    'encrypted with two assertions',
    'several_assertions',
    async (attempt) => {
      const first = signedAssertionOf(right(attempt.texts()))
      return responseOf(attempt.texts(), await encryptedBy(inside(first, evilOf(attempt)), await ownCertificate()))
    },
  ],
  ['encrypted words', 'not_xml', async (attempt) => responseOf(attempt.texts(), await encryptedBy('hello', await ownCertificate()))],
  [
    'encrypted with a document type',
    'doctype',
    async (attempt) =>
      responseOf(
        attempt.texts(),
        await encryptedBy(`<!DOCTYPE r [<!ENTITY n "x">]>${signedAssertionOf(right(attempt.texts()))}`, await ownCertificate()),
      ),
  ],
  [
    'a cipher value that was changed',
    'decryption',
    async (attempt) =>
      responseOf(
        attempt.texts(),
        (await encryptedBy(signedAssertionOf(right(attempt.texts())), await ownCertificate())).replace(
          /(<[^>]*CipherValue>)(?!.*CipherValue>.*CipherValue>)(.)/s,
          (_, tag: string, first: string) => tag + (first === 'A' ? 'B' : 'A'),
        ),
      ),
  ],
  ['an empty EncryptedAssertion', 'decryption', (attempt) => responseOf(attempt.texts(), '<saml:EncryptedAssertion/>')],
]

test('the battery is as large as it must be, and each attempt has its own name', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(120)
  expect(new Set(HOSTILE.map(([name]) => name)).size).toBe(HOSTILE.length)
})

test('what the battery starts from is accepted: signed alone, signed twice, and encrypted', async () => {
  const variants: ((attempt: Attempt) => Promise<string> | string)[] = [
    (attempt) => right(attempt.texts()),
    (attempt) => signed(right(attempt.texts()), provider, { of: 'Response' }),
    async (attempt) => responseOf(attempt.texts(), await encryptedBy(signedAssertionOf(right(attempt.texts())), await ownCertificate())),
    async (attempt) => {
      const cbc = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'
      return responseOf(
        attempt.texts(),
        await encryptedBy(signedAssertionOf(right(attempt.texts())), await ownCertificate(), undefined, cbc),
      )
    },
    (attempt) => signed(responseOf(attempt.texts()), provider, { signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }),
    (attempt) => right(attempt.texts({ conditionsStart: attempt.at(50), confirmationEnd: attempt.at(-50) })),
    (attempt) => right(attempt.texts({ responseIssuer: null })),
  ]
  for (const [index, make] of variants.entries()) {
    const attempt = await begin()
    const { status, location } = await postResponse(app, codes.ours, encoded(await make(attempt)), attempt.cookie)
    expect([index, status, location.split('token=')[0]]).toEqual([
      index,
      303,
      `${app.url}/?saml=true&email=${encodeURIComponent(ours.camille.email)}&`,
    ])
  }
})

test.each(HOSTILE)('%s is refused as %s', async (_name, reason, make) => {
  const attempt = await begin()
  const before = await sessionsOf(ours.company.id)
  const made = await make(attempt)
  const sent = typeof made === 'string' ? { response: encoded(made) } : made
  const answer = await postResponse(app, sent.code ?? codes.ours, sent.response, sent.cookie ?? attempt.cookie, {
    RelayState: 'https://evil.example/',
  })
  expect([answer.status, answer.location]).toEqual([303, `${app.url}/login?sso=refused`])
  expect(await answer.response.text()).toBe('')
  expect(await lastRefusal(ours.company.id)).toBe(reason)
  expect(await sessionsOf(ours.company.id), 'no code was issued').toBe(before)
})

test('nothing long and no words of a stranger get into the audit log', async () => {
  const attempt = await begin()
  const long = attempt.texts({ destination: 'x'.repeat(200_000) })
  await postResponse(app, codes.ours, encoded(right(long)), attempt.cookie)
  const [entry] = await rows<{ details: string }>(
    app.database.db,
    sql`select details::text as details from audit_log where company_id = ${ours.company.id} order by at desc, id desc limit 1`,
  )
  expect(entry?.details.length).toBeLessThan(400)
  const all = await rows<{ details: string }>(app.database.db, sql`select details::text as details from audit_log`)
  expect(all.some(({ details }) => details.includes('+33'))).toBe(false)
})

test('a network cannot fill the audit log', async () => {
  const count = async () => (await rows(app.database.db, sql`select 1 from audit_log where company_id = ${ours.company.id}`)).length
  const before = await count()
  for (let n = 0; n < 140; n++)
    await fetch(`${app.url}/saml/${codes.ours}/acs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': '40.1.1.1' },
      body: new URLSearchParams({ SAMLResponse: 'hello' }),
    })
  expect((await count()) - before).toBe(120)
})

test('a code opens one session, however many use it at once', async () => {
  const attempt = await begin()
  const { location } = await postResponse(app, codes.ours, encoded(right(attempt.texts())), attempt.cookie)
  const query = new URL(location).searchParams
  const body = {
    grant_type: 'password' as const,
    client_id: CLIENT_ID,
    username: query.get('email') ?? '',
    password: query.get('token') ?? '',
  }
  const replies = await Promise.all(
    Array.from({ length: 16 }, () => app.call(null, session.login, { body }, { cookie: attempt.cookie, ...fromAnywhere() })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a response is accepted once; so is another response with the same assertion, or to the same request', async () => {
  const attempt = await begin()
  const texts = attempt.texts()
  const response = encoded(right(texts))
  expect((await postResponse(app, codes.ours, response, attempt.cookie)).location).toContain('saml=true')
  expect((await postResponse(app, codes.ours, response, attempt.cookie)).location).toBe(`${app.url}/login?sso=refused`)
  expect(await lastRefusal(ours.company.id)).toBe('replayed')
  const again = await beginSignIn(app, codes.ours, '', attempt.cookie)
  const renewed = { ...texts, inResponseTo: again.requestId, responseInResponseTo: again.requestId }
  expect((await postResponse(app, codes.ours, encoded(right(renewed)), attempt.cookie)).location).toBe(`${app.url}/login?sso=refused`)
  expect(await lastRefusal(ours.company.id)).toBe('replayed')
  const second = await begin()
  expect((await postResponse(app, codes.ours, encoded(right(second.texts())), second.cookie)).location).toContain('saml=true')
  const other = second.texts({ assertionId: '_another' })
  expect((await postResponse(app, codes.ours, encoded(right(other)), second.cookie)).location).toBe(`${app.url}/login?sso=refused`)
  expect(await lastRefusal(ours.company.id)).toBe('replayed')
})

test('of many copies that arrive at once one is accepted', async () => {
  const attempt = await begin()
  const response = encoded(right(attempt.texts()))
  const answers = await Promise.all(Array.from({ length: 12 }, () => postResponse(app, codes.ours, response, attempt.cookie)))
  expect(answers.filter(({ location }) => location.includes('saml=true'))).toHaveLength(1)
})

test('a company without a provider, an unknown one and a suspended one look alike', async () => {
  const suspended = await createUser(app, bare.company, {})
  expect(suspended.id).toBeTruthy()
  for (const code of [codes.bare, 'no-such-company', 'N/../x', '%00']) {
    const answer = await fetch(`${app.url}/saml/${encodeURIComponent(code)}/login`, { redirect: 'manual', headers: fromAnywhere() })
    expect([code, answer.status, answer.headers.get('location')]).toEqual([code, 303, `${app.url}/login?sso=refused`])
    const posted = await postResponse(app, encodeURIComponent(code), encoded('<x/>'), '')
    expect([code, posted.status, posted.location]).toEqual([code, 303, `${app.url}/login?sso=refused`])
  }
  expect((await fetch(`${app.url}/saml/${codes.bare}/metadata`)).status).toBe(404)
})

test('another encoding than a form leads to the same page', async () => {
  const attempt = await begin()
  for (const [type, body] of [
    ['application/json', '{"SAMLResponse":"x"}'],
    ['application/json', '{'],
    ['text/xml', '<x/>'],
    ['multipart/form-data; boundary=x', '--x--'],
  ] as const) {
    const answer = await fetch(`${app.url}/saml/${codes.ours}/acs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: attempt.cookie, 'content-type': type, ...fromAnywhere() },
      body,
    })
    expect([type, answer.status, answer.headers.get('location')]).toEqual([type, 303, `${app.url}/login?sso=refused`])
  }
})

test('the code signs in once, in the browser that began, for its own address', async () => {
  const finish = async () => {
    const attempt = await begin()
    const answer = await postResponse(app, codes.ours, encoded(right(attempt.texts())), attempt.cookie)
    const query = new URL(answer.location).searchParams
    return { cookie: attempt.cookie, email: query.get('email') ?? '', token: query.get('token') ?? '' }
  }
  const login = (username: string, password: string, cookie: string, more = {}) =>
    app.call(
      null,
      session.login,
      { body: { grant_type: 'password', client_id: CLIENT_ID, username, password, ...more } },
      { cookie, ...fromAnywhere() },
    )
  const { cookie, email, token } = await finish()
  const opened = await login(email, token, cookie)
  expect(opened.status).toBe(200)
  expect((await login(email, token, cookie)).status, 'a second time').toBe(401)
  const other = await finish()
  expect((await login(other.email, other.token, (await begin()).cookie)).status, 'another browser').toBe(401)
  expect((await login(other.email, other.token, other.cookie)).status, 'it was seen elsewhere: used up').toBe(401)
  const wrong = await finish()
  expect((await login(ours.anne.email, wrong.token, wrong.cookie)).status, 'another address').toBe(401)
  const late = await finish()
  app.advance(61_000)
  expect((await login(late.email, late.token, late.cookie)).status, 'after 60 s').toBe(401)
  const verified = await finish()
  expect(
    (await login(verified.email, verified.token, verified.cookie, { code_verifier: 'v'.repeat(43) })).status,
    'a verifier for a browser’s code',
  ).toBe(401)
})

test('the attribute that names the person must be there, once', async () => {
  await app.call(ours.anne, adminSignIn.setSaml, { body: { ...settingsOf(provider), attribute: 'number' } })
  const outcome = async (attributes: string) => {
    const attempt = await begin()
    const { location } = await postResponse(app, codes.ours, encoded(right(attempt.texts({ attributes }))), attempt.cookie)
    return location.includes('saml=true') ? 'ok' : await lastRefusal(ours.company.id)
  }
  expect(await outcome(attribute('number', 'N-1001'))).toBe('ok')
  expect(await outcome(attribute('number', 'N-1001', 'N-1001'))).toBe('ok')
  expect(await outcome('')).toBe('attribute_missing')
  expect(await outcome(attribute('number', ''))).toBe('attribute_missing')
  expect(await outcome(attribute('Number', 'N-1001'))).toBe('attribute_missing')
  expect(await outcome(attribute('number', 'N-1001', 'N-1002'))).toBe('attribute_ambiguous')
  expect(await outcome(attribute('number', 'N-1001') + attribute('number', 'N-1002'))).toBe('attribute_ambiguous')
  await app.call(ours.anne, adminSignIn.setSaml, { body: settingsOf(provider) })
})
