import { z } from 'zod'
import { Id, Instant, optionalText, Person } from './common.ts'

export const FEEDBACK_STATUSES = ['pending', 'answered', 'declined', 'expired', 'cancelled'] as const
export const FeedbackStatus = z.enum(FEEDBACK_STATUSES)
export type FeedbackStatus = z.infer<typeof FeedbackStatus>

/** How the giver stands to the receiver (product.md §1). */
export const RELATIONS = ['superior', 'equal', 'lower', 'coworker', 'outside'] as const
export const Relation = z.enum(RELATIONS)
export type Relation = z.infer<typeof Relation>

export const MAX_COMMENT = 2000
export const MAX_CONTEXT = 200
export const MAX_MESSAGE = 1000
export const MAX_REASON = 500
/** How long an answer may be edited after it was given. */
export const EDIT_WINDOW_HOURS = 24

/** 1 Not yet · 2 Sometimes · 3 Often · 4 Consistently · 5 Role model. */
export const Rating = z.int().min(1).max(5)

/**
 * One person's answer about one skill. `rating: null` together with `not_observed: true` says "I haven't seen it":
 * it counts as answered but never in a mean.
 */
export const AnswerBody = z
  .strictObject({
    rating: Rating.nullable(),
    not_observed: z.boolean().default(false),
    situation: optionalText(MAX_COMMENT).describe('When did you see it?'),
    keep: optionalText(MAX_COMMENT).describe('What works well'),
    improve: optionalText(MAX_COMMENT).describe('What would help next'),
  })
  .refine((answer) => (answer.rating === null) === answer.not_observed, { path: ['rating'], error: 'rating_or_not_observed' })
export type AnswerBody = z.output<typeof AnswerBody>

/** A low rating without a word helps nobody: it needs `situation` or `improve` (product.md §2). */
export const needsComment = (answer: Pick<AnswerBody, 'rating' | 'situation' | 'improve'>) =>
  answer.rating !== null && answer.rating <= 2 && !answer.situation?.trim() && !answer.improve?.trim()

export const DeclineBody = z.strictObject({ reason: optionalText(MAX_REASON) })

export const SkillRef = z.object({ id: Id, name: z.string() }).meta({ id: 'SkillRef' })
export type SkillRef = z.infer<typeof SkillRef>

export const GivenAnswer = z
  .object({
    rating: Rating.nullable(),
    not_observed: z.boolean(),
    situation: z.string().nullable(),
    keep: z.string().nullable(),
    improve: z.string().nullable(),
    answered_at: Instant,
  })
  .meta({ id: 'GivenAnswer' })
export type GivenAnswer = z.infer<typeof GivenAnswer>

/** How a request came to be: asked by hand, by a recurrence, for an event, or offered by its giver without being asked. */
export const RequestKind = z.enum(['asked', 'recurring', 'event', 'offered'])
export type RequestKind = z.infer<typeof RequestKind>

const groupFields = {
  id: Id,
  requester: Person,
  context: z.string().nullable(),
  message: z.string().nullable(),
  confidential: z.boolean(),
  kind: RequestKind,
  created_at: Instant,
  due_at: Instant.nullable(),
}

/** A recipient's view of one request, as `GET /api/users/1` carries it. */
export const Group = z
  .object({
    ...groupFields,
    feedbacks: z.array(z.object({ id: Id, skill: SkillRef, status: FeedbackStatus })),
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof Group>

/** What came back for an answer: how its receiver rated it, and what they say to its giver. */
export const Thanks = z
  .object({
    stars: z.int().min(1).max(5).describe('How useful the answer was'),
    thanks: z.string().nullable(),
    will_try: z.string().nullable().describe('What the receiver will try next'),
    rated_at: Instant,
  })
  .meta({ id: 'Thanks' })
export type Thanks = z.infer<typeof Thanks>

/** A feedback as its giver sees it: with the answer, until when it may be edited, and what is allowed. */
export const OwnFeedback = z
  .object({
    id: Id,
    skill: SkillRef.extend({ description: z.string() }),
    status: FeedbackStatus,
    answer: GivenAnswer.nullable(),
    editable_until: Instant.nullable(),
    thanks: Thanks.nullable().describe('What came back for it; never on a confidential request'),
    can: z.object({ answer: z.boolean(), edit: z.boolean(), decline: z.boolean() }),
  })
  .meta({ id: 'OwnFeedback' })
export type OwnFeedback = z.infer<typeof OwnFeedback>

/** How many people a confidential request asked, fixed when it was sent: everyone who is asked sees it before they answer. */
export const Asked = z.object({ colleagues: z.int(), outsiders: z.int() }).meta({ id: 'Asked' })
export type Asked = z.infer<typeof Asked>

const asked = Asked.nullable().describe('How many were asked; null where that is not counted (named requests, events)')

export const OwnGroup = z
  .object({
    ...groupFields,
    asked,
    feedbacks: z.array(OwnFeedback.safeExtend({ reason: z.string().nullable().describe('What I said when I declined') })),
  })
  .meta({ id: 'OwnGroup' })
export type OwnGroup = z.infer<typeof OwnGroup>
