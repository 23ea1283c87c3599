import { z } from 'zod'
import { Cursor, distinct, Email, Id, IdParams, Instant, Locale, NextCursor, opaque, optionalText, Person, personName } from './common.ts'
import { endpoints } from './endpoint.ts'
import {
  AnswerBody,
  DeclineBody,
  FeedbackStatus,
  MAX_CONTEXT,
  MAX_MESSAGE,
  OwnFeedback,
  OwnGroup,
  Rating,
  Relation,
  RequestKind,
  SkillRef,
  Thanks,
} from './groups.ts'

export const MAX_SKILLS_PER_REQUEST = 5
export const MAX_RECIPIENTS = 20
/** A deadline lies at most this far ahead; later ones are forgotten anyway. */
export const MAX_DUE_DAYS = 180
/** A request can be undone for this long before its mails leave. */
export const UNDO_SECONDS = 10

export const RecipientInput = z.union([
  z.strictObject({ user_id: Id }),
  z.strictObject({
    email: Email,
    first_name: personName().optional(),
    last_name: personName().optional(),
    locale: Locale.optional(),
  }),
])
export type RecipientInput = z.infer<typeof RecipientInput>

/**
 * Whether a confidential request asks too few colleagues for an answer to be ever shown: people outside never count, because who asks
 * can invent addresses (product.md §3).
 */
export const lacksColleagues = (people: readonly { user_id: string | null }[], confidential: boolean, threshold: number) =>
  confidential && people.filter(({ user_id }) => user_id !== null).length < threshold

export const CreateRequestBody = z.strictObject({
  skill_ids: z.array(Id).min(1).max(MAX_SKILLS_PER_REQUEST).refine(distinct, { error: 'duplicate' }),
  recipients: z.array(RecipientInput).min(1).max(MAX_RECIPIENTS),
  context: optionalText(MAX_CONTEXT),
  message: optionalText(MAX_MESSAGE),
  confidential: z.boolean().default(false),
  due_at: Instant.nullish(),
  idempotency_key: opaque(100, 8).describe('The same key sends once, however often it is posted'),
})
export type CreateRequestBody = z.output<typeof CreateRequestBody>

export const SentFeedback = z
  .object({
    id: Id,
    skill: SkillRef,
    recipient: z.object({
      id: Id.describe('Names this person within the request'),
      user_id: Id.nullable(),
      email: z.string().nullable(),
      first_name: z.string(),
      last_name: z.string(),
      avatar_url: z.string().nullable(),
      locale: Locale.optional().describe('Of an outsider: the language of their mails about this request'),
      mails_stopped: z.boolean().optional().describe('Of an outsider: this address asked for no more mails of this company'),
    }),
    status: FeedbackStatus.nullable().describe('null on a confidential request: who has answered is not told'),
    reason: z.string().nullable().describe('Why the person declined, if they said so; never on a confidential request'),
    guest_link: z.string().optional().describe('Only for outsiders of a named request: on a confidential one it would open their answer'),
  })
  .meta({ id: 'SentFeedback' })

