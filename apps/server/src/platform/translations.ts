import type { Locale } from '@reflet/contract/common'

export type Translations = Partial<Record<Locale, string>>

/** A text in a language; a company's own falls back to English, then to whatever it has. */
export const inLocale = (texts: Translations | null | undefined, locale: Locale) =>
  texts?.[locale] ?? texts?.en ?? Object.values(texts ?? {})[0] ?? ''
