import { readFileSync } from 'node:fs'
import { isRightToLeft, type Locale } from '@reflet/contract/common'
import { isolatedIn } from '../../apps/app/src/platform/direction.ts'

type Values = Record<string, string | number>
/** A text of the app by its key, with its placeholders filled; with `count` in the language's plural form for it. */
export type Say = (key: string, values?: Values) => string

interface Words {
  [key: string]: string | Words
}

const fileOf = (locale: Locale) => new URL(`../../apps/app/public/assets/i18n/${locale}.json`, import.meta.url)
const read = (locale: Locale): Words => JSON.parse(readFileSync(fileOf(locale), 'utf8'))

/** The texts of the app in a language: a journey finds a button by its key, independent of its text. */
export function wordsOf(locale: Locale): Say {
  const words = read(locale)
  const plural = new Intl.PluralRules(locale)
  return (key, values = {}) => {
    const form = typeof values.count === 'number' ? `${key}_${plural.select(values.count)}` : key
    const text = form
      .split('.')
      .reduce<string | Words | undefined>((found, part) => (typeof found === 'object' ? found[part] : undefined), words)
    if (typeof text !== 'string') throw new Error(`${locale}.json has no text ${form}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${form} needs {{${name}}}`)
      return isRightToLeft(locale) ? isolatedIn(String(value), true) : String(value)
    })
  }
}
