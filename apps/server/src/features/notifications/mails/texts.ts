import type { Locale } from '@reflet/contract/common'
import { withoutLinks } from '@reflet/contract/plain'
import { plainLine, shorten } from '../../../platform/plain-line.ts'
import texts from './texts.json' with { type: 'json' }

type Entries = (typeof texts)['en']
/** Every text of the mails; a PluralKey has one text for each plural form of its language. */
type TextKey = keyof Entries
type PluralKey = { [K in TextKey]: Entries[K] extends string ? never : K }[TextKey]
type PlainKey = Exclude<TextKey, PluralKey>
type Values = Readonly<Record<string, string>>

/** Dates and numbers in Arabic mails keep Latin digits, as in the app. */
const tag = (locale: Locale) => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

/** A text of a mail in the reader's language, in the plural form for `count`. */
export function translate(locale: Locale, key: PlainKey, values?: Values): string
export function translate(locale: Locale, key: PluralKey, values: Values, count: number): string
export function translate(locale: Locale, key: TextKey, values: Values = {}, count = 0): string {
  const entry: string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = texts[locale][key]
  if (typeof entry === 'string') return fill(entry, values)
  const form = entry[new Intl.PluralRules(locale).select(count)] ?? entry.other ?? ''
  return fill(form, { count: new Intl.NumberFormat(tag(locale)).format(count), ...values })
}

/** One pass, so that a person called "{skills}" is not replaced again. */
function fill(pattern: string, values: Values): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The wording needs a value for "${name}"`)
    return value
  })
}

/**
 * Sanitizes user input (a name, a skill, a company) for a sentence: one line, no control or direction characters, limited in length, and
 * isolated in right-to-left text.
 */
export function quote(locale: Locale, words: string, max = 80): string {
  const short = shorten(plainLine(words), max)
  return locale === 'ar' ? `\u2068${short}\u2069` : short
}

/** Sanitizes a person's name: like `quote`, also without a web or e-mail address that a mail program would turn into a link. */
export const quoteName = (locale: Locale, name: string, max = 80): string => quote(locale, withoutLinks(name), max)

/** "A, B and C" in the language's own form. */
export const list = (locale: Locale, items: readonly string[]) => new Intl.ListFormat(tag(locale)).format(items)

/** The date in words, with its weekday, in the reader's time zone. */
export const day = (locale: Locale, date: Date, timeZone: string) =>
  new Intl.DateTimeFormat(tag(locale), { dateStyle: 'full', timeZone }).format(date)

/** A time in words: the date with its weekday, and the time. */
export const moment = (locale: Locale, at: Date, timeZone: string) =>
  new Intl.DateTimeFormat(tag(locale), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)

/** The common name of a time zone, the same in summer and winter. */
export function zoneName(locale: Locale, at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(tag(locale), { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export const minutesLong = (locale: Locale, minutes: number) =>
  new Intl.NumberFormat(tag(locale), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)
