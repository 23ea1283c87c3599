import type { Distribution } from '@reflet/contract/received-answers'
import { RELATIONS } from '@reflet/contract/relations'
import type { RelationStatistics, TrendPoint } from '@reflet/contract/statistics'

export interface Counts {
  ratings: Distribution
  not_observed: number
}

/** The counts of one skill in one month, of one relation, or 'confidential'. */
export interface VoiceRow extends Counts {
  month: string
  voice: string
}

const NOTHING: Distribution = [0, 0, 0, 0, 0]
const add = (a: Distribution, b: Distribution) => a.map((count, place) => count + (b[place] ?? 0)) as Distribution
const together = (all: readonly { ratings: Distribution }[]) => all.reduce((sum, { ratings }) => add(sum, ratings), NOTHING)

/** The number of ratings and their average; null if there are none. */
export function meanOf(ratings: Distribution): { n: number; mean: number | null } {
  const n = ratings.reduce((all, count) => all + count, 0)
  return { n, mean: n > 0 ? ratings.reduce((all, count, place) => all + count * (place + 1), 0) / n : null }
}

/** The average of each month in which ratings were released; a month with "I haven't seen it" only has none. */
export function trendOf(voices: readonly VoiceRow[]): TrendPoint[] {
  return [...Map.groupBy(voices, ({ month }) => month)].flatMap(([month, rows]) => {
    const { n, mean } = meanOf(together(rows))
    return mean === null ? [] : [{ month, mean, n }]
  })
}

/**
 * Named ratings by relation. The relations below the threshold are merged, and withheld if they are below it even together
 * (docs/PRODUCT.md, "Confidentiality").
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
