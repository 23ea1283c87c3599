// Every language has the same keys and placeholders as English, and every plural form that the language has.
import { LOCALES, PLURAL_FORM } from './sources.mjs'

const PLACEHOLDER = { suffix: /\{\{\s*(\w+)/g, object: /\{+(\w+)\}/g }
/** What carries the number: a form for none, one or two may write it as a word. */
const NUMBER = ['n', 'count']

/** 'a.b_one' in the app, 'a.b.one' elsewhere. */
function splitter(style) {
  const separator = style === 'suffix' ? '_' : '.'
  return (key) => {
    const at = key.lastIndexOf(separator)
    return at > 0 && PLURAL_FORM.test(key.slice(at + 1)) ? [key.slice(0, at), key.slice(at + 1)] : [key]
  }
}

/** The problems of one file: { locale, key, what }. */
export function keyProblems({ plural, texts }) {
  const split = splitter(plural)
  const separator = plural === 'suffix' ? '_' : '.'
  const placeholders = (text) => [...text.matchAll(PLACEHOLDER[plural])].map(([, name]) => name)
  // A stem has `_other` in English; a key such as "categories.other" has no other form beside it.
  const english = new Map(texts.en)
  const stems = new Set([...english.keys()].map(split).flatMap(([stem, form]) => (form && form !== 'other' ? [stem] : [])))
  const isForm = (key) => stems.has(split(key)[0]) && split(key).length === 2
  const plain = [...english].filter(([key]) => !isForm(key))
  const problems = english.size > 0 ? [] : [{ locale: 'en', key: '', what: 'has no text' }]

  for (const locale of LOCALES) {
    const own = new Map(texts[locale])
    const say = (key, what) => problems.push({ locale, key, what })
    for (const [key, text] of plain) {
      if (!own.get(key)?.trim()) say(key, 'is missing')
      else if (placeholders(own.get(key)).sort().join() !== placeholders(text).sort().join())
        say(key, 'has other placeholders than English')
    }
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    for (const stem of stems) {
      const wanted = new Set([...english].filter(([key]) => split(key)[0] === stem).flatMap(([, text]) => placeholders(text)))
      for (const form of forms) {
        const key = stem + separator + form
        const used = placeholders(own.get(key) ?? '')
        if (!own.get(key)?.trim()) say(key, 'is missing')
        else {
          for (const name of wanted) if (!NUMBER.includes(name) && !used.includes(name)) say(key, `lacks the placeholder "${name}"`)
          for (const name of used) if (!wanted.has(name)) say(key, `has the unknown placeholder "${name}"`)
        }
      }
    }
    for (const key of own.keys()) {
      const [stem, form] = split(key)
      if (stems.has(stem) && form) {
        if (!forms.includes(form)) say(key, 'is no plural form of this language')
      } else if (!english.has(key)) say(key, 'does not exist in English')
    }
  }
  return problems
}
