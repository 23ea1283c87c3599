import { createHash } from 'node:crypto'
import { BADGE_SIZE, badgeShapes, escapeXml } from '@reflet/contract/badge-picture'
import { isRightToLeft, LOCALES, type Locale } from '@reflet/contract/common'
import { plainLine } from '../../../platform/plain-line.ts'
import { inLocale } from '../../../platform/translations.ts'
import type { Addresses } from '../issuing/addresses.ts'
import type { Achievement, Issuer } from '../issuing/documents.ts'
import { OG_HEIGHT, OG_WIDTH } from '../pictures/open-graph.ts'
import { type BadgeText, badgeText, conditionLines, criteriaLine, dayIn } from '../texts.ts'
import type { PublicBadge } from './public.queries.ts'
import { isVerified, STEPS, type Verification } from './verification.ts'

/** Pages without a script: everything on them is made by the server. Colours and sizes are those of the app (tokens.css). */
const STYLE = [
  ':root{color-scheme:light dark;--ink:#1b1a2e;--quiet:#5c5970;--paper:#fbfaf8;--card:#fff;--line:#e7e4dd;--primary:#4338ca;--on:#fff;--good:#15803d;--bad:#b91c1c}',
  '@media(prefers-color-scheme:dark){:root{--ink:#eceaf6;--quiet:#b9b5cf;--paper:#131220;--card:#1d1b2e;--line:#35324d;--primary:#a5b4fc;--on:#131220;--good:#86efac;--bad:#fca5a5}}',
  '*{box-sizing:border-box}',
  "body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',sans-serif;overflow-wrap:anywhere}",
  'main,footer{max-width:40rem;margin-inline:auto;padding:1.5rem 1rem}',
  '.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.5rem;margin-block-end:1rem}',
  '.hero{text-align:center;padding-block:2rem}',
  '.medal{width:min(15rem,70vw);height:auto}',
  'h1{font-size:1.625rem;line-height:1.2;margin:.75rem 0 .25rem}',
  'h2{font-size:1.25rem;line-height:1.2;margin:0 0 .75rem}',
  'p{margin:.25rem 0}',
  '.name{font-size:1.25rem}',
  '.quiet{color:var(--quiet)}',
  'ul{margin:.75rem 0;padding-inline-start:1.25rem}',
  'a{color:var(--primary)}',
  '.button{display:block;text-align:center;background:var(--primary);color:var(--on);font-weight:600;text-decoration:none;border-radius:12px;padding:.8rem 1rem;margin-block-end:1rem}',
  '.links{list-style:none;padding:0;margin:0}',
  '.links a{display:inline-block;padding-block:.65rem}',
  '.steps{list-style:none;padding:0;margin:.75rem 0}',
  '.steps li{border-block-start:1px solid var(--line);padding-block:.65rem}',
  '.good{color:var(--good)}',
  '.bad{color:var(--bad)}',
  'nav a,nav span{display:inline-block;padding:.65rem .5rem}',
  ':focus-visible{outline:3px solid var(--primary);outline-offset:2px}',
].join('')

/** Nothing but this style and this server's pictures: no script, no form, no frame. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Each language by its own name. */
const LANGUAGES: Readonly<Record<Locale, string>> = { fr: 'Français', en: 'English', ar: 'العربية', es: 'Español', de: 'Deutsch' }

interface Page {
  readonly locale: Locale
  readonly title: string
  readonly head?: string
  readonly body: string
}

const pageOf = ({ locale, title, head = '', body }: Page) =>
  `<!doctype html><html lang="${locale}" dir="${isRightToLeft(locale) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeXml(title)}</title>${head}<style>${STYLE}</style></head><body>${body}</body></html>`

const meta = (kind: 'property' | 'name', values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => `<meta ${kind}="${name}" content="${escapeXml(String(value))}">`)
    .join('')

const OG_LOCALES: Readonly<Record<Locale, string>> = { fr: 'fr_FR', en: 'en_US', ar: 'ar_AR', es: 'es_ES', de: 'de_DE' }

/** A name inside a sentence or a title of another direction. */
const isolated = (text: string) => `<bdi>${escapeXml(text)}</bdi>`

const rule = (locale: Locale, achievement: Achievement) =>
  `<section class="card"><h2>${badgeText(locale, 'how')}</h2><p>${criteriaLine(locale, achievement.rule)}</p><ul>${conditionLines(
    locale,
    achievement.rule,
  )
    .map((line) => `<li>${line}</li>`)
    .join(
      '',
    )}</ul>${achievement.rule.colleaguesOnly ? '' : `<p>${badgeText(locale, 'earlier_rule')}</p>`}<p class="quiet">${badgeText(locale, 'trust')}</p></section>`

const footer = (locale: Locale) =>
  `<footer class="quiet"><nav aria-label="${badgeText(locale, 'language')}">${LOCALES.map((one) =>
    one === locale
      ? `<span lang="${one}" aria-current="true">${LANGUAGES[one]}</span>`
      : `<a href="?lang=${one}" lang="${one}" hreflang="${one}">${LANGUAGES[one]}</a>`,
  ).join('')}</nav><p>${badgeText(locale, 'made_with')}</p></footer>`

const medal = (achievement: Achievement, company: string, year: number | null) =>
  `<svg class="medal" viewBox="0 0 ${BADGE_SIZE} ${BADGE_SIZE}" aria-hidden="true">${badgeShapes({ category: achievement.category, company: plainLine(company), year }, 'medal')}</svg>`

