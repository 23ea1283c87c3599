import { z } from 'zod'
import { Cursor, distinct, Id, Instant, NextCursor, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { Rating, SkillRef } from './groups.ts'
import { UserRecord } from './people.ts'

/** The eight categories of the built-in catalogue; the app names them. A company's own skill may stand in `other`. */
export const SKILL_CATEGORIES = [
  'communication',
  'collaboration',
  'leadership',
  'organisation',
  'problem_solving',
  'customer_focus',
  'learning',
  'digital',
] as const
export const SkillCategory = z.string().describe(`One of ${SKILL_CATEGORIES.join(', ')}, or other`)

/** How many skills an employee may work on at the same time (issue: at most 30 chosen). */
export const MAX_CHOSEN_SKILLS = 30

export const Skill = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    category: SkillCategory,
    custom: z.boolean().describe('true for a skill of the company itself'),
  })
  .meta({ id: 'Skill' })
export type Skill = z.infer<typeof Skill>

/** After so many days a self-evaluation is worth renewing (a quarter). */
export const SELF_EVALUATION_DAYS = 90

export const SelfEvaluation = z.object({ id: Id, skill: SkillRef, rating: Rating, created_at: Instant }).meta({ id: 'SelfEvaluation' })
export type SelfEvaluation = z.infer<typeof SelfEvaluation>

export const skills = endpoints({
  listSkills: {
    method: 'GET',
    path: '/api/skills',
    access: 'employee',
    summary: 'The catalogue in the caller’s language, the company’s own skills first',
    response: z.object({ skills: z.array(Skill) }),
  },
  chooseSkills: {
    method: 'POST',
    path: '/api/users/:userId/skills',
    access: 'employee',
    summary: 'Replace the skills I work on',
    params: UserParams,
    body: z.strictObject({ skill_ids: z.array(Id).max(MAX_CHOSEN_SKILLS) }),
    response: UserRecord,
  },
  resetSkills: {
    method: 'POST',
    path: '/api/users/:userId/resets/skills',
    access: 'employee',
    summary: 'Restart the statistics of some skills from now on; the answers stay readable',
    params: UserParams,
    body: z.strictObject({ skill_ids: z.array(Id).min(1).max(MAX_CHOSEN_SKILLS).refine(distinct, { error: 'duplicate' }) }),
    response: UserRecord,
  },
  listSelfEvaluations: {
    method: 'GET',
    path: '/api/users/:userId/self-evaluations',
    access: 'employee',
    summary: 'How I rated myself, newest first',
    params: UserParams,
    query: z.strictObject({ skill_id: Id.optional(), cursor: Cursor }),
    response: z.object({ evaluations: z.array(SelfEvaluation), next_cursor: NextCursor }),
  },
  evaluateMyself: {
    method: 'POST',
    path: '/api/users/:userId/self-evaluations',
    access: 'employee',
    summary: 'Rate myself; earlier ratings are kept',
    params: UserParams,
    body: z.strictObject({
      evaluations: z
        .array(z.strictObject({ skill_id: Id, rating: Rating }))
        .min(1)
        .max(MAX_CHOSEN_SKILLS)
        .refine((all) => distinct(all.map(({ skill_id }) => skill_id)), { error: 'duplicate' }),
    }),
    response: z.object({ evaluations: z.array(SelfEvaluation) }),
  },
})
