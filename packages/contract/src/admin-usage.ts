import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

/** A figure that fewer different people made is merged with others, else left out. */
export const USAGE_MIN_PEOPLE = 5
export const USAGE_MONTHS_MAX = 24

const figures = {
  people: described(z.int(), 'People with an account at the end of the period'),
  active: described(z.int(), 'People who asked, answered, evaluated themselves, thanked or signed in'),
  asked: described(z.int(), 'Feedbacks asked for'),
  answered: described(z.int(), 'Answers; confidential ones, as far as they were released, in the month in which their request ended'),
  answering_rate: described(
    z.nullable(z.number()),
    'Of the requests that ended in the period, the part that was answered: 0 to 1; null when fewer than 5 people answered, and in the running month',
  ),
  median_days: described(
    z.nullable(z.number()),
    'From the request to the answer; null when fewer than 5 people answered, and in the running month',
  ),
  quality: described(
    z.nullable(z.number()),
    'Mean quality index of the answers, 0 to 100; null when fewer than 5 people gave them, and in the running month',
  ),
}

export const UsageFigures = z.object(figures)
export const UsageMonth = named(
  z.object({
    month: z.string(),
    ended: described(z.optional(z.boolean()), 'false: the running month, until the end of yesterday (UTC), without confidential answers'),
    ...figures,
  }),
  'UsageMonth',
)
export const UsageDepartment = named(
  z.object({ department: described(z.nullable(z.string()), 'null: several small ones, or none, together'), ...figures }),
  'UsageDepartment',
)
export type UsageFigures = z.infer<typeof UsageFigures>
export type UsageMonth = z.infer<typeof UsageMonth>
export type UsageDepartment = z.infer<typeof UsageDepartment>

const query = z.strictObject({
  months: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(USAGE_MONTHS_MAX)), 12),
})

export const adminUsage = endpoints({
  getUsage: {
    method: 'GET',
    path: '/api/admin/usage',
    access: 'admin',
    summary: 'How the company uses Reflet, by month and by department; nothing about a person, nothing about content',
    query,
    response: z.object({
      months: described(z.array(UsageMonth), 'The whole company, oldest first'),
      left_out: described(
        z.optional(z.array(z.string())),
        'Months in which fewer than 5 people were active, asked or answered: they have no figures',
      ),
      departments: described(
        z.array(UsageDepartment),
        'Of the months that have ended: a department has the figures of those months in which at least 5 of its people were active, asked and answered; others are together',
      ),
      total: described(UsageFigures, 'The whole company in the months that have ended; zeros when there is none'),
    }),
  },
  exportUsage: {
    method: 'GET',
    path: '/api/admin/usage.csv',
    access: 'admin',
    limit: 'upload',
    summary: 'The same as CSV',
    query,
    binary: 'text/csv',
    response: z.unknown(),
  },
})