const FORMATS = ['png', 'svg', 'json', 'jwt'] as const

export interface BadgePage {
  readonly locale: Locale
  readonly addresses: Addresses
  readonly badge: PublicBadge
  /** Of a suspended company. */
  readonly until: Date | null
  /** When the reader asked for it. */
  readonly verified?: { readonly steps: Verification; readonly at: Date }
}

/** The public page of a badge, in the visitor's language. */
export function badgePage({ locale, addresses, badge, until, verified }: BadgePage): string {
  const { achievement } = badge
  const [name, company] = [plainLine(badge.shown_name), plainLine(badge.company)]
  const skill = plainLine(inLocale(achievement.names, locale))
  const description = plainLine(inLocale(achievement.descriptions, locale))
  const address = addresses.page(badge.id)
  const title = `${skill} · ${name}`
  const picture = `${address}/picture.png?lang=${locale}`
  const by = (of: (text: string) => string) => {
    const values = { company: of(company), date: until ? dayIn(locale, until) : '' }
    return badgeText(locale, until ? 'until' : 'by', values)
  }
  const head = [
    meta('name', {
      description: `${badgeText(locale, 'to', { name })}. ${by((text) => text)}.`,
      robots: 'noindex',
      'twitter:card': 'summary_large_image',
    }),
    meta('property', {
      'og:type': 'website',
      'og:site_name': 'Reflet',
      'og:url': address,
      'og:title': title,
      'og:description': `${by((text) => text)}. ${description}`,
      'og:image': picture,
      'og:image:width': OG_WIDTH,
      'og:image:height': OG_HEIGHT,
      'og:image:alt': `${badgeText(locale, 'achievement')}: ${title}`,
      'og:locale': OG_LOCALES[locale],
    }),
    meta('name', { 'twitter:title': title, 'twitter:description': description, 'twitter:image': picture }),
    `<link rel="canonical" href="${address}"><link rel="alternate" type="application/vc+ld+json" href="${addresses.file(badge.id, 'json')}">`,
  ].join('')
  const body = [
    '<main><article>',
    `<div class="card hero">${medal(achievement, company, badge.issued_at.getUTCFullYear())}`,
    `<h1>${isolated(skill)}</h1><p class="name">${isolated(name)}</p><p>${by(isolated)}</p>`,
    `<p class="quiet">${badgeText(locale, 'on', { date: dayIn(locale, badge.issued_at) })}</p>`,
    description ? `<p class="quiet">${isolated(description)}</p>` : '',
    '</div>',
    verified
      ? steps(locale, company, verified)
      : `<a class="button" rel="nofollow" href="?verify&amp;lang=${locale}">${badgeText(locale, 'verify')}</a>`,
    rule(locale, achievement),
    `<section class="card"><h2>${badgeText(locale, 'download')}</h2><ul class="links">`,
    ...FORMATS.map(
      (format) => `<li><a href="${addresses.file(badge.id, format)}" download>${badgeText(locale, `format_${format}`)}</a></li>`,
    ),
    '</ul></section></article></main>',
    footer(locale),
  ].join('')
  return pageOf({ locale, title, head, body })
}

function steps(locale: Locale, company: string, { steps: done, at }: NonNullable<BadgePage['verified']>): string {
  const isGood = isVerified(done)
  const tone = (good: boolean) => (good ? 'good' : 'bad')
  const items = STEPS.map((step) => {
    const mark = done[step] ? `✓ ${badgeText(locale, 'passed')}` : `✗ ${badgeText(locale, 'failed')}`
    const why = badgeText(locale, `${step}_${done[step] ? 'ok' : 'bad'}`, { company: isolated(company) })
    return `<li><strong>${badgeText(locale, `step_${step}`)}</strong> <span class="${tone(done[step])}">${mark}</span><br>${why}</li>`
  })
  return `<section class="card" role="status"><h2 class="${tone(isGood)}">${badgeText(locale, isGood ? 'verified' : 'refused')}</h2><ul class="steps">${items.join('')}</ul><p class="quiet">${badgeText(locale, 'checked', { date: dayIn(locale, at) })}</p></section>`
}

/** What a badge of this kind is for. */
export function achievementPage(locale: Locale, { name }: Issuer, achievement: Achievement): string {
  const skill = plainLine(inLocale(achievement.names, locale))
  const description = plainLine(inLocale(achievement.descriptions, locale))
  const company = plainLine(name)
  const hero = `<div class="card hero">${medal(achievement, company, null)}<h1>${isolated(skill)}</h1><p>${badgeText(locale, 'by', { company: isolated(company) })}</p><p class="quiet">${isolated(description)}</p></div>`
  return pageOf({ locale, title: skill, body: `<main><article>${hero}${rule(locale, achievement)}</article></main>${footer(locale)}` })
}

/** The page of a badge that was deleted, or never was. */
export function noticePage(locale: Locale, kind: 'gone' | 'missing'): string {
  const text = (part: 'title' | 'text') => badgeText(locale, `${kind}_${part}` satisfies BadgeText)
  const body = `<main><div class="card hero"><h1>${text('title')}</h1><p class="quiet">${text('text')}</p></div></main>${footer(locale)}`
  return pageOf({ locale, title: text('title'), body })
}
