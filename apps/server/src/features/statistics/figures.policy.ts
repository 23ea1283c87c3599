import type { Distribution } from '@reflet/contract/feedback'
import { RELATIONS } from '@reflet/contract/groups'
import type { RelationStatistics, TrendPoint } from '@reflet/contract/statistics'

export interface Counts {
  ratings: Distribution
  not_observed: number
}

/** What counts of one skill in one month, of one voice: a relation, or 'confidential'. */
export interface VoiceRow extends Counts {
  month: string
  voice: string
}

const NOTHING: Distribution = [0, 0, 0, 0, 0]
const add = (a: Distribution, b: Distribution) => a.map((count, place) => count + (b[place] ?? 0)) as Distribution
const together = (all: readonly { ratings: Distribution }[]) => all.reduce((sum, { ratings }) => add(sum, ratings), NOTHING)

/** How many ratings there are, and their mean; no mean of none. */
export function meanOf(ratings: Distribution): { n: number; mean: number | null } {
  const n = ratings.reduce((all, count) => all + count, 0)
  return { n, mean: n > 0 ? ratings.reduce((all, count, place) => all + count * (place + 1), 0) / n : null }
}

/** The mean of each month in which ratings were released; a month that had "I haven't seen it" alone has none. */
export function trendOf(voices: readonly VoiceRow[]): TrendPoint[] {
  return [...Map.groupBy(voices, ({ month }) => month)].flatMap(([month, rows]) => {
    const { n, mean } = meanOf(together(rows))
    return mean === null ? [] : [{ month, mean, n }]
  })
}

/**
 * Named ratings by relation. A relation below the threshold is merged with the others that are, and all of these are withheld
 * while even together they are too few (product.md §3).
 */
export function byRelation(voices: readonly VoiceRow[], threshold: number): { by_relation: RelationStatistics[]; withheld: number } {
  const each = RELATIONS.map((relation) => figure(relation, together(voices.filter(({ voice }) => voice === relation))))
  const small = each.filter(({ n }) => n < threshold)
  const merged = figure(null, small.map(({ distribution }) => distribution).reduce(add, NOTHING))
  const shown = [...each, merged].filter(({ n }) => n >= threshold)
  return { by_relation: shown, withheld: merged.n < threshold ? merged.n : 0 }
}

function figure(relation: RelationStatistics['relation'], distribution: Distribution): RelationStatistics {
  const { n, mean } = meanOf(distribution)
  return { relation, n, mean: mean ?? 0, distribution }
}
