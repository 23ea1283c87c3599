// Every text of the product with its language, read from the JSON files of the tree `root`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const LOCALES = ['en', 'fr', 'ar', 'es', 'de']
export const PLURAL_FORM = /^(zero|one|two|few|many|other)$/

const SERVER = 'apps/server/src'
export const APP = 'apps/app/public/assets/i18n'

/** Files with one tree of texts per language: { fr: …, en: … }. */
const PER_LANGUAGE = [
  `${SERVER}/features/notifications/mails/texts.json`,
  `${SERVER}/features/account/readme.json`,
  `${SERVER}/operator/company-export/readme.json`,
  `${SERVER}/features/badges/texts.json`,
  `${SERVER}/features/coffee/summaries.json`,
  `${SERVER}/demo/texts.json`,
  `${SERVER}/demo/thanks.json`,
  'e2e/tutorial.json',
]

/** Files with the languages inside each item: [{ key, name: { fr, en, … } }]. */
const PER_ITEM = ['awards', 'catalogue', 'videos'].map((feature) => `${SERVER}/features/${feature}/catalogue.json`)

/** Files with `message` in the language of the person `from`. */
const PER_PERSON = ['awards', 'coffee'].map((name) => `${SERVER}/demo/${name}.json`)

/** Texts of a page each, in two languages; the others get English. A key is the number of the section. */
const LEGAL = ['terms', 'privacy'].flatMap((name) =>
  ['fr', 'en'].map((locale) => ({ file: `${SERVER}/features/legal/${name}.${locale}.md`, name, locale })),
)

const isTree = (value) => typeof value === 'object' && value !== null

/** [['a.b', 'text'], …] of a tree of objects, lists and strings. */
export const flat = (tree, path = '') =>
  Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[path + key, value]]
    return isTree(value) ? flat(value, `${path}${key}.`) : []
  })

const isText = ([key, value]) => LOCALES.includes(key) && typeof value === 'string' && !value.startsWith('/')

/** [[locale, path, text], …] of a tree that ends in { fr, en, … }. keys.mjs reports a missing language. */
function perLanguage(tree, path) {
  if (!isTree(tree)) return []
  const entries = Object.entries(tree)
  if (entries.length > 0 && entries.every(isText)) return entries.map(([locale, text]) => [locale, path, text])
  return entries.flatMap(([key, value]) => perLanguage(value, `${path}.${key}`))
}

/**
 * All texts below `root`.
 * `files`: { file, plural, texts: { fr: [[key, text]], … } } for files that hold the languages side by side.
 * `texts`: { file, locale, key, text } for every text, those of one or two languages only included.
 */
export function readTexts(root) {
  const words = (file) => readFileSync(join(root, file), 'utf8')
  const read = (file) => JSON.parse(words(file))
  const files = [
    { file: APP, plural: 'suffix', texts: Object.fromEntries(LOCALES.map((locale) => [locale, flat(read(`${APP}/${locale}.json`))])) },
    ...PER_LANGUAGE.map((file) => {
      const trees = read(file)
      return { file, plural: 'object', texts: Object.fromEntries(LOCALES.map((locale) => [locale, flat(trees[locale] ?? {})])) }
    }),
    ...PER_ITEM.map((file) => {
      const entries = read(file).flatMap((item) => perLanguage(item, item.key))
      const of = (locale) => entries.filter(([own]) => own === locale).map(([, key, text]) => [key, text])
      return { file, plural: 'object', texts: Object.fromEntries(LOCALES.map((locale) => [locale, of(locale)])) }
    }),
  ]
  const people = Object.values(read(`${SERVER}/demo/people.json`)).flat()
  const localeOf = (name) => people.find(({ email }) => email.split('@')[0] === name)?.locale
  const personal = PER_PERSON.flatMap((file) =>
    read(file).flatMap(({ from, message }, index) =>
      message ? [{ file, locale: localeOf(from) ?? 'unknown', key: `${index}.message`, text: message }] : [],
    ),
  )
  const legal = LEGAL.flatMap(({ file, name, locale }) =>
    words(file)
      .split(/^## /m)
      .map((text, section) => ({ file, locale, key: `${name}.${section}`, text })),
  )
  const texts = files.flatMap(({ file, texts: own }) =>
    LOCALES.flatMap((locale) => own[locale].map(([key, text]) => ({ file, locale, key, text }))),
  )
  return { files, texts: [...texts, ...personal, ...legal] }
}
