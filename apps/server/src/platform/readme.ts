import { isRightToLeft, type Locale } from '@reflet/contract/common'

/** Latin digits in every language, as everywhere in the product. */
const tag = (locale: Locale) => (locale === 'ar' ? 'ar-u-nu-latn' : locale)
/** Unicode direction mark: gives plain text its writing direction, even if a line begins with a file name. */
const RIGHT_TO_LEFT_MARK = '\u200F'

/** The words about an archive, in one language; `{{date}}` in `made` is when it was made. */
export interface Introduction {
  readonly title: string
  readonly made: string
  readonly paragraphs: readonly string[]
}

/** A text for people that explains each file of an archive: the names of the files with what they hold. */
export function readMe(
  locale: Locale,
  at: Date,
  { title, made, paragraphs }: Introduction,
  files: readonly (readonly [name: string, about: string])[],
): string {
  const date = new Intl.DateTimeFormat(tag(locale), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  const lines = [
    title,
    made.replace('{{date}}', date),
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...files.flatMap(([name, about]) => [name, `  ${about}`, '']),
  ]
  const start = isRightToLeft(locale) ? RIGHT_TO_LEFT_MARK : ''
  return `\uFEFF${lines.map((line) => (line ? start + line : line)).join('\r\n')}`
}
