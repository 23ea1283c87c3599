/** The parts of the DOM that are used: the parser's own types would bring a browser's globals into the server. */
export interface XmlNode {
  readonly nodeType: number
  readonly nodeValue: string | null
  readonly parentNode: XmlNode | null
  readonly childNodes: ArrayLike<XmlNode>
}
export interface XmlElement extends XmlNode {
  readonly namespaceURI: string | null
  readonly prefix: string | null
  readonly localName: string | null
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  getElementsByTagName(name: string): ArrayLike<XmlElement>
  getElementsByTagNameNS(namespace: string, localName: string): ArrayLike<XmlElement>
}
export interface XmlDocument extends Pick<XmlElement, 'getElementsByTagName' | 'getElementsByTagNameNS'> {
  readonly documentElement: XmlElement
}

interface Library {
  readonly DOMParser: new (options: {
    errorHandler: Record<'warning' | 'error' | 'fatalError', () => never>
  }) => {
    parseFromString(text: string, type: string): XmlDocument | undefined
  }
}

/** Why a text is no XML that is read here. */
export class BadXml extends Error {
  readonly reason: 'not_xml' | 'doctype' | 'comment' | 'processing_instruction' | 'too_many_elements'

  constructor(reason: BadXml['reason']) {
    super(reason)
    this.reason = reason
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 (2.2) excludes, of which the parser takes some
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u
const REFERENCE = /&#(?:x([\da-f]+)|(\d+));/gi

/** Whether each character is one of XML, also those that are written as a number: the parser decodes any number. */
const isXmlText = (text: string): boolean =>
  !NO_CHARACTER.test(text) &&
  Array.from(text.matchAll(REFERENCE)).every(([, hex, decimal]) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff && !NO_CHARACTER.test(String.fromCodePoint(code))
  })

const DECLARATION = /^\uFEFF?<\?xml\s[^>]*\?>/

/** Libraries search a document for each element once more. A response with hundreds of groups, or the metadata of one provider, is smaller. */
const MOST_ELEMENTS = 1_000
/** With their attributes and references, whose number the parser's time grows with. */
const MOST_MARKUP = 6_000
const DEEPEST = 40

const isTooMuch = (text: string) =>
  (text.match(/<[^/]/g)?.length ?? 0) > MOST_ELEMENTS || (text.match(/<[^/]|=\s*["']|&/g)?.length ?? 0) > MOST_MARKUP

const depthOf = (element: XmlElement): number => 1 + Math.max(0, ...elementsOf(element).map(depthOf))

interface Options {
  /** Comments and processing instructions may cut a text in two, so that two programs read it differently; metadata has some. */
  readonly comments?: boolean
}

/**
 * Parses XML from outside. A document type is refused before the parser sees it: entities could expand without limit or read files.
 * @throws BadXml
 */
export async function parseXml(text: string, { comments = false }: Options = {}): Promise<XmlDocument> {
  if (isTooMuch(text)) throw new BadXml('too_many_elements')
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new BadXml('doctype')
  if (!comments && text.includes('<!--')) throw new BadXml('comment')
  if (!comments && text.replace(DECLARATION, '').includes('<?')) throw new BadXml('processing_instruction')
  if (!isXmlText(text)) throw new BadXml('not_xml')
  const { DOMParser } = (await import('@xmldom/xmldom' as string)) as Library
  const refuse = (): never => {
    throw new BadXml('not_xml')
  }
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  try {
    const document = parser.parseFromString(text, 'text/xml')
    // The parser accepts a prefix that is not declared.
    const isComplete = document?.documentElement && everyElement(document).every(({ prefix, namespaceURI }) => !prefix || namespaceURI)
    if (!document || !isComplete) return refuse()
    if (depthOf(document.documentElement) > DEEPEST) throw new BadXml('too_many_elements')
    return document
  } catch (error) {
    throw error instanceof BadXml ? error : new BadXml('not_xml')
  }
}

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === 1

/** The element children. */
export const elementsOf = (parent: XmlElement): XmlElement[] => Array.from(parent.childNodes).filter(isElement)

/** Every element at any depth. */
export const everyElement = (document: XmlDocument): XmlElement[] => Array.from(document.getElementsByTagName('*'))

/** The element children of this name. */
export function childrenOf(parent: XmlElement, namespace: string, localName: string): XmlElement[] {
  return Array.from(parent.childNodes).filter(
    (node): node is XmlElement => isElement(node) && node.namespaceURI === namespace && node.localName === localName,
  )
}

/** Every element of this name, at any depth. */
export const allOf = (within: XmlDocument | XmlElement, namespace: string, localName: string): XmlElement[] =>
  Array.from(within.getElementsByTagNameNS(namespace, localName))

/** The trimmed text of an element that contains text only; null for anything else. */
export function textOf(element: XmlElement | undefined): string | null {
  if (!element) return null
  const nodes = Array.from(element.childNodes)
  if (nodes.some(({ nodeType }) => nodeType !== 3 && nodeType !== 4)) return null
  return nodes
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim()
}

/** An attribute; null when it is missing or empty. */
export const attributeOf = (element: XmlElement | undefined, name: string): string | null => element?.getAttribute(name) || null
