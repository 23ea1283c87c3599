import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components'
import { render } from '@react-email/render'
import { isRightToLeft, type Locale } from '@reflet/contract/common'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'

/** What one mail says, in the order it is read; the HTML and the text version are made from the same words. */
export interface MailContent {
  readonly locale: Locale
  readonly subject: string
  readonly preheader: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** The skills asked about and the wished date, set apart so that they are seen at a glance. */
  readonly facts?: { readonly skills: readonly string[]; readonly due: string | null }
  readonly closing: readonly string[]
  readonly button: string
  readonly link: string
  readonly linkHint: string
  /** Who sees what. */
  readonly trust: string
  /** Why one gets this mail. */
  readonly why: string
  /** None in account mails. */
  readonly unsubscribe: { readonly label: string; readonly url: string } | null
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', Tahoma, Arial, sans-serif"

/** Mail clients that know dark mode take these over the inline colours; others keep the light ones. */
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

const text = (size: number, color: string, margin: string): CSSProperties => ({
  margin,
  color,
  fontSize: `${size}px`,
  lineHeight: '1.55',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
})

/** The one look of all our mails, so that people recognise them and find everything at the same place. */
export function renderLayout(content: MailContent): Promise<string> {
  const { locale } = content
  const dir = isRightToLeft(locale) ? 'rtl' : 'ltr'
  const align: CSSProperties = { textAlign: dir === 'rtl' ? 'right' : 'left' }
  return render(
    h(
      Html,
      { lang: locale, dir },
      h(
        Head,
        null,
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
        h('title', null, content.subject),
        h('style', null, STYLE),
      ),
      h(
        Body,
        { className: 'paper', dir, lang: locale, style: { margin: 0, backgroundColor: LIGHT.paper, fontFamily: FONT } },
        h(Preview, null, content.preheader),
        // Some web mail drops html and body: the direction is said again where it survives.
        h(
          Section,
          { className: 'paper', dir, lang: locale, style: { backgroundColor: LIGHT.paper, ...align } },
          h(
            'div',
            { className: 'edge', style: { padding: '32px 16px', fontFamily: FONT } },
            h(Container, { style: { maxWidth: '600px' } }, card(content, align), footer(content, align)),
          ),
        ),
      ),
    ),
  )
}

function card(content: MailContent, align: CSSProperties): ReactNode {
  const paragraph = (words: string, index: number) =>
    h(Text, { key: index, className: 'ink', style: { ...text(17, LIGHT.ink, '0 0 16px'), ...align } }, words)
  return h(
    Section,
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
        Heading,
        {
          as: 'h1',
          className: 'ink',
          style: { ...text(26, LIGHT.ink, '0 0 20px'), ...align, lineHeight: '1.25', fontWeight: 700 },
        },
        content.title,
      ),
      content.paragraphs.map(paragraph),
      content.facts && facts(content.facts, align),
      content.closing.map(paragraph),
      h(
        Section,
        { style: { ...align, margin: '24px 0 16px' } },
        h(Button, { className: 'button', href: content.link, style: BUTTON }, content.button),
      ),
      h(Text, { className: 'quiet', style: { ...text(13, LIGHT.quiet, '0'), ...align } }, content.linkHint),
      h(
        Text,
        // An address reads from left to right in every language, and starts where the text starts.
        { style: { ...text(13, LIGHT.primary, '0 0 20px'), ...align } },
        h(
          Link,
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
      h(Hr, { className: 'line', style: { margin: '0 0 16px', borderTop: `1px solid ${LIGHT.line}` } }),
      h(Text, { className: 'quiet', style: { ...text(15, LIGHT.quiet, '0'), ...align } }, content.trust),
    ),
  )
}

/** Text, not a picture: nothing to load, and nothing a mail client could block. */
function logo(align: CSSProperties): ReactNode {
  return h(
    Text,
    {
      className: 'primary',
      style: {
        ...text(20, LIGHT.primary, '0 0 24px'),
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
  return h(
    Section,
    {
      className: 'tint',
      style: { backgroundColor: LIGHT.tint, borderRadius: '12px', borderCollapse: 'separate', margin: '0 0 20px' },
    },
    h(
      'div',
      { style: { padding: '14px 16px' } },
      shown.skills.map((skill, index) =>
        h(Text, { key: index, className: 'ink', style: { ...text(17, LIGHT.ink, '0'), ...align, fontWeight: 600 } }, skill),
      ),
      shown.due && h(Text, { className: 'quiet', style: { ...text(15, LIGHT.quiet, '6px 0 0'), ...align } }, shown.due),
    ),
  )
}

function footer(content: MailContent, align: CSSProperties): ReactNode {
  const { unsubscribe } = content
  return h(
    'div',
    { className: 'foot', style: { padding: '16px 33px 0' } },
    h(Text, { className: 'quiet', style: { ...text(13, LIGHT.quiet, '0'), ...align } }, content.why),
    unsubscribe &&
      h(
        Text,
        { style: { ...text(13, LIGHT.quiet, '4px 0 0'), ...align } },
        h(
          Link,
          { className: 'quiet', href: unsubscribe.url, style: { color: LIGHT.quiet, textDecoration: 'underline' } },
          unsubscribe.label,
        ),
      ),
  )
}

const BUTTON: CSSProperties = {
  backgroundColor: LIGHT.primary,
  color: '#ffffff',
  borderRadius: '12px',
  padding: '14px 24px',
  fontSize: '17px',
  fontWeight: 600,
  textAlign: 'center',
  textDecoration: 'none',
}
