import { type RowOf, t } from '../../../db/index.ts'
import { toPem } from '../../../platform/certificates.ts'
import { Problem } from '../../../platform/errors.ts'
import { attributeOf, BadXml, childrenOf, parseXml, textOf, type XmlElement } from '../../../platform/xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const SAML2 = 'urn:oasis:names:tc:SAML:2.0:protocol'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

export const providerFactsRow = { idp_entity_id: t.text, sso_url: t.text, certificates: t.texts }
export type ProviderFacts = RowOf<typeof providerFactsRow>

const refuse = (code: string): never => {
  throw new Problem('metadata_refused', { fields: { metadata_xml: code } })
}

/**
 * Reads an identity provider's metadata (SAML 2.0 Metadata). Signatures and dates of the document are not evaluated: an administrator gave it,
 * and they compare the certificates' fingerprints.
 * @throws metadata_refused, with the reason as the field's code: not_xml, doctype, too_many_elements, no_provider, several_providers, no_redirect_binding,
 *   no_certificate
 */
export async function readMetadata(xml: string): Promise<ProviderFacts> {
  const root = await parseXml(xml, { comments: true })
    .then(({ documentElement }) => documentElement)
    .catch((error: unknown) => (error instanceof BadXml ? refuse(error.reason) : Promise.reject(error)))
  const entities = root.localName === 'EntitiesDescriptor' ? childrenOf(root, METADATA, 'EntityDescriptor') : [root]
  const providers = entities.flatMap((entity) => {
    const roles = childrenOf(entity, METADATA, 'IDPSSODescriptor').filter((role) =>
      (role.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(SAML2),
    )
    return roles.map((role) => ({ entity, role }))
  })
  const [provider, ...others] = providers
  if (!provider) return refuse('no_provider')
  if (others.length > 0) return refuse('several_providers')
  const { entity, role } = provider
  const idp_entity_id = attributeOf(entity, 'entityID') ?? refuse('no_provider')
  const services = childrenOf(role, METADATA, 'SingleSignOnService')
  const sso_url =
    attributeOf(
      services.find((service) => service.getAttribute('Binding') === REDIRECT),
      'Location',
    ) ?? refuse('no_redirect_binding')
  const certificates = [...new Set(childrenOf(role, METADATA, 'KeyDescriptor').filter(isForSigning).flatMap(certificatesOf))]
  if (certificates.length === 0) return refuse('no_certificate')
  return { idp_entity_id, sso_url, certificates }
}

/** Without `use` a key is for both. */
const isForSigning = (key: XmlElement) => ['', 'signing'].includes(key.getAttribute('use') ?? '')

const certificatesOf = (key: XmlElement): string[] =>
  childrenOf(key, DSIG, 'KeyInfo')
    .flatMap((info) => childrenOf(info, DSIG, 'X509Data'))
    .flatMap((data) => childrenOf(data, DSIG, 'X509Certificate'))
    .flatMap((certificate) => textOf(certificate) || [])
    .map(toPem)
