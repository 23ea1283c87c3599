import * as z from 'zod/mini'
import { Rating, SkillRef } from './answers.ts'
import { Cursor, distinct, Id, Instant, NextCursor, UserParams } from './common.ts'
import { DAY_MS } from './durations.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
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
export const SkillCategory = described(z.string(), `One of ${SKILL_CATEGORIES.join(', ')}, or other`)

/** Maximum number of skills that an employee works on (issue: at most 30 chosen). */
export const MAX_CHOSEN_SKILLS = 30

export const Skill = named(
  z.object({
    id: Id,
    key: described(z.nullable(z.string()), 'Of a built-in skill, the same in every company; null for one of the company itself'),
    name: z.string(),
    description: z.string(),
    category: SkillCategory,
    custom: described(z.boolean(), 'true for a skill of the company itself'),
  }),
  'Skill',
)
export type Skill = z.infer<typeof Skill>

/** A self-evaluation is due again after so many days (a quarter). */
export const SELF_EVALUATION_DAYS = 90

/** The newest instant whose self-evaluations are due again, in milliseconds. */
export const selfEvaluationDueUntil = (now: number) => now - SELF_EVALUATION_DAYS * DAY_MS

/** Whether a chosen skill is due to be rated, by the instant of its newest self-evaluation or, without one, of its choice. */
export const isSelfEvaluationDue = (since: string, now: number) => Date.parse(since) <= selfEvaluationDueUntil(now)

export const SelfEvaluation = named(z.object({ id: Id, skill: SkillRef, rating: Rating, created_at: Instant }), 'SelfEvaluation')
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
    body: z.strictObject({ skill_ids: z.array(Id).check(z.maxLength(MAX_CHOSEN_SKILLS)) }),
    response: UserRecord,
  },
  resetSkills: {
    method: 'POST',
    path: '/api/users/:userId/resets/skills',
    access: 'employee',
    summary: 'Restart the statistics of some skills from now on; the answers stay readable',
    params: UserParams,
    body: z.strictObject({
      skill_ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_CHOSEN_SKILLS), z.refine(distinct, { error: 'duplicate' })),
    }),
    response: UserRecord,
  },
  listSelfEvaluations: {
    method: 'GET',
    path: '/api/users/:userId/self-evaluations',
    access: 'employee',
    summary: 'How I rated myself, newest first',
    params: UserParams,
    query: z.strictObject({ skill_id: z.optional(Id), cursor: Cursor }),
    response: z.object({ evaluations: z.array(SelfEvaluation), next_cursor: NextCursor }),
  },
  evaluateMyself: {
    method: 'POST',
    path: '/api/users/:userId/self-evaluations',
    access: 'employee',
    summary: 'Rate myself; earlier ratings are kept',
    params: UserParams,
    body: z.strictObject({
      evaluations: z.array(z.strictObject({ skill_id: Id, rating: Rating })).check(
        z.minLength(1),
        z.maxLength(MAX_CHOSEN_SKILLS),
        z.refine((all) => distinct(all.map(({ skill_id }) => skill_id)), { error: 'duplicate' }),
      ),
    }),
    response: z.object({ evaluations: z.array(SelfEvaluation) }),
  },
})
