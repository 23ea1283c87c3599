import { z } from 'zod'
import { Id, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
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
})
