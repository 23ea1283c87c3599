import { BADGE_SIZE, badgeShapes, emWidth, escapeXml, fitLine, fontsOf, styleOf } from '@reflet/contract/badge-picture'
import { isRightToLeft, type Locale } from '@reflet/contract/common'
import { badgeText, dayIn } from '../texts.ts'

/** Size of a picture that other sites show beside a link to the page (Open Graph). */
export const OG_WIDTH = 1200
export const OG_HEIGHT = 630

const MEDAL = 400
const EDGE = 80
/** Between the medal and the text. */
const GAP = 56
const TEXT_WIDTH = OG_WIDTH - 2 * EDGE - MEDAL - GAP

/** Embedding (Unicode, UAX 9). */
const RIGHT_TO_LEFT = '\u202b'
const END = '\u202c'

export interface SharedPicture {
  readonly locale: Locale
  readonly category: string
  readonly title: string
  readonly name: string
  readonly company: string
  readonly issuedAt: Date
}

/** Words in at most two lines of about the same length; the second one may still be cut. */
function inLines(text: string): string[] {
  const words = text.split(' ')
  if (emWidth(text) < 11 || words.length === 1) return [text]
  const widths = words.map((_, place) => Math.abs(emWidth(words.slice(0, place).join(' ')) - emWidth(words.slice(place).join(' '))))
  const at = Math.max(1, widths.indexOf(Math.min(...widths)))
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')]
}

/**
 * The badge beside its title, owner and issuer, in one language. The renderer knows no `direction`: a right-to-left picture is mirrored
 * here, its lines end at the edge, and each is embedded as right to left, or a Latin name in it would change places with what is around it.
 */
export function openGraphSvg({ locale, category, title, name, company, issuedAt }: SharedPicture): string {
  const mirrored = isRightToLeft(locale)
  const x = mirrored ? OG_WIDTH - EDGE - MEDAL - GAP : EDGE + MEDAL + GAP
  const anchor = mirrored ? 'end' : 'start'
  const line = (text: string, y: number, most: number, least: number, style: string) => {
    const fit = fitLine(text, TEXT_WIDTH, most, least)
    return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="${fontsOf(fit.text)}" font-size="${fit.size.toFixed(1)}" ${style}>${mirrored ? RIGHT_TO_LEFT : ''}${escapeXml(fit.text)}${mirrored ? END : ''}</text>`
  }
  const titles = inLines(title)
  const top = titles.length > 1 ? 222 : 262
  const below = top + (titles.length - 1) * 76
  const scale = MEDAL / BADGE_SIZE
  const medalX = mirrored ? OG_WIDTH - EDGE - MEDAL : EDGE
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}" width="${OG_WIDTH}" height="${OG_HEIGHT}">`,
    `<rect width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="#FBFAF8"/>`,
    `<rect width="${OG_WIDTH}" height="12" fill="${styleOf(category).from}"/>`,
    `<g transform="translate(${medalX} ${(OG_HEIGHT - MEDAL) / 2}) scale(${scale})">${badgeShapes({ category, company, year: issuedAt.getUTCFullYear() }, 'medal')}</g>`,
    line(badgeText(locale, 'achievement'), top - 78, 28, 20, `fill="${styleOf(category).to}" font-weight="700"`),
    ...titles.map((text, place) => line(text, top + place * 76, 64, 30, 'fill="#1B1A2E" font-weight="700"')),
    line(name, below + 82, 42, 24, 'fill="#1B1A2E"'),
    line(badgeText(locale, 'by', { company }), below + 142, 28, 20, 'fill="#5C5970"'),
    line(dayIn(locale, issuedAt), below + 184, 28, 20, 'fill="#5C5970"'),
    `<text x="${mirrored ? EDGE : OG_WIDTH - EDGE}" y="${OG_HEIGHT - 44}" text-anchor="${mirrored ? 'start' : 'end'}" font-family="${fontsOf('')}" font-size="28" font-weight="700" fill="#4338CA">Reflet</text>`,
    '</svg>',
  ].join('')
}
