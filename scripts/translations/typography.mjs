// Typography and wording that need more than a list of words: a rule reports the part of a text that breaks it.
import { PERSON_PLACEHOLDER } from './patterns.mjs'

const NBSP = '\\u00a0\\u202f'
/** Words that elide before a vowel, in both forms: "que Anne" and "qu’Jean" are both wrong, so that neither suits every name. */
const FULL = 'que|de|lorsque|puisque|quoique|jusque|presque|se|me|te|ne|je'
const ELIDED = 'qu|d|lorsqu|puisqu|quoiqu|jusqu|presqu|s|m|t|n|j|l'
/** Two genders side by side: "un ou une", "seul ou seule", "connecté·e", "absent(e)". */
const ARTICLES = 'un ou une|une ou un|le ou la|la ou le|son ou sa|sa ou son|mon ou ma|du ou de la|au ou à la|il ou elle|elle ou il'
const ARABIC = '\\p{Script=Arabic}'

/** { name, locales, pattern, why }; `pattern` finds what is wrong. */
export const TYPOGRAPHY = [
  {
    name: 'fr-space-before',
    locales: ['fr'],
    // A plain space before the mark, or a letter directly before it. Times (10:30), addresses (https:) and "?!" are no matches.
    pattern: /[ \t]+[;:?!»](?!\w)|[\p{L}\p{N})}»…][;?!»]|[\p{L}})»…]:(?=\s|$)/gu,
    why: 'needs U+00A0 or U+202F before : ; ? ! »',
  },
  {
    name: 'fr-space-after',
    locales: ['fr'],
    pattern: new RegExp(`«(?![${NBSP}]).?`, 'gu'),
    why: 'needs U+00A0 or U+202F after «',
  },
  {
    name: 'apostrophe',
    locales: ['fr', 'en', 'es', 'de', 'ar'],
    pattern: /\S*'\S*/gu,
    why: 'needs the typographic apostrophe ’ or the quotation marks of the language',
  },
  {
    name: 'fr-elision',
    locales: ['fr'],
    pattern: new RegExp(`(?<![\\p{L}’'])(?:(?:${FULL})[ ${NBSP}](?:«[ ${NBSP}]?)?|(?:${ELIDED})['’])${PERSON_PLACEHOLDER}`, 'giu'),
    why: 'elides before some names and not before others: put the name after a colon or reword',
  },
  {
    name: 'fr-epicene',
    locales: ['fr'],
    pattern: new RegExp(
      `(?<!\\p{L})(?:${ARTICLES})(?!\\p{L})|(?<!\\p{L})(\\p{L}{3,}) ou \\1(?:e|ne|le|te)s?(?!\\p{L})|\\p{L}+[·•]\\p{L}+|\\p{L}+\\((?:e|s|ne|le|trice|euse)\\)s?`,
      'giu',
    ),
    why: 'needs epicene wording',
  },
  {
    name: 'de-space-before-quote',
    locales: ['de'],
    pattern: new RegExp(`[^\\s${NBSP}(\\[–—/„‚]„`, 'gu'),
    why: 'needs a space before „',
  },
  {
    name: 'ar-punctuation',
    locales: ['ar'],
    // Next to Arabic letters or a placeholder. Decimal commas and runs of Latin text such as "a, b" are no matches.
    pattern: new RegExp(`(?:${ARABIC}|[}»)])\\s*[?;,]|[?;,](?=\\s*${ARABIC})`, 'gu'),
    why: 'needs ؟ ؛ ،',
  },
]

/** What `rule` finds in `text`, as short excerpts. */
export const typographyIn = (rule, text) => [...text.matchAll(rule.pattern)].map(([found]) => found.trim())
