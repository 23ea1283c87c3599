import { IMPORT_FIELDS, type ImportField } from '@reflet/contract/admin-imports'
import type { ROLES } from '@reflet/contract/admin-people'
import type { Locale } from '@reflet/contract/common'
import { fold } from '@reflet/contract/folding'
import words from './words.json' with { type: 'json' }

/** Without accents, case and punctuation: “E-Mail”, “e_mail” and “e mail” are one word. */
const wordOf = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const inverted = <Key extends string>(lists: Record<Key, readonly string[]>) =>
  new Map(Object.entries<readonly string[]>(lists).flatMap(([key, list]) => list.map((word) => [wordOf(word), key as Key] as const)))

const columns = new Map([...IMPORT_FIELDS.map((field) => [wordOf(field), field] as const), ...inverted<ImportField>(words.columns)])
const locales = inverted<Locale>(words.locales)
const roles = inverted<(typeof ROLES)[number]>(words.roles)

/** The field of a header, in any of five languages; undefined for a column that is left alone. */
export const fieldOf = (header: string): ImportField | undefined => columns.get(wordOf(header))

/** A language by its code, with or without a region, or by its name. */
export const localeOf = (text: string): Locale | undefined =>
  locales.get(wordOf(text)) ?? locales.get(text.toLowerCase().split(/[-_]/)[0] ?? '')

export const roleOf = (text: string) => roles.get(wordOf(text))
