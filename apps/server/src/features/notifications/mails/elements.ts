import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { shorten } from '../../../platform/plain-line.ts'

/** Elements that mail clients render alike: tables instead of blocks, margins in full, a button with padding in Outlook. */

interface Attributes {
  readonly className?: string
  readonly dir?: 'ltr' | 'rtl'
  readonly lang?: string
  readonly style?: CSSProperties
}

/** Assistive technology reads the content only, not a table. */
const LAYOUT_TABLE = { align: 'center', width: '100%', border: 0, cellPadding: '0', cellSpacing: '0', role: 'presentation' } as const

function table(attributes: Attributes, cell: ReactNode): ReactNode {
  return h('table', { ...LAYOUT_TABLE, ...attributes }, h('tbody', null, h('tr', null, cell)))
}

export function section(attributes: Attributes, ...children: ReactNode[]): ReactNode {
  return table(attributes, h('td', null, ...children))
}

/** Some clients drop the style of `body`, others its margin only: the cell inside repeats it. */
export function body({ style, ...attributes }: Attributes, ...children: ReactNode[]): ReactNode {
  const outer = { margin: 0, backgroundColor: style?.backgroundColor }
  return h('body', { ...attributes, style: outer }, table({}, h('td', { style }, ...children)))
}

const PREVIEW_LENGTH = 150
/** Zero-width characters, in an order that no client shortens. */
const BLANK = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'

/** The preview text that an inbox shows after the subject; blanks keep the following text out of it. */
export function preview(words: string): ReactNode {
  const shown = shorten(words, PREVIEW_LENGTH)
  const blanks = shown.length < PREVIEW_LENGTH && h('div', null, BLANK.repeat(PREVIEW_LENGTH - shown.length))
  const style: CSSProperties = { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 }
  return h('div', { style }, shown, blanks)
}

/** Outlook ignores the padding of a link: this adds stretched blanks on both sides and raises the text. */
const OUTLOOK = {
  before: '<!--[if mso]><i style="mso-font-width:400%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]-->',
  after: '<!--[if mso]><i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]-->',
}

const BUTTON: CSSProperties = {
  display: 'inline-block',
  maxWidth: '100%',
  padding: '14px 24px',
  lineHeight: '100%',
  textAlign: 'center',
  textDecoration: 'none',
}
const BUTTON_WORDS = { display: 'inline-block', maxWidth: '100%', lineHeight: '120%', msoPaddingAlt: '0px', msoTextRaise: '10.5px' }

export function button(attributes: Attributes & { readonly href: string }, words: string): ReactNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: conditional comments are not elements, and these are constants
  const outlook = (html: string) => h('span', { dangerouslySetInnerHTML: { __html: html } })
  return h(
    'a',
    { ...attributes, target: '_blank', style: { ...BUTTON, msoPaddingAlt: '0px', ...attributes.style } },
    outlook(OUTLOOK.before),
    h('span', { style: BUTTON_WORDS }, words),
    outlook(OUTLOOK.after),
  )
}

export function link(attributes: Attributes & { readonly href: string }, words: string): ReactNode {
  return h('a', { ...attributes, target: '_blank' }, words)
}