export const SentRequest = z
  .object({
    id: Id,
    created_at: Instant,
    due_at: Instant.nullable(),
    expires_at: Instant,
    cancelled_at: Instant.nullable(),
    confidential: z.boolean(),
    kind: RequestKind,
    context: z.string().nullable(),
    message: z.string().nullable(),
    skills: z.array(SkillRef),
    feedbacks: z.array(SentFeedback),
    counts: z.object({
      recipients: z.int(),
      answered: z.int().nullable().describe('People who answered at least one skill; null where the number would tell too much'),
    }),
    can: z.object({ remind: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'SentRequest' })
export type SentRequest = z.infer<typeof SentRequest>

/** A named answer as its receiver reads it. */
export const NamedAnswer = z
  .object({
    id: Id,
    skill: SkillRef,
    giver: Person,
    relation: Relation,
    context: z.string().nullable(),
    rating: Rating.nullable(),
    not_observed: z.boolean(),
    situation: z.string().nullable(),
    keep: z.string().nullable(),
    improve: z.string().nullable(),
    answered_at: Instant,
    is_read: z.boolean(),
    kind: RequestKind,
    unverified: z.boolean().describe('Given at an event by a guest: nobody checked the name and address that they typed'),
    thanks: Thanks.nullable().describe('How I rated it and what I said to its giver'),
    shared_at: Instant.nullable().describe('When I shared it with my manager of now; null when it is not shared'),
  })
  .meta({ id: 'NamedAnswer' })
export type NamedAnswer = z.infer<typeof NamedAnswer>

/** An answer that somebody shared with me, their manager. */
export const SharedAnswer = NamedAnswer.omit({ is_read: true, thanks: true, shared_at: true })
  .extend({ owner: Person, shared_at: Instant })
  .meta({ id: 'SharedAnswer' })
export type SharedAnswer = z.infer<typeof SharedAnswer>

export const MAX_THANKS = 500
/** Feedback that nobody asked for, per giver and 24 hours. */
export const MAX_OFFERED_PER_DAY = 20

export const RatingBody = z.strictObject({
  stars: z.int().min(1).max(5),
  thanks: optionalText(MAX_THANKS),
  will_try: optionalText(MAX_THANKS),
})
export type RatingBody = z.output<typeof RatingBody>

/** Number of ratings 1, 2, 3, 4 and 5, in this order. */
export const Distribution = z.array(z.int()).length(5).describe('Ratings 1 to 5')
export type Distribution = z.infer<typeof Distribution>

/**
 * The released confidential answers to one skill of one request: ratings only as a distribution, comments shuffled
 * and cut loose from them, each with a fresh random id, no author, no relation, no date finer than the month (product.md §3).
 */
export const ConfidentialAnswers = z
  .object({
    id: z.uuid().describe('Random: it tells these answers from others, and neither a time nor an order'),
    skill: SkillRef,
    context: z.string().nullable(),
    month: z.string().describe('YYYY-MM of the release'),
    n: z.int().describe('People who answered'),
    distribution: Distribution,
    not_observed: z.int(),
    comments: z.array(
      z.object({
        id: z.string(),
        situation: z.string().nullable(),
        keep: z.string().nullable(),
        improve: z.string().nullable(),
      }),
    ),
    is_read: z.boolean(),
  })
  .meta({ id: 'ConfidentialAnswers' })
export type ConfidentialAnswers = z.infer<typeof ConfidentialAnswers>

export const feedback = endpoints({
  createRequest: {
    method: 'POST',
    path: '/api/feedbacks/requests',
    access: 'employee',
    summary: 'Ask people for feedback on skills',
    body: CreateRequestBody,
    response: SentRequest,
    errors: ['cannot_ask_yourself', 'confidential_needs_more_people', 'due_in_past', 'due_too_far', 'idempotency_key_reused'],
  },
  listRequests: {
    method: 'GET',
    path: '/api/feedbacks/requests',
    access: 'employee',
    summary: 'Requests that I sent, newest first',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ requests: z.array(SentRequest), next_cursor: NextCursor }),
  },
  getRequest: {
    method: 'GET',
    path: '/api/feedbacks/requests/:id',
    access: 'employee',
    summary: 'One request that I sent',
    params: IdParams,
    response: SentRequest,
  },
  remindRequest: {
    method: 'POST',
    path: '/api/feedbacks/requests/:id/remind',
    access: 'employee',
    summary: 'Remind those who have not answered, each at most once a day',
    params: IdParams,
    response: z.object({ reminded: z.int() }),
    errors: ['reminded_recently', 'nothing_pending'],
  },
  cancelRequest: {
    method: 'DELETE',
    path: '/api/feedbacks/requests/:id',
    access: 'employee',
    summary: 'Cancel what is still pending of a request',
    params: IdParams,
    response: SentRequest,
  },
  listReceived: {
    method: 'GET',
    path: '/api/feedbacks/received',
    access: 'employee',
    summary: 'Requests that I received, by state, newest first',
    query: z.strictObject({ status: FeedbackStatus.default('pending'), cursor: Cursor }),
    response: z.object({ groups: z.array(OwnGroup), next_cursor: NextCursor }),
  },
  answerFeedback: {
    method: 'POST',
    path: '/api/feedbacks/:id/answer',
    access: 'employee',
    summary: 'Answer; posting the same answer again changes nothing',
    params: IdParams,
    body: AnswerBody,
    response: OwnFeedback,
    errors: ['comment_required', 'already_answered', 'feedback_declined', 'feedback_expired', 'feedback_cancelled'],
  },
  editAnswer: {
    method: 'PATCH',
    path: '/api/feedbacks/:id/answer',
    access: 'employee',
    summary: 'Change my answer within 24 hours',
    params: IdParams,
    body: AnswerBody,
    response: OwnFeedback,
    errors: ['comment_required', 'not_answered', 'edit_window_closed'],
  },
  declineFeedback: {
    method: 'POST',
    path: '/api/feedbacks/:id/decline',
    access: 'employee',
    summary: 'Say no, with a reason if wished',
    params: IdParams,
    body: DeclineBody,
    response: OwnFeedback,
    errors: ['already_answered', 'feedback_expired', 'feedback_cancelled'],
  },
  listAnswers: {
    method: 'GET',
    path: '/api/feedbacks/answers',
    access: 'employee',
    summary: 'Named answers that I received, newest first; the newest confidential ones come with the first page',
    query: z.strictObject({
      skill_id: Id.optional(),
      relation: Relation.optional().describe('Named answers of this relation; confidential ones have none and are left out'),
      unread: z.literal('true').optional(),
      cursor: Cursor,
    }),
    response: z.object({
      answers: z.array(NamedAnswer),
      confidential: z.array(ConfidentialAnswers),
      confidential_cursor: NextCursor.describe('For `listConfidentialAnswers`'),
      next_cursor: NextCursor,
    }),
  },
  getAnswer: {
    method: 'GET',
    path: '/api/feedbacks/answers/:id',
    access: 'employee',
    summary: 'One named answer that I received',
    params: IdParams,
    response: NamedAnswer,
  },
  listConfidentialAnswers: {
    method: 'GET',
    path: '/api/feedbacks/confidential-answers',
    access: 'employee',
    summary: 'Released confidential answers by request and skill, newest month first',
    query: z.strictObject({ skill_id: Id.optional(), unread: z.literal('true').optional(), cursor: Cursor }),
    response: z.object({ confidential: z.array(ConfidentialAnswers), next_cursor: NextCursor }),
  },
  rateAnswer: {
    method: 'POST',
    path: '/api/feedbacks/:id/rating',
    access: 'employee',
    summary: 'Say how useful a named answer was, thank its giver, and say what I will try; rating again replaces it',
    params: IdParams,
    body: RatingBody,
    response: NamedAnswer,
  },
  shareAnswer: {
    method: 'PUT',
    path: '/api/feedbacks/:id/shared-with-manager',
    access: 'employee',
    summary: 'Let my manager of now read one named answer',
    params: IdParams,
    response: NamedAnswer,
    errors: ['manager_unset'],
  },
  withdrawAnswer: {
    method: 'DELETE',
    path: '/api/feedbacks/:id/shared-with-manager',
    access: 'employee',
    summary: 'No longer share it',
    params: IdParams,
    response: NamedAnswer,
  },
  listShared: {
    method: 'GET',
    path: '/api/feedbacks/shared',
    access: 'employee',
    summary: 'Answers that people whose manager I am share with me, newest first',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ answers: z.array(SharedAnswer), next_cursor: NextCursor }),
  },
  countShared: {
    method: 'GET',
    path: '/api/feedbacks/shared/count',
    access: 'employee',
    summary: 'How many answers are shared with me',
    response: z.object({ n: z.int() }),
  },
  offerFeedback: {
    method: 'POST',
    path: '/api/feedbacks/offered',
    access: 'employee',
    limit: 'mail',
    summary: 'Give a colleague feedback that they did not ask for; always named',
    body: AnswerBody.safeExtend({ user_id: Id, skill_id: Id, idempotency_key: opaque(100, 8) }),
    response: z.object({ group_id: Id, feedback: OwnFeedback }),
    errors: ['comment_required', 'cannot_offer_yourself', 'idempotency_key_reused'],
  },
  dashboardAccess: {
    method: 'GET',
    path: '/api/users/dashboard/access',
    access: 'employee',
    changes: true,
    summary: 'Opens the dashboard: marks my readable answers as read and says which named ones were new',
    response: z.object({ access: z.literal(true), new_feedback_ids: z.array(Id) }),
  },
})
