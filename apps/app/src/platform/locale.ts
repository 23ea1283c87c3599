import { isRightToLeft, LOCALES, type Locale, toLocale } from '@reflet/contract/common'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type en from '../../public/assets/i18n/en.json'
import { loadTranslations } from './client.ts'
import { dateFields } from './date-style.ts'
import { isolatedIn } from './direction.ts'
import { orFalse } from './errors.ts'
import { subscribe } from './events.ts'
import { onOnline } from './online.ts'
import { quick } from './quick.ts'
import { store } from './store.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    returnNull: false
    resources: { translation: typeof en }
  }
}

const KEY = 'reflet.locale'
const WORDS = 'translation'

export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
  de: 'Deutsch',
}

export const currentLocale = () => toLocale(i18next.language)

/** The last shown language, else the device's, else English. */
const firstLocale = () => toLocale(quick.get(KEY) ?? navigator.language)

const GUEST_KEY = 'reflet.locale.guest'
const isLocale = (code: string | undefined): code is Locale => LOCALES.some((locale) => locale === code)

/** The language that a guest switched to on this device. */
export function switchedLocale(): Locale | undefined {
  const switched = quick.get(GUEST_KEY) ?? undefined
  return isLocale(switched) ? switched : undefined
}

export async function switchGuestLocale(locale: Locale) {
  await showLocale(locale)
  quick.set(GUEST_KEY, locale)
}

/** The browser's first language that is one of the five. */
export const browserLocale = (): Locale | undefined => navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]).find(isLocale)

/** The language of a guest's page (docs/PRODUCT.md, "Messages"): switched to, else chosen for them, else the browser's, else the sender's. */
export const guestLocale = (link?: { locale: Locale; locale_is_chosen: boolean }): Locale | undefined =>
  switchedLocale() ?? (link?.locale_is_chosen ? link.locale : (browserLocale() ?? link?.locale))

const LOGIN_KEY = 'reflet.locale.login'

/** The language switch before a login: the next login of a newcomer sends it to the server. */
export async function chooseLoginLocale(locale: Locale) {
  await showLocale(locale)
  quick.set(LOGIN_KEY, locale)
}

/** The language that was chosen before this login; once. */
export function takeLoginLocale(): Locale | undefined {
  const chosen = quick.get(LOGIN_KEY) ?? undefined
  quick.set(LOGIN_KEY, null)
  return isLocale(chosen) ? chosen : undefined
}

/** Whether any translations are loaded: without them a screen could only show keys. */
export const hasWords = store(false)

/** Every language is complete (a lint checks it), so exactly one file is fetched. */
async function fetchWords(locale: Locale) {
  if (!i18next.hasResourceBundle(locale, WORDS)) i18next.addResourceBundle(locale, WORDS, await loadTranslations(locale))
}

let ready: Promise<unknown> = Promise.resolve()
let latestTurn = 0
let shown = 0

/** Race: of concurrent changes the latest wins, in whatever order their files are loaded. */
async function show(locale: Locale, turn: number, remember = true) {
  await ready
  await fetchWords(locale)
  if (turn < shown) return
  shown = turn
  if (locale !== i18next.language) await i18next.changeLanguage(locale)
  if (turn === shown) {
    document.documentElement.lang = locale
    document.documentElement.dir = isRightToLeft(locale) ? 'rtl' : 'ltr'
    if (remember) quick.set(KEY, locale)
  }
  hasWords.set(true)
}

/** (Re-)initialises the language. Throws `ApiError` when its file cannot be fetched; then the language is unchanged. */
export const showLocale = (locale: Locale): Promise<void> => show(locale, ++latestTurn)

/**
 * The language of the start; English if its file cannot be fetched (docs/PRODUCT.md, "Sessions and start"). The fallback has the sequence
 * number of what it replaces, so that it never replaces a language that the server sent meanwhile, and it is not stored as a choice.
 * `hasWords` stays false when English cannot be fetched either.
 */
export async function showFirstLocale() {
  const wanted = firstLocale()
  const turn = ++latestTurn
  if (await orFalse(show(wanted, turn))) return
  if (wanted !== 'en' && !hasWords.get()) await orFalse(show('en', turn, false))
  const end = onOnline(async () => {
    if (shown > turn || (await orFalse(show(wanted, turn)))) end()
  })
}

