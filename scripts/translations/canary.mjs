// Shows that each rule reports a bad text and accepts a good one: a rule that finds nothing looks like a rule that is kept.
import { readFileSync } from 'node:fs'
import { shortKeys } from './buttons.mjs'
import { appKeys, lint, RULES } from './lint.mjs'
import { parse } from './source-tree.mjs'
import { APP } from './sources.mjs'
import { FORBIDDEN } from './words.mjs'

const { rules, keys, buttons } = JSON.parse(readFileSync(new URL('./canary.json', import.meta.url), 'utf8'))

const NONE = new Set()
const text = (locale, words, file = 'canary') => ({ file, locale, key: words, text: words })
const reported = (rule, texts) =>
  new Set(
    lint({ files: [], texts, short: NONE })
      .filter((one) => one.rule === rule)
      .map(({ key }) => key),
  )

function textFailures() {
  return Object.entries(rules).flatMap(([rule, { bad, good }]) => {
    const all = [...bad, ...good].map(([locale, words]) => text(locale, words))
    const found = reported(rule, all)
    return [
      ...bad.filter(([, words]) => !found.has(words)).map(([, words]) => `${rule} does not report "${words}"`),
      ...good.filter(([, words]) => found.has(words)).map(([, words]) => `${rule} reports the good text "${words}"`),
    ]
  })
}

/** Every forbidden word is reported in a text, and not as a part of another word. */
function wordFailures() {
  return FORBIDDEN.flatMap(({ rule, locale, word }) => {
    const bare = word.replace(/^=|\*$/g, '')
    const inside = `x${bare}`
    const found = reported(rule, [text(locale, bare), text(locale, inside)])
    return [
      ...(found.has(bare) ? [] : [`${rule} does not report "${bare}" (${locale})`]),
      ...(found.has(inside) ? [`${rule} reports "${inside}"`] : []),
    ]
  })
}

function keyFailures() {
  return Object.entries(keys).flatMap(([name, { plural, texts, problems }]) => {
    const entries = Object.fromEntries(Object.entries(texts).map(([locale, tree]) => [locale, Object.entries(tree)]))
    const found = lint({ files: [{ file: 'canary', plural, texts: entries }], texts: [], short: NONE }).map(
      ({ locale, key, why }) => `${locale} ${key} ${why}`,
    )
    // The order of a language's plural categories depends on the version of ICU.
    return found.toSorted().join() === problems.toSorted().join() ? [] : [`keys: "${name}" reports ${JSON.stringify(found)}`]
  })
}

/** Each source shows its `keys` on something short and hides "far.away", whose text is as long. */
function buttonFailures() {
  return Object.entries(buttons).flatMap(([name, { code, shown }]) => {
    const long = 'A text that does not fit on any button'
    const texts = [...shown, 'far.away'].map((key) => ({ file: APP, locale: 'en', key, text: long }))
    const sources = Object.entries(code).map(([file, lines]) => parse(lines, file))
    const found = lint({ files: [], texts, short: shortKeys(sources, appKeys(texts)) }).map(({ key }) => key)
    return found.sort().join() === [...shown].sort().join() ? [] : [`button-length: "${name}" reports ${JSON.stringify(found)}`]
  })
}

export function canaryFailures() {
  const covered = new Set([...Object.keys(rules), 'keys', 'button-length'])
  return [
    ...RULES.filter((rule) => !covered.has(rule)).map((rule) => `${rule} has no canary`),
    ...textFailures(),
    ...wordFailures(),
    ...keyFailures(),
    ...buttonFailures(),
  ]
}
