import type { Locale } from '@reflet/contract/common'
import type { EarnedBy } from './rule.policy.ts'
import texts from './texts.json' with { type: 'json' }

export type BadgeText = keyof (typeof texts)['en']

/** A text of a badge's page, document or picture. */
export const badgeText = (locale: Locale, key: BadgeText, values: Readonly<Record<string, string>> = {}) =>
  texts[locale][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Numbers keep Latin digits in Arabic, as in the app. */
export const tagOf = (locale: Locale) => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

/** A day in words, in UTC: the same for every reader, as in the signed document. */
export const dayIn = (locale: Locale, at: Date) => new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(at)

/** Each condition of the rule as a line. */
export function conditionLines(locale: Locale, rule: EarnedBy): string[] {
  const n = new Intl.NumberFormat(tagOf(locale))
  const mean = new Intl.NumberFormat(tagOf(locale), { minimumFractionDigits: 1 })
  return [
    badgeText(locale, 'rule_ratings', { n: n.format(rule.ratings) }),
    badgeText(locale, rule.colleaguesOnly ? 'rule_colleagues' : 'rule_people', { n: n.format(rule.people) }),
    badgeText(locale, 'rule_relations', { n: n.format(rule.relations) }),
    ...(rule.superior ? [badgeText(locale, 'rule_superior')] : []),
    badgeText(locale, 'rule_mean', { n: mean.format(rule.mean) }),
  ]
}

/** What the conditions are about. */
export const criteriaLine = (locale: Locale, { colleaguesOnly }: EarnedBy) =>
  badgeText(locale, colleaguesOnly ? 'criteria_colleagues' : 'criteria')

/** The rule in words, as Markdown: what a verifier shows as criteria. The words of earlier badges stay as they were signed. */
export const criteriaIn = (locale: Locale, rule: EarnedBy) =>
  [
    criteriaLine(locale, rule),
    conditionLines(locale, rule)
      .map((line) => `- ${line}`)
      .join('\n'),
  ].join('\n\n')