/** Resolves when the translations of the start are loaded, or have failed. */
export async function startLocale() {
  // Subscribed before loading: the server may send the language before the device's own file is loaded. A file that is refused, by any
  // proxy, does not end the session.
  subscribe('localeChanged', (chosen) => void orFalse(showLocale(chosen)))
  subscribe('localeChangedServer', (locale) => void orFalse(showLocale(locale)))
  ready = i18next.use(initReactI18next).init({
    supportedLngs: LOCALES,
    fallbackLng: 'en',
    load: 'currentOnly',
    // React escapes HTML; what a right-to-left sentence names in Latin letters is isolated in it.
    interpolation: { escapeValue: true, escape: (value: string) => (isMirrored() ? isolatedIn(value, true) : value) },
    react: { useSuspense: false },
    resources: {},
  })
  await showFirstLocale()
}

/** The language of the legal texts: they are written in French and English. */
export const legalLocale = (locale: Locale): Locale => (locale === 'fr' ? 'fr' : 'en')

/** Re-renders when the language changes, for what is formatted rather than translated. */
export const useLocale = () => toLocale(useTranslation().i18n.language)

/** Arabic with Latin digits: ratings, dates and counts are shown beside Latin names and e-mail addresses. */
const tag = () => (currentLocale() === 'ar' ? 'ar-u-nu-latn' : currentLocale())

/** A format of the reader's language, cached: creating a format takes about 50 times as long as using it. */
export function cached<Format, Options>(Type: new (tag: string, options?: Options) => Format) {
  const formats = new Map<string, Format>()
  return (options?: Options) => {
    const key = tag() + JSON.stringify(options)
    const format = formats.get(key) ?? new Type(tag(), options)
    formats.set(key, format)
    return format
  }
}

const dateFormat = cached<Intl.DateTimeFormat, Intl.DateTimeFormatOptions>(Intl.DateTimeFormat)
const numberFormat = cached<Intl.NumberFormat, Intl.NumberFormatOptions>(Intl.NumberFormat)
const relativeFormat = cached<Intl.RelativeTimeFormat, Intl.RelativeTimeFormatOptions>(Intl.RelativeTimeFormat)

type When = string | number | Date

/**
 * A date or time in the reader's language; `dateStyle` medium (the default) and long show the year only when it is not the current one.
 * A date that ends a sentence is long: an abbreviated month has a period of its own.
 */
export function formatDate(value: When, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }) {
  const at = new Date(value)
  return dateFormat(dateFields(at, options)).format(at)
}

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions) => numberFormat(options).format(value)

/** From one number to another, as in “4–6”; one number where they are the same. */
export const formatRange = (from: number, to: number) => (from === to ? formatNumber(from) : numberFormat().formatRange(from, to))

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** An average, always with one decimal; a dash where there is none. */
export const formatMean = (mean: number | null) => (mean === null ? '–' : formatNumber(mean, TENTHS))

/** An average beside the one that is needed: as everywhere, but never as if it were reached: 3.96 of 4 is 3.9. */
export const formatMeanOf = (mean: number, needed: number) =>
  mean < needed && formatMean(mean) === formatMean(needed) ? formatNumber(mean, { ...TENTHS, roundingMode: 'floor' }) : formatMean(mean)

export const isMirrored = () => isRightToLeft(currentLocale())

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['hour', 3600],
  ['minute', 60],
]

/** The day of the reader, as a number. */
const dayNumber = (at: Date) => Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)

/**
 * “3 days ago”, “yesterday”, “in 2 weeks”, “now”. Days are those of the calendar: 36 hours ago may be the day before yesterday. Larger units
 * are lengths: eight days ago need not be “last week”.
 */
export function relativeTime(value: When, now: number = Date.now()) {
  const at = new Date(value)
  const seconds = (at.getTime() - now) / 1000
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  if (unit === 'second') return relativeFormat({ numeric: 'auto' }).format(0, 'second')
  const days = dayNumber(at) - dayNumber(new Date(now))
  if (unit === 'hour' && Math.abs(seconds) >= 86_400) return relativeFormat({ numeric: 'auto' }).format(days, 'day')
  return relativeFormat({ numeric: 'always' }).format(Math.round(seconds / size), unit)
}
