// Lints every text of the product: app, mails, catalogues, export, demo and tutorial. The rules and their limits are in scripts/translations.
// `node scripts/check-translations.mjs <folder>` lints the texts of another tree.
import { readFileSync } from 'node:fs'
import { appSources, shortKeys } from './translations/buttons.mjs'
import { canaryFailures } from './translations/canary.mjs'
import { glossaryPageProblems } from './translations/glossary-page.mjs'
import { appKeys, lint, RULES, withoutExceptions } from './translations/lint.mjs'
import { LOCALES, readTexts } from './translations/sources.mjs'

const root = process.argv[2] ?? '.'
const exceptions = JSON.parse(readFileSync(new URL('./translations/exceptions.json', import.meta.url), 'utf8'))

const { files, texts } = readTexts(root)
const short = shortKeys(appSources(root), appKeys(texts))
const { left, unused } = withoutExceptions(lint({ files, texts, short }), exceptions)
for (const { rule, file, locale, key, found, why } of left)
  console.error(`${locale}  ${rule}  ${file} ${key}: ${found ? `"${found}" ` : ''}${why}`)
for (const { rule, locale, key } of unused) console.error(`exceptions.json: ${rule} ${locale} ${key} is not needed`)

if (short.size < 100) console.error(`only ${short.size} keys were found on buttons`)
const unknown = texts.filter(({ locale }) => !LOCALES.includes(locale))
for (const { file, key } of unknown) console.error(`${file} ${key}: the language is not known`)

const page = glossaryPageProblems()
for (const problem of page) console.error(problem)

const silent = canaryFailures()
for (const failure of silent) console.error(`canary: ${failure}`)

if (short.size < 100 || [left, unused, unknown, page, silent].some(({ length }) => length > 0)) {
  console.error(LOCALES.map((locale) => `${locale} ${left.filter((one) => one.locale === locale).length}`).join(', '))
  process.exit(1)
}
console.log(
  `Translations: ${LOCALES.length} languages, ${texts.length} texts, ${short.size} keys on buttons, ${RULES.length} rules, each seen to fire`,
)
