import { createServer } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { selfSigned } from '../../apps/server/src/platform/certificates.ts'
import { createProvider, encoded, responseOf, rightTexts, signed, type TestProvider, type Texts } from '../../apps/server/src/test/saml.ts'
import { listenOn } from './https.ts'

const DAY_MS = 86_400_000
/** A certificate of `selfSigned` lives so long. */
const LIFE_DAYS = 20 * 365

/** Certificates, each in another state now. */
export async function certificatesInEveryState(): Promise<Record<'valid' | 'expiring' | 'expired' | 'not_yet_valid', string>> {
  const madeAt = async (days: number) => (await selfSigned('idp.example', new Date(Date.now() + days * DAY_MS))).certificate
  return {
    valid: await madeAt(0),
    expiring: await madeAt(10 - LIFE_DAYS),
    expired: await madeAt(-10 - LIFE_DAYS),
    not_yet_valid: await madeAt(10),
  }
}

type Described = Pick<TestProvider, 'entityId' | 'ssoUrl'>

/** The metadata of an identity provider with these certificates in PEM. */
export function metadataOf({ entityId, ssoUrl }: Described, certificates: readonly string[], binding = 'HTTP-Redirect'): string {
  const keys = certificates
    .map((pem) => pem.replaceAll(/-----.*-----|\s/g, ''))
    .map((base64) => `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`)
    .map((info) => `<md:KeyDescriptor use="signing">${info}</md:KeyDescriptor>`)
  return (
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}` +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${ssoUrl}"/>` +
    '</md:IDPSSODescriptor></md:EntityDescriptor>'
  )
}

/** A provider with a page: it signs in everyone at once, and sends them back with a response. */
export interface RunningProvider extends TestProvider {
  /** Who is signed in, and what is wrong with the response. */
  signsIn(nameId: string, changes?: Partial<Texts>): void
  stop(): Promise<void>
}

export async function startProvider(reflet: { url: string }, code: string): Promise<RunningProvider> {
  const app = { platform: { publicUrl: () => reflet.url }, now: () => new Date() }
  let texts: Partial<Texts> = {}
  const server = createServer((request, response) => {
    const sent = new URL(request.url ?? '', provider.ssoUrl).searchParams.get('SAMLRequest') ?? ''
    const id = /ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(sent, 'base64')).toString())?.[1] ?? ''
    const xml = signed(responseOf({ ...rightTexts(app, code, provider, id, ''), ...texts }), provider)
    const form = `<form method="post" action="${reflet.url}/saml/${code}/acs"><input name="SAMLResponse" value="${encoded(xml)}"></form>`
    response.setHeader('content-type', 'text/html').end(`${form}<script>document.forms[0].submit()</script>`)
  })
  const { port, stop } = await listenOn(server)
  const provider = { ...(await createProvider()), ssoUrl: `http://127.0.0.1:${port}/sso` }
  return {
    ...provider,
    signsIn(nameId, changes = {}) {
      texts = { ...changes, nameId: `<saml:NameID>${nameId}</saml:NameID>` }
    },
    stop,
  }
}
