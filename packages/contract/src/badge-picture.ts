import { SKILL_CATEGORIES } from './skills.ts'

/** The picture of a badge, as SVG: drawn by the server (page, PNG, Open Graph) and by the app (before it is published). */

type Category = (typeof SKILL_CATEGORIES)[number] | 'other'

interface Style {
  /** The gradient from the top to the bottom: white on both has a contrast of at least 4.5. */
  readonly from: string
  readonly to: string
  /** Strokes on 96 × 96. */
  readonly glyph: string
}

const STYLES: Record<Category, Style> = {
  communication: {
    from: '#5b50e0',
    to: '#3730a3',
    glyph:
      'M16 24h48a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H40L24 76V62h-8a8 8 0 0 1-8-8V32a8 8 0 0 1 8-8zM24 38h32M24 50h20M80 40h2a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6h-4v10L68 72H56',
  },
  collaboration: { from: '#0f7f77', to: '#0b514c', glyph: 'M36 20a28 28 0 1 0 .01 0zM60 20a28 28 0 1 0 .01 0z' },
  leadership: { from: '#a21caf', to: '#6b1176', glyph: 'M8 80L36 36L50 56L60 42L88 80zM36 36V12l22 8l-22 9' },
  organisation: {
    from: '#1d60d0',
    to: '#173f8f',
    glyph: 'M22 16h52a6 6 0 0 1 6 6v54a6 6 0 0 1-6 6H22a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6zM28 36l5 5l9-10M28 60l5 5l9-10M54 36h14M54 60h14',
  },
  problem_solving: {
    from: '#b45309',
    to: '#7a3606',
    glyph: 'M38 66v-8c-10-5-16-13-16-23a26 26 0 0 1 52 0c0 10-6 18-16 23v8zM38 76h20M42 86h12M48 40v18M38 36l10 8l10-8',
  },
  customer_focus: { from: '#d0203f', to: '#8b1130', glyph: 'M48 82C22 62 10 50 10 34a19 19 0 0 1 38-6a19 19 0 0 1 38 6c0 16-12 28-38 48z' },
  learning: {
    from: '#15803d',
    to: '#0d5428',
    glyph: 'M48 26C38 18 24 16 10 18v52c14-2 28 0 38 8c10-8 24-10 38-8V18c-14-2-28 0-38 8zM48 26v52',
  },
  digital: {
    from: '#6d3fd1',
    to: '#43238f',
    glyph: 'M28 28h40v40H28zM40 40h16v16H40zM38 28V14M58 28V14M38 82V68M58 82V68M28 38H14M28 58H14M82 38H68M82 58H68',
  },
  other: { from: '#56647a', to: '#323c4d', glyph: 'M48 12l11 23l25 3l-18 18l4 26l-22-13l-22 13l4-26l-18-18l25-3z' },
}

const isKnown = (category: string): category is Category => category === 'other' || SKILL_CATEGORIES.some((one) => one === category)

/** The colours of a category; one of a newer server has those of `other`. */
export const styleOf = (category: string): Style => STYLES[isKnown(category) ? category : 'other']

export interface BadgePicture {
  readonly category: string
  /** One line of plain text. */
  readonly company: string
  /** Of the publication; none on the picture of an achievement. */
  readonly year: number | null
  /** Read by screen readers and shown as the picture's title. */
  readonly title: string
}

/** Side of the drawing. */
export const BADGE_SIZE = 512

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** For XML and HTML, in text and in attributes. */
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** Roughly how wide a line is, in em: wide enough that a line of Noto Sans Bold never exceeds it by much. */
export const emWidth = (text: string) =>
  [...text].reduce((sum, character) => {
    if (/[\p{Mn}\u200c\u200d]/u.test(character)) return sum
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(character))
      return sum + 1.05
    if (/[\sil.,:;'’|!()[\]jI]/.test(character)) return sum + 0.34
    if (/[mwMW@%—]/.test(character)) return sum + 0.95
    return sum + (/\p{Lu}/u.test(character) ? 0.71 : 0.62)
  }, 0)

/** The largest size at which a line fits; below `least` it is cut, with an ellipsis. Sizes and width in units of the drawing. */
export function fitLine(text: string, width: number, most: number, least: number): { text: string; size: number } {
  const size = Math.min(most, width / Math.max(emWidth(text), 0.01))
  if (size >= least) return { text, size }
  const kept: string[] = []
  let used = emWidth('…')
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += emWidth(segment)
    if (used * least > width) break
    kept.push(segment)
  }
  return { text: `${kept.join('').trimEnd()}…`, size: least }
}

/** The family that has the script comes first: a renderer takes the weight from the first family that it knows. */
export const fontsOf = (text: string) =>
  escapeXml(
    /\p{Script=Arabic}/u.test(text)
      ? "'Noto Sans Arabic', 'Noto Sans', system-ui, sans-serif"
      : "'Noto Sans', 'Noto Sans Arabic', system-ui, sans-serif",
  )

const HEXAGON = 'M256 34L448 145V367L256 478L64 367V145z'

/**
 * The drawing without its `svg` element: a medal with the sign of the category, its reflection, the company and the year. Its white edge
 * keeps it apart from a dark page. `id` makes the ids of its parts unique in the document.
 */
export function badgeShapes({ category, company, year }: Omit<BadgePicture, 'title'>, id: string): string {
  const { from, to, glyph } = styleOf(category)
  const name = fitLine(company, 250, 30, 17)
  const middle = 'text-anchor="middle" fill="#fff"'
  const sign = `<path d="${glyph}" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"`
  return [
    `<defs><linearGradient id="${id}-ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    `<linearGradient id="${id}-fade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset=".75" stop-color="#fff" stop-opacity="0"/></linearGradient>`,
    `<mask id="${id}-mirror" maskUnits="userSpaceOnUse" x="128" y="272" width="256" height="80"><rect x="128" y="272" width="256" height="80" fill="url(#${id}-fade)"/></mask></defs>`,
    `<path d="${HEXAGON}" fill="#fff" stroke="#fff" stroke-width="56" stroke-linejoin="round"/>`,
    `<path d="${HEXAGON}" fill="url(#${id}-ground)" stroke="url(#${id}-ground)" stroke-width="36" stroke-linejoin="round"/>`,
    `<path d="${HEXAGON}" fill="none" stroke="#fff" stroke-opacity=".38" stroke-width="4" stroke-linejoin="round"/>`,
    `<g transform="translate(152 62) scale(2.17)">${sign}/></g>`,
    `<g mask="url(#${id}-mirror)"><g transform="translate(152 474) scale(2.17 -2.17)">${sign}/></g></g>`,
    `<path d="M136 272h240" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/>`,
    `<text x="256" y="370" font-family="${fontsOf(name.text)}" font-size="${name.size.toFixed(1)}" font-weight="700" ${middle}>${escapeXml(name.text)}</text>`,
    year === null
      ? ''
      : `<text x="256" y="420" font-family="${fontsOf('')}" font-size="34" font-weight="700" letter-spacing="3" ${middle}>${year}</text>`,
  ].join('')
}

/** The whole picture. `inside` is put first, for what a file carries besides the drawing. */
export const badgeSvg = (picture: BadgePicture, inside = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BADGE_SIZE} ${BADGE_SIZE}" width="${BADGE_SIZE}" height="${BADGE_SIZE}" role="img"${inside ? ' xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"' : ''}>${inside}<title>${escapeXml(picture.title)}</title>${badgeShapes(picture, 'badge')}</svg>`
