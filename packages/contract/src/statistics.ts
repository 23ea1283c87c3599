import { z } from 'zod'
import { Id, Instant, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { Distribution } from './feedback.ts'
import { Rating, Relation, SkillRef } from './groups.ts'
import { SkillCategory } from './skills.ts'

/** Where others' view and my own stand to each other (product.md §2). `unknown` until both exist. */
export const MIRROR = ['strength', 'hidden_strength', 'blind_spot', 'to_develop', 'in_line', 'unknown'] as const
export const Mirror = z.enum(MIRROR)
export type Mirror = z.infer<typeof Mirror>

export const SkillStatistics = z
  .object({
    skill: SkillRef.extend({ category: SkillCategory, description: z.string() }),
    chosen: z.boolean().describe('I work on it now'),
    score: z.number().nullable().describe('Mean of the ratings of the last 12 months since the last reset, 1 to 5'),
    n: z.int().describe('Ratings behind the score'),
    not_observed: z.int(),
    distribution: Distribution,
    newest_at: Instant.nullable().describe('Newest readable answer; the first of its month when it is confidential'),
    self: z.object({ rating: Rating, created_at: Instant }).nullable().describe('My latest self-evaluation'),
    mirror: Mirror,
    unread: z.int(),
    pending: z.int().describe('Recipients who have not answered yet'),
  })
  .meta({ id: 'SkillStatistics' })
export type SkillStatistics = z.infer<typeof SkillStatistics>

/**
 * Named ratings by relation. A relation with fewer than the company's threshold is merged with the other small ones, and all of
 * these are left out while even together they are too few. Confidential answers have no relation and never count here.
 */
export const RelationStatistics = z
  .object({
    relation: Relation.nullable().describe('null: several relations merged, because each alone has too few'),
    n: z.int(),
    mean: z.number(),
    distribution: Distribution,
  })
  .meta({ id: 'RelationStatistics' })
export type RelationStatistics = z.infer<typeof RelationStatistics>

/** How far figures look back, in months; 12 is the score (product.md §2). */
export const PERIODS = [3, 6, 12] as const
const Period = z.object({
  months: z.coerce
    .number()
    .pipe(z.union(PERIODS.map((months) => z.literal(months))))
    .default(12),
})

export const TrendPoint = z.object({ month: z.string().describe('YYYY-MM'), mean: z.number(), n: z.int() })
export type TrendPoint = z.infer<typeof TrendPoint>

/**
 * Sorts a skill by others' mean and my own rating (product.md §2): *strength* both ≥ 4, *hidden strength* others ≥ self + 1,
 * *blind spot* self ≥ others + 1, *to develop* both < 3, else *in line*.
 */
export function mirrorOf(others: number | null, self: number | null): Mirror {
  if (others === null || self === null) return 'unknown'
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
    params: UserParams.extend({ skillId: Id }),
    query: Period,
    response: SkillStatistics.extend({
      trend: z.array(TrendPoint),
      by_relation: z.array(RelationStatistics),
      withheld: z.int().describe('Named ratings that stand in no relation shown, because they are too few'),
      self_history: z.array(z.object({ rating: Rating, created_at: Instant })).describe('My own ratings of this time, oldest first'),
    }),
  },
})
