import { render } from '@react-email/render'
import { isRightToLeft, type Locale } from '@reflet/contract/common'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { body, button, link, preview, section } from './elements.ts'

/** The content of one mail, in reading order; the HTML and the text version are rendered from the same content. */
export interface MailContent {
  readonly locale: Locale
  readonly subject: string
  readonly preheader: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** The skills and the due date, highlighted. */
  readonly facts?: { readonly skills: readonly string[]; readonly due: string | null }
  readonly closing: readonly string[]
  readonly button: string
  readonly link: string
  readonly linkHint: string
  /** The visibility of the answer. */
  readonly trust: string
  /** Why the reader gets this mail. */
  readonly why: string
  /** None in account mails. */
  readonly unsubscribe: { readonly label: string; readonly url: string } | null
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', Tahoma, Arial, sans-serif"

/** Mail clients with dark mode apply these over the inline colours; others keep the light ones. */
const DARK = {
  paper: '#131220',
  card: '#1d1b2e',
  ink: '#eceaf6',
  quiet: '#b9b5cf',
  line: '#35324d',
  tint: '#2a2745',
  primary: '#a5b4fc',
}
const LIGHT = {
  paper: '#fbfaf8',
  card: '#ffffff',
  ink: '#1b1a2e',
  quiet: '#5c5970',
  line: '#e7e4dd',
  tint: '#eef0ff',
  primary: '#4338ca',
}

const darkRules = (prefix: string) =>
  [
    `${prefix}.paper{background-color:${DARK.paper}!important}`,
    `${prefix}.card{background-color:${DARK.card}!important;border-color:${DARK.line}!important}`,
    `${prefix}.ink{color:${DARK.ink}!important}`,
    `${prefix}.quiet{color:${DARK.quiet}!important}`,
    `${prefix}.line{border-color:${DARK.line}!important}`,
    `${prefix}.tint{background-color:${DARK.tint}!important}`,
    `${prefix}.primary{color:${DARK.primary}!important}`,
    `${prefix}.button{background-color:${DARK.primary}!important;color:${DARK.paper}!important}`,
  ].join('')

const STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.edge{padding:12px 8px!important}.inside{padding:24px 20px!important}.foot{padding:16px 21px 0!important}.button{display:block!important}}',
  `@media (prefers-color-scheme:dark){${darkRules('')}}`,
  darkRules('[data-ogsc] '),
].join('')

const text = (size: number, color: string, above: number, below: number): CSSProperties => ({
  marginTop: above,
  marginRight: 0,
  marginBottom: below,
  marginLeft: 0,
  color,
  fontSize: `${size}px`,
  lineHeight: '1.55',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
})

