import { LOCALES, type Locale } from '@reflet/contract/common'

/** The items of an `Accept…` header with their weights (RFC 9110, 12.4), the most wanted first. */
const weighted = (header: string | undefined): { item: string; weight: number }[] =>
  (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [item = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { item, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ item, weight }) => item !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)

const DOCUMENT = /^application\/(vc\+ld\+json|vc|ld\+json|json)$/

/** Whether a reader wants the signed document rather than the page: only one that names it and ranks no page before it. */
export function wantsDocument(accept: string | undefined): boolean {
  const first = weighted(accept).find(({ item }) => DOCUMENT.test(item) || item === 'text/html' || item === 'application/xhtml+xml')
  return first !== undefined && DOCUMENT.test(first.item)
}

const isLocale = (tag: string): tag is Locale => LOCALES.some((locale) => locale === tag)

/** The language of a page: the one that was chosen, else the first that the reader's browser names and that there is, else the fallback. */
export function languageOf(chosen: unknown, acceptLanguage: string | undefined, fallback: Locale): Locale {
  if (typeof chosen === 'string' && isLocale(chosen)) return chosen
  for (const { item } of weighted(acceptLanguage)) {
    const [primary = ''] = item.split('-')
    if (isLocale(primary)) return primary
  }
  return fallback
}
