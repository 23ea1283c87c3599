import { type RowOf, t } from '../../../db/index.ts'
import { childrenOf } from '../../../platform/xml.ts'
import { Refused } from '../refused.ts'
import { ASSERTION, RSA_OAEP } from './names.ts'
import { checkDecrypted, type Structure } from './structure.ts'

/** Our addresses for one company: entity id and ACS are the addresses of the metadata and of the ACS themselves. */
export const addressesOf = (publicUrl: string, code: string) => {
  const base = `${publicUrl}/saml/${code}`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, loginUrl: `${base}/login` }
}

export const providerRow = { sso_url: t.text, certificates: t.texts }
export type Provider = RowOf<typeof providerRow>

type Addresses = ReturnType<typeof addressesOf>

/** Loaded with the first SAML sign-in: XML, signatures and encryption, which other logins never need. */
const library = () => import('@node-saml/node-saml')

const optionsOf = ({ entityId, acsUrl }: Addresses, { sso_url, certificates }: Provider) => ({
  issuer: entityId,
  callbackUrl: acsUrl,
  entryPoint: sso_url,
  idpCert: [...certificates],
  audience: entityId,
  wantAssertionsSigned: true,
  wantAuthnResponseSigned: false,
  // `profile.ts` checks times by our own clock.
  acceptedClockSkewMs: -1,
  // The provider decides how a person proves who they are.
  disableRequestedAuthnContext: true,
  // Whatever format the provider is set to.
  identifierFormat: null,
})

/** Where the browser goes with our AuthnRequest (HTTP-Redirect binding). */
export async function requestUrl(addresses: Addresses, provider: Provider, requestId: string): Promise<string> {
  const { SAML } = await library()
  const saml = new SAML({ ...optionsOf(addresses, provider), generateUniqueId: () => requestId })
  return saml.getAuthorizeUrlAsync('', undefined, {})
}

/** Our metadata. `privateKey` is not in it: the library wants to know that we have one. */
export async function metadataXml({ entityId, acsUrl }: Addresses, certificate: string, privateKey: string): Promise<string> {
  const { generateServiceProviderMetadata } = await library()
  const xml = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    decryptionCert: certificate,
    decryptionPvk: privateKey,
    generateUniqueId: () => '_metadata',
  })
  // The key transport, which the library leaves out: providers that read it choose one that can be decrypted.
  return xml.replace('<EncryptionMethod', `<EncryptionMethod Algorithm="${RSA_OAEP}"/>$&`)
}

/** Decrypts by our key and by strong algorithms only; null for an assertion that is not encrypted. @throws Refused */
async function decrypted({ response, isEncrypted }: Structure, privateKey: string): Promise<string | null> {
  if (!isEncrypted) return null
  const { decrypt } = await import('xml-encryption')
  const [encrypted] = childrenOf(response, ASSERTION, 'EncryptedAssertion')
  return new Promise((resolve, reject) => {
    try {
      decrypt(
        String(encrypted),
        { key: privateKey, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false },
        (error, xml) => (error || !xml ? reject(new Refused('decryption')) : resolve(xml)),
      )
    } catch {
      reject(new Refused('decryption'))
    }
  })
}

/** The library reads the assertion once its signature holds; its refusals of the content have no code. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (/multiple conditions/.test(message)) return 'conditions'
  return /parsing (NotBefore|NotOnOrAfter|issueInstant)|not a valid date/i.test(message) ? 'time_unreadable' : 'signature_invalid'
}

/**
 * Verifies the signatures by the provider's certificates: of the assertion always, of the response if it has one.
 * @returns the signed assertion's XML: only what was signed
 * @throws Refused
 */
export async function verifiedAssertion(
  addresses: Addresses,
  provider: Provider,
  structure: Structure,
  privateKey: string,
): Promise<string> {
  const inner = await decrypted(structure, privateKey)
  if (inner !== null) await checkDecrypted(inner)
  const { SAML } = await library()
  const saml = new SAML({
    ...optionsOf(addresses, provider),
    // A response that is signed must be signed rightly, although nothing is taken from it.
    wantAuthnResponseSigned: structure.isResponseSigned,
    // `profile.ts` checks the audience, with its own reason.
    audience: false,
    ...(inner !== null && { decryptionPvk: privateKey }),
  })
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(structure.xml).toString('base64') })
    const xml = profile?.getAssertionXml?.()
    if (!xml) throw new Refused('signature_invalid')
    return xml
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(reasonOf(error))
  }
}