/** The common layout of all mails. */
export function renderLayout(content: MailContent): Promise<string> {
  const { locale } = content
  const dir = isRightToLeft(locale) ? 'rtl' : 'ltr'
  const align: CSSProperties = { textAlign: dir === 'rtl' ? 'right' : 'left' }
  return render(
    h(
      'html',
      { lang: locale, dir },
      h(
        'head',
        null,
        h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
        h('meta', { name: 'x-apple-disable-message-reformatting' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
        h('title', null, content.subject),
        h('style', null, STYLE),
      ),
      body(
        { className: 'paper', dir, lang: locale, style: { margin: 0, backgroundColor: LIGHT.paper, fontFamily: FONT } },
        preview(content.preheader),
        // Some web mail drops html and body: the direction is repeated where it survives.
        section(
          { className: 'paper', dir, lang: locale, style: { backgroundColor: LIGHT.paper, ...align } },
          h(
            'div',
            { className: 'edge', style: { padding: '32px 16px', fontFamily: FONT } },
            section({ style: { maxWidth: '600px' } }, card(content, align), footer(content, align)),
          ),
        ),
      ),
    ),
  )
}

function card(content: MailContent, align: CSSProperties): ReactNode {
  const paragraph = (words: string, index: number) =>
    h('p', { key: index, className: 'ink', style: { ...text(17, LIGHT.ink, 0, 16), ...align } }, words)
  return section(
    {
      className: 'card',
      style: {
        backgroundColor: LIGHT.card,
        border: `1px solid ${LIGHT.line}`,
        borderRadius: '12px',
        borderCollapse: 'separate',
      },
    },
    h(
      'div',
      { className: 'inside', style: { padding: '32px' } },
      logo(align),
      h(
        'h1',
        {
          className: 'ink',
          style: { ...text(26, LIGHT.ink, 0, 20), ...align, lineHeight: '1.25', fontWeight: 700 },
        },
        content.title,
      ),
      content.paragraphs.map(paragraph),
      content.facts && facts(content.facts, align),
      content.closing.map(paragraph),
      section(
        { style: { ...align, margin: '24px 0 16px' } },
        button({ className: 'button', href: content.link, style: BUTTON }, content.button),
      ),
      h('p', { className: 'quiet', style: { ...text(13, LIGHT.quiet, 0, 0), ...align } }, content.linkHint),
      h(
        'p',
        // A URL is always left to right, aligned like the text around it.
        { style: { ...text(13, LIGHT.primary, 0, 20), ...align } },
        link(
          {
            className: 'primary',
            href: content.link,
            dir: 'ltr',
            style: {
              color: LIGHT.primary,
              textDecoration: 'underline',
              unicodeBidi: 'isolate',
              wordBreak: 'break-all',
            },
          },
          content.link,
        ),
      ),
      h('hr', { className: 'line', style: { width: '100%', margin: '0 0 16px', border: 'none', borderTop: `1px solid ${LIGHT.line}` } }),
      h('p', { className: 'quiet', style: { ...text(15, LIGHT.quiet, 0, 0), ...align } }, content.trust),
    ),
  )
}

/** Text, not a picture: nothing to load or to block. */
function logo(align: CSSProperties): ReactNode {
  return h(
    'p',
    {
      className: 'primary',
      style: {
        ...text(20, LIGHT.primary, 0, 24),
        ...align,
        lineHeight: '1',
        fontWeight: 700,
        letterSpacing: '-0.01em',
      },
    },
    h('span', { lang: 'fr', dir: 'ltr', translate: 'no' }, 'Reflet'),
  )
}

function facts(shown: NonNullable<MailContent['facts']>, align: CSSProperties): ReactNode {
  return section(
    {
      className: 'tint',
      style: { backgroundColor: LIGHT.tint, borderRadius: '12px', borderCollapse: 'separate', margin: '0 0 20px' },
    },
    h(
      'div',
      { style: { padding: '14px 16px' } },
      shown.skills.map((skill, index) =>
        h('p', { key: index, className: 'ink', style: { ...text(17, LIGHT.ink, 0, 0), ...align, fontWeight: 600 } }, skill),
      ),
      shown.due && h('p', { className: 'quiet', style: { ...text(15, LIGHT.quiet, 6, 0), ...align } }, shown.due),
    ),
  )
}

function footer(content: MailContent, align: CSSProperties): ReactNode {
  const { unsubscribe } = content
  return h(
    'div',
    { className: 'foot', style: { padding: '16px 33px 0' } },
    h('p', { className: 'quiet', style: { ...text(13, LIGHT.quiet, 0, 0), ...align } }, content.why),
    unsubscribe &&
      h(
        'p',
        { style: { ...text(13, LIGHT.quiet, 4, 0), ...align } },
        link({ className: 'quiet', href: unsubscribe.url, style: { color: LIGHT.quiet, textDecoration: 'underline' } }, unsubscribe.label),
      ),
  )
}

const BUTTON: CSSProperties = {
  backgroundColor: LIGHT.primary,
  color: '#ffffff',
  borderRadius: '12px',
  fontSize: '17px',
  fontWeight: 600,
}
