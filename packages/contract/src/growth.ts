import * as z from 'zod/mini'
import { answerFields, MAX_MESSAGE, SkillRef } from './answers.ts'
import { Cursor, Id, IdParams, Instant, NextCursor, opaque, optionalText, Person, text } from './common.ts'
import { DAY_MS } from './durations.ts'
import { endpoints } from './endpoint.ts'
import { SentRequest } from './feedback.ts'
import { described, named } from './openapi.ts'
import { MAX_THANKS } from './received-answers.ts'

/** After so many days a try is asked about: "Did it help?". */
export const TRY_DAYS = 14

/** The newest instant since which a try is due, in milliseconds. */
export const tryDueUntil = (now: number) => now - TRY_DAYS * DAY_MS

export const TRY_STATUSES = ['trying', 'done', 'dropped'] as const
export type TryStatus = (typeof TRY_STATUSES)[number]

export const TRY_OUTCOMES = ['yes', 'a_little', 'not_yet'] as const
export type TryOutcome = (typeof TRY_OUTCOMES)[number]

/** An answer as one side of a comparison. */
const Side = named(z.object({ id: Id, ...answerFields }), 'TrySide')

/** What I said I will try, at an answer that I received. Its id is the answer's. */
export const Try = named(
  z.object({
    id: Id,
    skill: SkillRef,
    giver: Person,
    text: z.string(),
    created_at: Instant,
    status: z.enum(TRY_STATUSES),
    is_due: described(z.boolean(), 'Two weeks have passed: did it help?'),
    outcome: z.nullable(z.enum(TRY_OUTCOMES)),
    outcome_at: z.nullable(Instant),
    before: described(Side, 'The answer at which I said it'),
    after: described(z.nullable(Side), 'The newest named answer of the same giver on the same skill since then'),
    waiting: described(
      z.nullable(z.object({ request_id: Id, sent_at: Instant })),
      'A named request of mine to the same giver on the same skill that waits for their answer',
    ),
    open_requests: described(z.int(), 'Requests that wait for the giver’s answer; 0 for an outsider'),
    can: z.object({ ask_again: described(z.boolean(), 'Whether the giver can be reached and does not have such a request yet') }),
  }),
  'Try',
)
export type Try = z.infer<typeof Try>

export const growth = endpoints({
  listTries: {
    method: 'GET',
    path: '/api/tries',
    access: 'employee',
    summary: 'What I said I will try: due ones first, then open, then closed, the newest first among each; only at named answers',
    query: z.strictObject({
      skill_id: z.optional(Id),
      status: z.optional(z.enum(TRY_STATUSES)),
      due: described(z.optional(z.literal('true')), 'Only those that are asked about now'),
      cursor: Cursor,
    }),
    response: z.object({ tries: z.array(Try), next_cursor: NextCursor }),
  },
  updateTry: {
    method: 'PATCH',
    path: '/api/tries/:id',
    access: 'employee',
    summary: 'Change what I try, close it, or say whether it helped; unless it did, it is asked about again two weeks later',
    params: IdParams,
    body: z.union([
      z.strictObject({ text: text(MAX_THANKS).check(z.minLength(1)) }),
      z.strictObject({ status: z.enum(TRY_STATUSES) }),
      z.strictObject({ outcome: z.enum(TRY_OUTCOMES) }),
    ]),
    response: Try,
  },
  askAgain: {
    method: 'POST',
    path: '/api/tries/:id/ask-again',
    access: 'employee',
    summary: 'Ask the same giver about the same skill again, by name; while such a request waits, it is returned instead',
    params: IdParams,
    body: z.strictObject({ message: optionalText(MAX_MESSAGE), idempotency_key: opaque(100, 8) }),
    response: SentRequest,
    errors: ['cannot_ask_again', 'idempotency_key_reused'],
  },
})
