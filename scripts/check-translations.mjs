// Every language says everything: the same keys and placeholders as English, and every plural form that the language has.
import { readFileSync } from 'node:fs'

const LOCALES = ['fr', 'ar', 'es', 'de']
const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/
const read = (locale) => JSON.parse(readFileSync(`apps/app/public/assets/i18n/${locale}.json`, 'utf8'))

/** { 'a.b': 'text' } */
const flat = (tree, path = '') =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`)))
const placeholders = (text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name)
const problems = []

const english = flat(read('en'))
const stems = new Set(english.map(([key]) => PLURAL.exec(key)?.[1]).filter(Boolean))
const plain = english.filter(([key]) => !PLURAL.test(key))

function check(locale, entries) {
  const texts = new Map(entries)
  const say = (what) => problems.push(`${locale}: ${what}`)
  for (const [key, text] of plain) {
    const own = texts.get(key)
    if (!own?.trim()) say(`${key} is missing`)
    else if (placeholders(own).sort().join() !== placeholders(text).sort().join()) say(`${key} has other placeholders`)
  }
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  for (const stem of stems) {
    const wanted = new Set(english.filter(([key]) => key.startsWith(`${stem}_`)).flatMap(([, text]) => placeholders(text)))
    for (const form of forms) {
      const own = texts.get(`${stem}_${form}`)
      if (!own?.trim()) say(`${stem}_${form} is missing`)
      // A form for one, two or none may write the number as a word.
      else for (const name of wanted) if (name !== 'n' && !placeholders(own).includes(name)) say(`${stem}_${form} lacks {{${name}}}`)
    }
    for (const key of texts.keys())
      if (PLURAL.exec(key)?.[1] === stem && !forms.includes(PLURAL.exec(key)[2])) say(`${key} is no form of this language`)
  }
  for (const key of texts.keys()) {
    const stem = PLURAL.exec(key)?.[1]
    if (!plain.some(([known]) => known === key) && !stems.has(stem)) say(`${key} does not exist in English`)
  }
}

check('en', english)
for (const locale of LOCALES) check(locale, flat(read(locale)))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`Translations: ${LOCALES.length + 1} languages, ${plain.length + stems.size} texts`)
