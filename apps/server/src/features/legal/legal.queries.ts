import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLACES } from '../../places.ts'

/** The date from which the terms of use are in force, as both texts say; a new one asks everyone to accept again. */
export const TERMS_VERSION = '2026-11-28'

type Document = 'terms' | 'privacy'

/** The text in French or English; every other language gets English (docs/PRODUCT.md, "Messages"). */
export function legalText(document: Document, locale = ''): string {
  const language = /^fr\b/i.test(locale) ? 'fr' : 'en'
  return readFileSync(join(PLACES.legal, `${document}.${language}.md`), 'utf8')
}
