import { isRightToLeft, type Locale } from '@reflet/contract/common'
import texts from './readme.json' with { type: 'json' }

type File = keyof (typeof texts)['en']['files']

/** Latin digits in every language, as everywhere in the product. */
const tag = (locale: Locale) => (locale === 'ar' ? 'ar-u-nu-latn' : locale)
/** Unicode direction mark: gives plain text its writing direction, even if a line begins with a file name. */
const RIGHT_TO_LEFT_MARK = '\u200F'

/** A text for the viewer that explains each file of the export. */
export function readMe(locale: Locale, at: Date, sheets: readonly string[], hasPicture: boolean): string {
  const { title, made, lead, confidential, files } = texts[locale]
  const date = new Intl.DateTimeFormat(tag(locale), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  const about = (file: string, name: string) => [file, `  ${files[name as File]}`, '']
  const lines = [
    title,
    made.replace('{{date}}', date),
    '',
    lead,
    '',
    confidential,
    '',
    ...about('data.json', 'data'),
    ...(hasPicture ? about('picture.webp', 'picture') : []),
    ...sheets.flatMap((sheet) => about(`${sheet}.csv`, sheet)),
  ]
  const start = isRightToLeft(locale) ? RIGHT_TO_LEFT_MARK : ''
  return `\uFEFF${lines.map((line) => (line ? start + line : line)).join('\r\n')}`
}
