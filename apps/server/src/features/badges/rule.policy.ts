import type { BadgeCondition, BadgeConditionName } from '@reflet/contract/badges'
import type { Distribution } from '@reflet/contract/received-answers'

/** A badge is earned by the ratings of so many months. */
export const RULE_MONTHS = 12

/** A company's thresholds (docs/PRODUCT.md, "Badges"). */
export interface Rule {
  readonly ratings: number
  readonly people: number
  readonly relations: number
  readonly superior: boolean
  readonly mean: number
}

/** The rule by which a badge was earned. */
export interface EarnedBy extends Rule {
  /** False for badges of before, for which ratings from outside the company could count. */
  readonly colleaguesOnly: boolean
}

/** What a person has received from colleagues on one skill in `RULE_MONTHS`, as far as they may know it. */
export interface Standing {
  readonly ratings: Distribution
  /**
   * How many different colleagues rated, at least. Confidential ratings have no giver: how many of them are of people who also rated by name is
   * not known, so that the largest released group is compared with, not added to, those who rated by name.
   */
  readonly people: number
  /** Relations of named ratings, as their givers confirmed them. */
  readonly relations: number
  readonly superior: boolean
}

/** Each condition of the rule with what is there: the only place that decides whether a badge is earned. */
export function conditionsOf({ ratings, people, relations, superior }: Standing, rule: Rule): BadgeCondition[] {
  const n = ratings.reduce((all, count) => all + count, 0)
  const sum = ratings.reduce((all, count, place) => all + count * (place + 1), 0)
  const atLeast = (name: BadgeConditionName, have: number, need: number): BadgeCondition => ({ name, have, need, met: have >= need })
  return [
    atLeast('ratings', n, rule.ratings),
    atLeast('people', Math.min(people, rule.people), rule.people),
    atLeast('relations', relations, rule.relations),
    ...(rule.superior ? [atLeast('superior', superior ? 1 : 0, 1)] : []),
    // Compared in tenths, without a division, whose result could be rounded below the threshold.
    { name: 'mean', have: n > 0 ? sum / n : 0, need: rule.mean, met: n > 0 && sum * 10 >= Math.round(rule.mean * 10) * n },
  ]
}

export const isEarned = (conditions: readonly BadgeCondition[]) => conditions.every(({ met }) => met)
