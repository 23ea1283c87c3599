import * as z from 'zod/mini'
import { MAX_CONTEXT, MAX_MESSAGE, SkillRef } from './answers.ts'
import { Cursor, Day, Done, distinct, Id, IdParams, Instant, NextCursor, opaque, optionalText } from './common.ts'
import { endpoints } from './endpoint.ts'
import { MAX_SKILLS_PER_REQUEST, RecipientInput } from './feedback.ts'
import { described, named } from './openapi.ts'

export const MAX_POOL = 50
/** Maximum number of people per round. */
export const MAX_PER_ROUND = 10
export const MAX_ROUNDS = 60
export const MAX_RECURRENCES = 20
/** How many coming rounds are shown, before saving and after. */
export const SHOWN_ROUNDS = 3

/** Every two weeks to every six months (docs/PRODUCT.md, "Regular requests"). */
export const Every = z.discriminatedUnion('unit', [
  z.strictObject({ unit: z.literal('week'), count: z.int().check(z.minimum(2), z.maximum(26)) }),
  z.strictObject({ unit: z.literal('month'), count: z.int().check(z.minimum(1), z.maximum(6)) }),
])
export type Every = z.infer<typeof Every>

/** A day of the owner's calendar. */
const OwnDay = described(Day, 'YYYY-MM-DD, in the owner’s time zone')

export const Ends = z.union([
  z.strictObject({ rounds: z.int().check(z.minimum(1), z.maximum(MAX_ROUNDS)) }),
  z.strictObject({ date: OwnDay }),
])
export type Ends = z.infer<typeof Ends>

const plan = {
  skill_ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SKILLS_PER_REQUEST), z.refine(distinct, { error: 'duplicate' })),
  pool: z.array(RecipientInput).check(z.minLength(1), z.maxLength(MAX_POOL)),
  every: Every,
  per_round: z.int().check(z.minimum(1), z.maximum(MAX_PER_ROUND)),
  starts_on: OwnDay,
  ends: Ends,
  context: optionalText(MAX_CONTEXT),
  message: optionalText(MAX_MESSAGE),
  confidential: z._default(z.boolean(), false),
}

export const RecurrenceBody = z.strictObject({ ...plan, idempotency_key: opaque(100, 8) })
export type RecurrenceBody = z.output<typeof RecurrenceBody>

/** A change: everything but `confidential`, which is frozen; `paused` pauses and resumes. */
export const RecurrencePatch = z.partial(
  z.strictObject({
    skill_ids: plan.skill_ids,
    pool: plan.pool,
    every: plan.every,
    per_round: plan.per_round,
    ends: plan.ends,
    context: plan.context,
    message: plan.message,
    paused: z.boolean(),
  }),
)
export type RecurrencePatch = z.output<typeof RecurrencePatch>

export const PoolMember = named(
  z.object({
    id: described(Id, 'Names this person within the pool'),
    user_id: z.nullable(Id),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    avatar_url: z.nullable(z.string()),
    open_requests: described(
      z.int(),
      'Requests that wait for this person’s answer, confidential ones until they expire; 0 for an outsider',
    ),
    asked_at: described(z.nullable(Instant), 'When this recurrence asked them last'),
    mails_stopped: described(z.optional(z.boolean()), 'Of an outsider: this address asked for no more mails of this company'),
  }),
  'PoolMember',
)

/** The preview of a round, by the current state: a person who is busy that day is replaced by the next. */
export const PlannedRound = named(
  z.object({
    at: Instant,
    members: z.array(z.object({ user_id: z.nullable(Id), email: z.string(), first_name: z.string(), last_name: z.string() })),
  }),
  'PlannedRound',
)
export type PlannedRound = z.infer<typeof PlannedRound>

export const Recurrence = named(
  z.object({
    id: Id,
    state: z.enum(['active', 'paused', 'ended']),
    skills: z.array(SkillRef),
    pool: z.array(PoolMember),
    every: Every,
    per_round: z.int(),
    starts_on: OwnDay,
    ends: Ends,
    context: z.nullable(z.string()),
    message: z.nullable(z.string()),
    confidential: z.boolean(),
    rounds_sent: z.int(),
    last_round_at: z.nullable(Instant),
    next_rounds: described(z.array(PlannedRound), 'At most three; none while paused or ended'),
    created_at: Instant,
  }),
  'Recurrence',
)
export type Recurrence = z.infer<typeof Recurrence>

const errors = [
  'cannot_ask_yourself',
  'person_deactivated',
  'confidential_needs_more_people',
  'starts_in_past',
  'ends_before_start',
  'per_round_exceeds_pool',
] as const

export const recurrences = endpoints({
  listRecurrences: {
    method: 'GET',
    path: '/api/feedbacks/recurrences',
    access: 'employee',
    summary: 'What I ask regularly: those that go on first, then the ended ones, newest first',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ recurrences: z.array(Recurrence), next_cursor: NextCursor }),
  },
  previewRecurrence: {
    method: 'POST',
    path: '/api/feedbacks/recurrences/preview',
    access: 'employee',
    summary: 'The next three rounds of a plan, before it is saved; stores nothing',
    body: z.strictObject({
      pool: plan.pool,
      every: plan.every,
      per_round: plan.per_round,
      starts_on: plan.starts_on,
      ends: plan.ends,
      confidential: described(z.optional(z.boolean()), 'A new plan: its rounds keep places for as many colleagues as must answer'),
      recurrence_id: described(z.optional(Id), 'A change of this recurrence: people who were asked recently come later'),
    }),
    response: z.object({ rounds: z.array(PlannedRound) }),
    errors: ['cannot_ask_yourself', 'person_deactivated', 'starts_in_past', 'ends_before_start', 'per_round_exceeds_pool'],
  },
  createRecurrence: {
    method: 'POST',
    path: '/api/feedbacks/recurrences',
    access: 'employee',
    summary: 'Ask regularly: a pool of people in turn, some each round',
    body: RecurrenceBody,
    response: Recurrence,
    errors: [...errors, 'too_many_recurrences', 'idempotency_key_reused'],
  },
  updateRecurrence: {
    method: 'PATCH',
    path: '/api/feedbacks/recurrences/:id',
    access: 'employee',
    summary: 'Change, pause or resume; what was sent stays',
    params: IdParams,
    body: RecurrencePatch,
    response: Recurrence,
    errors: [...errors, 'recurrence_ended', 'too_many_recurrences'],
  },
  deleteRecurrence: {
    method: 'DELETE',
    path: '/api/feedbacks/recurrences/:id',
    access: 'employee',
    summary: 'Stop for good; what was sent stays',
    params: IdParams,
    response: Done,
  },
})
