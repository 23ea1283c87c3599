// Words that a language does not use: other words for a term of glossary.json (`terms`) and wording that its rules forbid (`wording`).
//
// A word is matched as a whole word, in any case. `word*` matches every ending, `=word` a text that consists of the word alone.
// Arabic words also match after و ف ب ل ك and ال, and without their vowel signs. Placeholders are no part of a text.
// `demo: false`: people in the demo may say it, because there it is not a term of the product.
import { readFileSync } from 'node:fs'
import { literal } from './patterns.mjs'

export const glossary = JSON.parse(readFileSync(new URL('./glossary.json', import.meta.url), 'utf8'))

const VOWEL_SIGNS = /[\u064b-\u0652\u0670\u0640]/g

function patternOf(word, locale) {
  if (word.startsWith('=')) return new RegExp(`^${literal(word.slice(1))}$`, 'iu')
  const open = word.endsWith('*')
  const start = locale === 'ar' ? '(?<!\\p{L})[وفبلك]{0,2}(?:ال)?' : '(?<!\\p{L})'
  return new RegExp(`${start}${literal(open ? word.slice(0, -1) : word)}${open ? '\\p{L}*' : ''}(?!\\p{L})`, 'iu')
}

/** [{ rule, locale, word, pattern, why, demo }] */
export const FORBIDDEN = [
  ...glossary.terms.flatMap(({ term, wanted, forbidden = {}, demo = true }) =>
    Object.entries(forbidden).flatMap(([locale, words]) =>
      words.map((word) => ({ rule: 'glossary', locale, word, demo, why: `the word for "${term}" is "${wanted[locale]}"` })),
    ),
  ),
  ...glossary.wording.flatMap(({ locale, words, instead, demo = true }) =>
    words.map((word) => ({ rule: 'wording', locale, word, demo, why: `rather: ${instead}` })),
  ),
].map((entry) => ({ ...entry, pattern: patternOf(entry.word, entry.locale) }))

const isDemo = (file) => file.includes('/demo/')

/** The entries of FORBIDDEN that a text of `locale` in `file` breaks, each with what was found. */
export function forbiddenIn({ file, locale, text }) {
  const words = text.replace(/\{+[^{}]*\}+/g, '\u00b6').replace(VOWEL_SIGNS, '')
  return FORBIDDEN.filter((entry) => entry.locale === locale && (entry.demo || !isDemo(file))).flatMap((entry) => {
    const found = entry.pattern.exec(words)
    return found ? [{ ...entry, found: found[0] }] : []
  })
}
