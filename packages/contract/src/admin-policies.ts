import * as z from 'zod/mini'
import { matching } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

const int = (from: number, to: number) => z.int().check(z.minimum(from), z.maximum(to))
/** Time of day, HH:MM. */
const TimeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 5)

/** Answers are kept for at least so many months: the figures of the last twelve need them. */
export const RETENTION_MONTHS_MIN = 13
export const RETENTION_MONTHS_MAX = 120

const fields = {
  confidentiality_threshold: described(int(3, 10), 'Only rises: answers were given under the promise in force'),
  reminder_days: described(z.array(int(1, 60)).check(z.length(2)), 'Days after a request, ascending'),
  expiry_days: int(7, 180),
  quiet_hours: described(
    z.nullable(z.strictObject({ from: TimeOfDay, to: TimeOfDay })),
    'No mail in these hours of its reader’s time zone; null: at any hour',
  ),
  outside_recipients_per_day: z.strictObject({ person: int(0, 1000), company: int(0, 100_000) }),
  retention_months: described(
    z.nullable(int(RETENTION_MONTHS_MIN, RETENTION_MONTHS_MAX)),
    'Answers are deleted when they are older; figures stay. null: they are kept',
  ),
  session_days: described(int(1, 90), 'A session ends after so many days without use'),
  feed_awards: described(z.enum(['everyone', 'admins']), 'Who may thank on the company’s feed'),
  badge_rule: z.strictObject({
    ratings: int(3, 50),
    people: int(3, 50),
    relations: int(1, 4),
    superior: described(z.boolean(), 'One of the relations must be a superior'),
    mean: z.number().check(
      z.minimum(3),
      z.maximum(5),
      z.refine((mean) => Number(mean.toFixed(1)) === mean, { error: 'too_precise' }),
    ),
  }),
}

export const Policies = named(
  z.object({
    confidentiality_threshold: z.int(),
    reminder_days: z.array(z.int()),
    expiry_days: z.int(),
    quiet_hours: z.nullable(z.object({ from: z.string(), to: z.string() })),
    outside_recipients_per_day: z.object({ person: z.int(), company: z.int() }),
    retention_months: z.nullable(z.int()),
    session_days: z.int(),
    feed_awards: z.enum(['everyone', 'admins']),
    badge_rule: z.object({ ratings: z.int(), people: z.int(), relations: z.int(), superior: z.boolean(), mean: z.number() }),
  }),
  'Policies',
)
export type Policies = z.infer<typeof Policies>
export const PoliciesPatch = z.partial(z.strictObject(fields))
export type PoliciesPatch = z.output<typeof PoliciesPatch>

export const adminPolicies = endpoints({
  getPolicies: {
    method: 'GET',
    path: '/api/admin/policies',
    access: 'admin',
    summary: 'The rules of the company',
    response: Policies,
  },
  updatePolicies: {
    method: 'PATCH',
    path: '/api/admin/policies',
    access: 'admin',
    asked_again: 'always',
    summary: 'Change rules; they hold from now on, and for requests that are under way keep what was promised',
    body: PoliciesPatch,
    response: Policies,
    errors: ['threshold_only_rises', 'reminders_out_of_order'],
  },
})
