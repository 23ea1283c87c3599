import * as z from 'zod/mini'
import { Id, Instant, optionalText, Person } from './common.ts'
import { described, named } from './openapi.ts'
import { GiverRelation } from './relations.ts'

export const FEEDBACK_STATUSES = ['pending', 'answered', 'declined', 'expired', 'cancelled'] as const
export const FeedbackStatus = z.enum(FEEDBACK_STATUSES)
export type FeedbackStatus = z.infer<typeof FeedbackStatus>

export const MAX_COMMENT = 2000
export const MAX_CONTEXT = 200
export const MAX_MESSAGE = 1000
export const MAX_REASON = 500
/** The edit window: how long an answer may be edited after it was given. */
export const EDIT_WINDOW_HOURS = 24

/** 1 Not yet · 2 Sometimes · 3 Often · 4 Consistently · 5 Role model. */
export const Rating = z.int().check(z.minimum(1), z.maximum(5))

/** What an answer says in words. */
const words = {
  situation: described(optionalText(MAX_COMMENT), 'When did it show?'),
  keep: described(optionalText(MAX_COMMENT), 'What works well'),
  improve: described(optionalText(MAX_COMMENT), 'What would help next'),
}

/** The rating is null exactly where the skill was not observed. */
export const isRatedOrNotObserved = ({ rating, not_observed }: { rating: number | null; not_observed: boolean }) =>
  (rating === null) === not_observed

/**
 * One person's answer about one skill. `rating: null` together with `not_observed: true` means "I haven't seen it": it counts as answered
 * but never in a score.
 */
export const AnswerBody = z
  .strictObject({
    rating: z.nullable(Rating),
    not_observed: z._default(z.boolean(), false),
    ...words,
  })
  .check(z.refine(isRatedOrNotObserved, { path: ['rating'], error: 'rating_or_not_observed' }))
export type AnswerBody = z.output<typeof AnswerBody>

/** A change of an answer: a field that is not sent stays, null empties it. The rules of `AnswerBody` hold for what results. */
export const AnswerPatch = z.partial(z.strictObject({ rating: z.nullable(Rating), not_observed: z.boolean(), ...words }))
export type AnswerPatch = z.output<typeof AnswerPatch>

/** A low rating needs a comment, in `situation` or `improve` (docs/PRODUCT.md, "Ratings and figures"). */
export const needsComment = (answer: Pick<AnswerBody, 'rating' | 'situation' | 'improve'>) =>
  answer.rating !== null && answer.rating <= 2 && !answer.situation?.trim() && !answer.improve?.trim()

export const DeclineBody = z.strictObject({ reason: optionalText(MAX_REASON) })

export const SkillRef = named(z.object({ id: Id, name: z.string() }), 'SkillRef')
export type SkillRef = z.infer<typeof SkillRef>

/** The comments of an answer. */
export const commentFields = {
  situation: z.nullable(z.string()),
  keep: z.nullable(z.string()),
  improve: z.nullable(z.string()),
}

/** An answer as it is read. */
export const answerFields = {
  rating: z.nullable(Rating),
  not_observed: z.boolean(),
  ...commentFields,
  answered_at: Instant,
}

export const GivenAnswer = named(z.object(answerFields), 'GivenAnswer')
export type GivenAnswer = z.infer<typeof GivenAnswer>

/** The origin of a request: sent manually, by a recurring request, for an event, or unrequested feedback by its giver. */
export const RequestKind = z.enum(['asked', 'recurring', 'event', 'offered'])
export type RequestKind = z.infer<typeof RequestKind>

const groupFields = {
  id: Id,
  requester: Person,
  context: z.nullable(z.string()),
  message: z.nullable(z.string()),
  confidential: z.boolean(),
  kind: RequestKind,
  created_at: Instant,
  due_at: z.nullable(Instant),
  later_at: described(z.nullable(Instant), 'I asked to be reminded then; null once that time has passed'),
}

/** A recipient's view of one request, as in `GET /api/users/1`. */
export const Group = named(
  z.object({
    ...groupFields,
    feedbacks: z.array(z.object({ id: Id, skill: SkillRef, status: FeedbackStatus })),
  }),
  'Group',
)
export type Group = z.infer<typeof Group>

/** The receiver's thanks for an answer: its rating, and a text to its giver. */
export const Thanks = named(
  z.object({
    stars: described(z.int().check(z.minimum(1), z.maximum(5)), 'How useful the answer was'),
    thanks: z.nullable(z.string()),
    will_try: described(z.nullable(z.string()), 'What the receiver will try next'),
    rated_at: Instant,
  }),
  'Thanks',
)
export type Thanks = z.infer<typeof Thanks>

export const withdrawn = described(z.boolean(), 'Its giver deleted the answer: `status` is `declined`, which it was not')

/** A feedback as its giver sees it: with the answer, until when it may be edited, and what is allowed. */
export const GivenFeedback = named(
  z.object({
    id: Id,
    skill: z.extend(SkillRef, { description: z.string() }),
    status: FeedbackStatus,
    withdrawn,
    answer: z.nullable(GivenAnswer),
    editable_until: z.nullable(Instant),
    thanks: described(z.nullable(Thanks), 'What came back for it; never on a confidential request'),
    can: z.object({ answer: z.boolean(), edit: z.boolean(), decline: z.boolean(), reopen: z.boolean() }),
  }),
  'GivenFeedback',
)
export type GivenFeedback = z.infer<typeof GivenFeedback>

/** How many people a confidential request asked, frozen when it was sent: everyone who is asked sees it before they answer. */
export const Asked = named(
  z.object({
    colleagues: z.int(),
    outsiders: z.int(),
    counting: described(
      z.optional(z.int()),
      'Of an administrator’s request, where not all of the colleagues count: how many do. Accounts that are new, or that someone was let into lately, do not',
    ),
  }),
  'Asked',
)
export type Asked = z.infer<typeof Asked>

const asked = described(z.nullable(Asked), 'How many were asked; null where that is not counted (named requests, events)')

export const RequestToAnswer = named(
  z.object({
    ...groupFields,
    expires_at: Instant,
    asked,
    threshold: described(z.nullable(z.int()), 'Kept from before; null: the company’s'),
    relation: described(
      z.optional(GiverRelation),
      'How I work with the requester, as I was asked when the request was sent; absent on a confidential request',
    ),
    relations: described(
      z.optional(z.array(GiverRelation)),
      'Those that I may answer as: superior only for the manager on record, where there is one; absent on a confidential request',
    ),
    feedbacks: z.array(z.safeExtend(GivenFeedback, { reason: described(z.nullable(z.string()), 'What I said when I declined') })),
  }),
  'RequestToAnswer',
)
export type RequestToAnswer = z.infer<typeof RequestToAnswer>
