import { z } from 'zod'
import { Cursor, Day, Done, distinct, Id, IdParams, Instant, NextCursor, opaque, optionalText } from './common.ts'
import { endpoints } from './endpoint.ts'
import { MAX_SKILLS_PER_REQUEST, RecipientInput } from './feedback.ts'
import { MAX_CONTEXT, MAX_MESSAGE, SkillRef } from './groups.ts'

export const MAX_POOL = 50
/** How many of the pool one round may ask. */
export const MAX_PER_ROUND = 10
export const MAX_ROUNDS = 60
export const MAX_RECURRENCES = 20
/** How many coming rounds are shown, before saving and after. */
export const SHOWN_ROUNDS = 3

/** Every two weeks to every six months (product.md §5). */
export const Every = z.discriminatedUnion('unit', [
  z.strictObject({ unit: z.literal('week'), count: z.int().min(2).max(26) }),
  z.strictObject({ unit: z.literal('month'), count: z.int().min(1).max(6) }),
])
export type Every = z.infer<typeof Every>

/** A day of the owner's calendar. */
const OwnDay = Day.describe('YYYY-MM-DD, in the owner’s time zone')

export const Ends = z.union([z.strictObject({ rounds: z.int().min(1).max(MAX_ROUNDS) }), z.strictObject({ date: OwnDay })])
export type Ends = z.infer<typeof Ends>

const plan = {
  skill_ids: z.array(Id).min(1).max(MAX_SKILLS_PER_REQUEST).refine(distinct, { error: 'duplicate' }),
  pool: z.array(RecipientInput).min(1).max(MAX_POOL),
  every: Every,
  per_round: z.int().min(1).max(MAX_PER_ROUND),
  starts_on: OwnDay,
  ends: Ends,
  context: optionalText(MAX_CONTEXT),
  message: optionalText(MAX_MESSAGE),
  confidential: z.boolean().default(false),
}

export const RecurrenceBody = z.strictObject({ ...plan, idempotency_key: opaque(100, 8) })
export type RecurrenceBody = z.output<typeof RecurrenceBody>

/** A change: everything but `confidential`, which is frozen; a state of its own pauses and resumes. */
export const RecurrencePatch = z
  .strictObject({
    skill_ids: plan.skill_ids,
    pool: plan.pool,
    every: plan.every,
    per_round: plan.per_round,
    ends: plan.ends,
    context: plan.context,
    message: plan.message,
    paused: z.boolean(),
  })
  .partial()
export type RecurrencePatch = z.output<typeof RecurrencePatch>

export const PoolMember = z
  .object({
    id: Id.describe('Names this person within the pool'),
    user_id: Id.nullable(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    avatar_url: z.string().nullable(),
    open_requests: z.int().describe('Requests that wait for this person’s answer, confidential ones until they expire; 0 for an outsider'),
    asked_at: Instant.nullable().describe('When this recurrence asked them last'),
    mails_stopped: z.boolean().optional().describe('Of an outsider: this address asked for no more mails of this company'),
  })
  .meta({ id: 'PoolMember' })

/** Who would be asked when, as it stands now: whoever is busy that day gives their turn to the next. */
export const PlannedRound = z
  .object({
    at: Instant,
    members: z.array(z.object({ user_id: Id.nullable(), email: z.string(), first_name: z.string(), last_name: z.string() })),
  })
  .meta({ id: 'PlannedRound' })
export type PlannedRound = z.infer<typeof PlannedRound>

export const Recurrence = z
  .object({
    id: Id,
    state: z.enum(['active', 'paused', 'ended']),
    skills: z.array(SkillRef),
    pool: z.array(PoolMember),
    every: Every,
    per_round: z.int(),
    starts_on: OwnDay,
    ends: Ends,
    context: z.string().nullable(),
    message: z.string().nullable(),
    confidential: z.boolean(),
    rounds_sent: z.int(),
    last_round_at: Instant.nullable(),
    next_rounds: z.array(PlannedRound).describe('At most three; none while paused or ended'),
    created_at: Instant,
  })
  .meta({ id: 'Recurrence' })
export type Recurrence = z.infer<typeof Recurrence>

const errors = [
  'cannot_ask_yourself',
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
      confidential: z.boolean().optional().describe('A new plan: its rounds keep places for as many colleagues as must answer'),
      recurrence_id: Id.optional().describe('A change of this one: whoever was asked lately comes later'),
    }),
    response: z.object({ rounds: z.array(PlannedRound) }),
    errors: ['cannot_ask_yourself', 'starts_in_past', 'ends_before_start', 'per_round_exceeds_pool'],
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
