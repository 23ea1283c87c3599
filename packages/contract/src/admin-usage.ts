import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

/** Groups of fewer people are merged, else withheld. */
export const USAGE_MIN_PEOPLE = 5
export const USAGE_MONTHS_MAX = 24

const figures = {
  people: described(z.int(), 'People with an account at the end of the period'),
  active: described(z.int(), 'People who asked, answered, evaluated themselves, thanked or signed in'),
  asked: described(z.int(), 'Feedbacks asked for'),
  answered: described(z.int(), 'Answers'),
  answering_rate: described(z.nullable(z.number()), 'Of what was asked in the period, the part that is answered: 0 to 1'),
  median_days: described(z.nullable(z.number()), 'From the request to the answer'),
  quality: described(z.nullable(z.number()), 'Mean quality index of the answers, 0 to 100'),
}

export const UsageFigures = z.object(figures)
export const UsageMonth = named(z.object({ month: z.string(), ...figures }), 'UsageMonth')
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
      months: described(z.array(UsageMonth), 'Oldest first; a month with fewer than 5 active people has no figures'),
      departments: z.array(UsageDepartment),
      total: UsageFigures,
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
