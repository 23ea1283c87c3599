// All rules for the texts, applied to any set of texts and sources: the product's own and those of the canary.
import { masculineVerbsIn } from './arabic.mjs'
import { lengthOnButton, MAX_BUTTON } from './buttons.mjs'
import { keyProblems } from './keys.mjs'
import { APP } from './sources.mjs'
import { TYPOGRAPHY, typographyIn } from './typography.mjs'
import { forbiddenIn } from './words.mjs'

export const RULES = ['keys', ...TYPOGRAPHY.map(({ name }) => name), 'ar-masculine-verb', 'glossary', 'wording', 'button-length']

const stemOf = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '')
/** In French and Spanish this form is for a million and more, which no button shows. */
const isMillions = (locale, key) => ['fr', 'es'].includes(locale) && key.endsWith('_many')

const buttonProblems = (texts, short) =>
  texts
    .filter(({ file }) => file === APP)
    .filter(({ locale, key, text }) => short.has(stemOf(key)) && !isMillions(locale, key) && lengthOnButton(text) > MAX_BUTTON)
    .map((text) => ({
      ...text,
      rule: 'button-length',
      found: text.text,
      why: `has ${lengthOnButton(text.text)} characters, ${MAX_BUTTON} fit`,
    }))

/** The keys of the app without their plural forms. */
export const appKeys = (texts) => new Set(texts.filter(({ file }) => file === APP).map(({ key }) => stemOf(key)))

/**
 * Every problem: { rule, file, locale, key, found, why }.
 * `files` and `texts` as readTexts returns them; `short`: the keys on buttons, as shortKeys finds them.
 */
export function lint({ files, texts, short }) {
  const wrong = (text, rule, found, why) => ({ rule, file: text.file, locale: text.locale, key: text.key, found, why })
  return [
    ...files.flatMap((file) => keyProblems(file).map(({ locale, key, what }) => wrong({ file: file.file, locale, key }, 'keys', '', what))),
    ...texts.flatMap((text) => [
      ...TYPOGRAPHY.filter(({ locales }) => locales.includes(text.locale)).flatMap((rule) =>
        typographyIn(rule, text.text).map((found) => wrong(text, rule.name, found, rule.why)),
      ),
      ...(text.locale === 'ar' ? masculineVerbsIn(text.text) : []).map((found) =>
        wrong(text, 'ar-masculine-verb', found, 'the person may be a woman: use a nominal form'),
      ),
      ...forbiddenIn(text).map(({ rule, found, why }) => wrong(text, rule, found, why)),
    ]),
    ...buttonProblems(texts, short),
  ]
}

const covers = (exception, problem) => ['rule', 'locale', 'key'].every((field) => exception[field] === problem[field])

/** What is left after `exceptions`, and the exceptions that no problem needs. */
export function withoutExceptions(problems, exceptions) {
  return {
    left: problems.filter((problem) => !exceptions.some((exception) => covers(exception, problem))),
    unused: exceptions.filter((exception) => !problems.some((problem) => covers(exception, problem))),
  }
}
