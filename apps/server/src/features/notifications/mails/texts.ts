import type { Locale } from '@reflet/contract/common'
import { withoutWebAddress } from '@reflet/contract/plain'
import texts from './texts.json' with { type: 'json' }

type Entries = (typeof texts)['en']
/** Every wording of the mails; those of PluralKey exist once for each plural form of their language. */
type TextKey = keyof Entries
type PluralKey = { [K in TextKey]: Entries[K] extends string ? never : K }[TextKey]
type PlainKey = Exclude<TextKey, PluralKey>
type Values = Readonly<Record<string, string>>

/** Dates and numbers in Arabic mails keep Latin digits, as in the app. */
const tag = (locale: Locale) => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

/** Writes one wording of a mail in the reader's language, in the plural form that `count` asks for there. */
export function translate(locale: Locale, key: PlainKey, values?: Values): string
export function translate(locale: Locale, key: PluralKey, values: Values, count: number): string
export function translate(locale: Locale, key: TextKey, values: Values = {}, count = 0): string {
  const entry: string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = texts[locale][key]
  if (typeof entry === 'string') return fill(entry, values)
  const form = entry[new Intl.PluralRules(locale).select(count)] ?? entry.other ?? ''
  return fill(form, { count: new Intl.NumberFormat(tag(locale)).format(count), ...values })
}

/** One pass, so that a person called "{skills}" stays called so. */
function fill(pattern: string, values: Values): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The wording needs a value for "${name}"`)
    return value
  })
}

/**
 * Makes somebody's own words (a name, a skill, a company) safe to put into a sentence: one line, no control or direction
 * characters that could rearrange the text around them, not endless, and isolated where the text runs right to left.
 */
export function quote(locale: Locale, words: string, max = 80): string {
  const plain = words
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  const short = shorten(plain, max)
  return locale === 'ar' ? `\u2068${short}\u2069` : short
}

/** A person's name, which any employee types: as `quote`, without a web or e-mail address that a mail program would make a link of. */
export const quoteName = (locale: Locale, name: string, max = 80): string => quote(locale, withoutWebAddress(name), max)

/** Cuts between characters as people see them, never inside one; the ellipsis counts. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > max - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** "A, B and C" as the language writes it. */
export const list = (locale: Locale, items: readonly string[]) => new Intl.ListFormat(tag(locale)).format(items)

/** The day in words, with its weekday, as the reader's own calendar shows it. */
export const day = (locale: Locale, date: Date, timeZone: string) =>
  new Intl.DateTimeFormat(tag(locale), { dateStyle: 'full', timeZone }).format(date)

/** A moment in words: the day with its weekday, and the time. */
export const moment = (locale: Locale, at: Date, timeZone: string) =>
  new Intl.DateTimeFormat(tag(locale), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)

/** What people call a time zone, in summer and winter alike. */
export function zoneName(locale: Locale, at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(tag(locale), { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export const minutesLong = (locale: Locale, minutes: number) =>
  new Intl.NumberFormat(tag(locale), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)
