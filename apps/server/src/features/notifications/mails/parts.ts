import type { Locale } from '@reflet/contract/common'
import { quoteName, translate } from './texts.ts'

/** What every mail with an unsubscribe link needs. */
export interface Addressed {
  readonly locale: Locale
  /** Empty for a guest without a name. */
  readonly first_name: string
  readonly link: string
  readonly unsubscribe: string
}

/** The number of pending items of an employee. */
export interface Counted extends Addressed {
  readonly count: number
}

/** The default time zone. */
export const DEFAULT_TIME_ZONE = 'Europe/Paris'

/** Longer names are cut in subjects and greetings. */
export const NAME_MAX = 40

export function linked({ locale, link }: { readonly locale: Locale; readonly link: string }) {
  return { locale, link, linkHint: translate(locale, 'link_hint') }
}

export function greeting({ locale, first_name }: { readonly locale: Locale; readonly first_name: string }): string {
  if (first_name.trim() === '') return translate(locale, 'greeting_plain')
  return translate(locale, 'greeting', { name: quoteName(locale, first_name, NAME_MAX) })
}

export function unsubscribe({ locale, unsubscribe: url }: { readonly locale: Locale; readonly unsubscribe: string }) {
  return { label: translate(locale, 'unsubscribe'), url }
}
