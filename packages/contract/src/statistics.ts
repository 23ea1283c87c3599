import * as z from 'zod/mini'
import { Rating, SkillRef } from './answers.ts'
import { Id, Instant, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { Distribution } from './received-answers.ts'
import { Relation } from './relations.ts'
import { SkillCategory } from './skills.ts'

/** The comparison of others' ratings with my own (docs/PRODUCT.md, "Ratings and figures"). `unknown` until both exist, others' from `MIRROR_FROM` ratings. */
export const MIRROR = ['strength', 'hidden_strength', 'blind_spot', 'to_develop', 'in_line', 'unknown'] as const
export const Mirror = z.enum(MIRROR)
export type Mirror = z.infer<typeof Mirror>

/** The fewest ratings that are compared with my own: one or two are not yet what others see. */
export const MIRROR_FROM = 3

export const SkillStatistics = named(
  z.object({
    skill: z.extend(SkillRef, { category: SkillCategory, description: z.string() }),
    chosen: described(z.boolean(), 'I work on it now'),
    score: described(z.nullable(z.number()), 'Mean of the ratings of the last 12 months since the last reset, 1 to 5'),
    n: described(z.int(), 'Ratings behind the score'),
    not_observed: z.int(),
    distribution: Distribution,
    newest_at: described(z.nullable(Instant), 'Newest readable rating; the first of its month when it is confidential'),
    self: described(z.nullable(z.object({ rating: Rating, created_at: Instant })), 'My latest self-evaluation'),
    mirror: Mirror,
    new: described(z.int(), 'Answers that I have not seen on a screen'),
    pending: described(z.int(), 'Recipients who have not answered yet'),
  }),
  'SkillStatistics',
)
export type SkillStatistics = z.infer<typeof SkillStatistics>

/**
 * Named ratings by relation. The relations with fewer ratings than the company's threshold are merged, and omitted if they are below it
 * even together. Confidential answers have no relation and never count here.
 */
export const RelationStatistics = named(
  z.object({
    relation: described(z.nullable(Relation), 'null: several relations merged, because each alone has too few'),
    n: z.int(),
    mean: z.number(),
    distribution: Distribution,
  }),
  'RelationStatistics',
)
export type RelationStatistics = z.infer<typeof RelationStatistics>

/** The periods of the statistics, in months; 12 is the score (docs/PRODUCT.md, "Ratings and figures"). */
export const PERIODS = [3, 6, 12] as const
const Period = z.object({
  months: z._default(z.pipe(z.coerce.number(), z.union(PERIODS.map((months) => z.literal(months)))), 12),
})

export const TrendPoint = z.object({ month: described(z.string(), 'YYYY-MM'), mean: z.number(), n: z.int() })
export type TrendPoint = z.infer<typeof TrendPoint>

/**
 * Classifies a skill by others' average and my own rating (docs/PRODUCT.md, "Ratings and figures"): *strength* both ≥ 4, *hidden strength*
 * others ≥ self + 1, *blind spot* self ≥ others + 1, *to develop* both < 3, else *in line*. Fewer than `MIRROR_FROM` ratings say nothing.
 */
export function mirrorOf({ score: others, n }: { score: number | null; n: number }, self: number | null): Mirror {
  if (others === null || self === null || n < MIRROR_FROM) return 'unknown'
  if (others >= 4 && self >= 4) return 'strength'
  if (others >= self + 1) return 'hidden_strength'
  if (self >= others + 1) return 'blind_spot'
  if (others < 3 && self < 3) return 'to_develop'
  return 'in_line'
}

export const statistics = endpoints({
  getStatistics: {
    method: 'GET',
    path: '/api/users/:userId/statistics',
    access: 'employee',
    summary: 'My skills with score, n, spread and my own rating beside them; `months` looks back less far than the score’s 12',
    params: UserParams,
    query: Period,
    response: z.object({ skills: z.array(SkillStatistics) }),
  },
  getSkillStatistics: {
    method: 'GET',
    path: '/api/users/:userId/statistics/:skillId',
    access: 'employee',
    summary: 'One skill of mine with its trend by month',
    params: z.extend(UserParams, { skillId: Id }),
    query: Period,
    response: z.extend(SkillStatistics, {
      trend: z.array(TrendPoint),
      by_relation: z.array(RelationStatistics),
      withheld: described(z.int(), 'Named ratings that stand in no relation shown, because they are too few'),
      self_history: described(z.array(z.object({ rating: Rating, created_at: Instant })), 'My own ratings of this time, oldest first'),
    }),
  },
})
