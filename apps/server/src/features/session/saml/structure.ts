import { allOf, attributeOf, BadXml, childrenOf, everyElement, parseXml, type XmlDocument, type XmlElement } from '../../../platform/xml.ts'
import { Refused } from '../refused.ts'
import { ASSERTION, DIGEST_METHODS, DSIG, PROTOCOL, SIGNATURE_METHODS, TRANSFORMS } from './names.ts'

/** Without white space, which providers put in: an expression that allows it twice takes quadratic time. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
export interface Structure {
  readonly xml: string
  readonly document: XmlDocument
  readonly response: XmlElement
  readonly isEncrypted: boolean
  readonly isResponseSigned: boolean
}

const parse = (xml: string): Promise<XmlDocument> =>
  parseXml(xml).catch((error: unknown) => {
    throw error instanceof BadXml ? new Refused(error.reason) : error
  })

/**
 * Reads a response of the POST binding, and refuses every shape in which what is signed and what is read could be different elements
 * (signature wrapping), before any signature is verified.
 * @throws Refused
 */
export async function readStructure(samlResponse: unknown, checkStatus: (response: XmlElement) => void): Promise<Structure> {
  if (typeof samlResponse !== 'string' || samlResponse === '') throw new Refused('missing')
  const base64 = samlResponse.replaceAll(/\s/g, '')
  if (!BASE64.test(base64)) throw new Refused('not_base64')
  const bytes = Buffer.from(base64, 'base64')
  let xml: string
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('not_xml')
  }
  const document = await parse(xml)
  const response = document.documentElement as XmlElement
  if (response.namespaceURI !== PROTOCOL || response.localName !== 'Response') throw new Refused('not_a_response')
  // A provider's own refusal has no assertion: its status says more than that.
  if (childrenOf(response, PROTOCOL, 'Status').length > 0) checkStatus(response)
  const isEncrypted = countAssertions(document, response)
  checkIds(document)
  checkSignatures(document, isEncrypted ? [response] : [response, childrenOf(response, ASSERTION, 'Assertion')[0] as XmlElement])
  if (!isEncrypted && childrenOf(childrenOf(response, ASSERTION, 'Assertion')[0] as XmlElement, DSIG, 'Signature').length === 0)
    throw new Refused('signature_missing')
  return { xml, document, response, isEncrypted, isResponseSigned: childrenOf(response, DSIG, 'Signature').length > 0 }
}

/** Exactly one assertion, and it is a child of the response; whether it is encrypted. */
function countAssertions(document: XmlDocument, response: XmlElement): boolean {
  const everywhere = [...allOf(document, ASSERTION, 'Assertion'), ...allOf(document, ASSERTION, 'EncryptedAssertion')]
  const plain = childrenOf(response, ASSERTION, 'Assertion')
  const encrypted = childrenOf(response, ASSERTION, 'EncryptedAssertion')
  // By local name, too: an assertion in another namespace is no assertion, and some program may take it for one.
  const alike = everyElement(document).filter((element) => /^(Encrypted)?Assertion$/.test(element.localName ?? ''))
  if (everywhere.length > 1 || alike.length > 1) throw new Refused('several_assertions')
  if (plain.length + encrypted.length !== 1 || alike.length !== 1) throw new Refused(everywhere.length === 0 ? 'no_assertion' : 'wrapped')
  // A response in a response would be read by some.
  if (allOf(document, PROTOCOL, 'Response').length > 1) throw new Refused('wrapped')
  return encrypted.length === 1
}

/** A decrypted assertion, by the same rules. @throws Refused */
export async function checkDecrypted(xml: string): Promise<void> {
  const document = await parse(xml)
  const assertion = document.documentElement as XmlElement
  if (assertion.namespaceURI !== ASSERTION || assertion.localName !== 'Assertion') throw new Refused('no_assertion')
  if (everyElement(document).filter(({ localName }) => /^(Encrypted)?Assertion$/.test(localName ?? '')).length > 1)
    throw new Refused('several_assertions')
  checkIds(document)
  checkSignatures(document, [assertion])
  if (childrenOf(assertion, DSIG, 'Signature').length === 0) throw new Refused('signature_missing')
}

/** An id that two elements have could be signed for one and read from the other. */
function checkIds(document: XmlDocument): void {
  const ids = everyElement(document).flatMap((element) =>
    ['ID', 'Id', 'id', 'xml:id'].map((name) => element.getAttribute(name)).filter((id): id is string => Boolean(id)),
  )
  if (new Set(ids).size !== ids.length) throw new Refused('id_twice')
}

/** Each signature is a child of what it signs, signs only that, and by allowed algorithms. */
function checkSignatures(document: XmlDocument, parents: readonly XmlElement[]): void {
  const signatures = allOf(document, DSIG, 'Signature')
  const alike = everyElement(document).filter(({ localName }) => localName === 'Signature')
  if (alike.length !== signatures.length) throw new Refused('wrapped')
  for (const signature of signatures) {
    const parent = signature.parentNode as XmlElement
    if (!parents.includes(parent)) throw new Refused('wrapped')
    if (childrenOf(parent, DSIG, 'Signature').length !== 1) throw new Refused('several_signatures')
    checkSignature(signature, parent)
  }
}

function checkSignature(signature: XmlElement, parent: XmlElement): void {
  if (allOf(signature, DSIG, 'Object').length > 0) throw new Refused('wrapped')
  const [info, ...otherInfos] = childrenOf(signature, DSIG, 'SignedInfo')
  if (!info || otherInfos.length > 0) throw new Refused('signature_invalid')
  const [reference, ...otherReferences] = childrenOf(info, DSIG, 'Reference')
  if (!reference || otherReferences.length > 0 || allOf(signature, DSIG, 'Reference').length !== 1) throw new Refused('several_references')
  const id = parent.getAttribute('ID')
  if (!id || reference.getAttribute('URI') !== `#${id}`) throw new Refused('wrong_reference')
  const algorithmOf = (element: XmlElement | undefined) => attributeOf(element, 'Algorithm') ?? ''
  const method = algorithmOf(childrenOf(info, DSIG, 'SignatureMethod')[0])
  if (!SIGNATURE_METHODS.has(method)) throw new Refused('weak_algorithm', { algorithm: method.slice(0, 100) })
  const digest = algorithmOf(childrenOf(reference, DSIG, 'DigestMethod')[0])
  if (!DIGEST_METHODS.has(digest)) throw new Refused('weak_algorithm', { algorithm: digest.slice(0, 100) })
  if (algorithmOf(childrenOf(info, DSIG, 'CanonicalizationMethod')[0]) !== 'http://www.w3.org/2001/10/xml-exc-c14n#')
    throw new Refused('transform')
  for (const transform of allOf(reference, DSIG, 'Transform')) if (!TRANSFORMS.has(algorithmOf(transform))) throw new Refused('transform')
}
