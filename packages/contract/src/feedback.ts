import * as z from 'zod/mini'
import {
  AnswerBody,
  AnswerPatch,
  DeclineBody,
  FeedbackStatus,
  GivenFeedback,
  MAX_CONTEXT,
  MAX_MESSAGE,
  RequestKind,
  RequestToAnswer,
  SkillRef,
  withdrawn,
} from './answers.ts'
import { Cursor, Day, Done, distinct, Id, IdParams, Instant, Locale, NextCursor, opaque, optionalText, outsiderFields } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { ConfidentialAnswers, NamedAnswer, RatingBody } from './received-answers.ts'
import { GiverRelation, Relation } from './relations.ts'

export const MAX_SKILLS_PER_REQUEST = 5
export const MAX_RECIPIENTS = 20
/** How far ahead a deadline may be. */
export const MAX_DUE_DAYS = 180
/** The undo window of a request: its mails are sent after it. */
export const UNDO_SECONDS = 10

/** How the giver works with the receiver, said by the giver of a named answer and fixed with it. */
export const givenRelation = described(
  z.optional(GiverRelation),
  'How I work with the receiver, fixed with the answer. By default as I was asked; at an event and for offered feedback, coworker. Only of a named answer; superior only for the manager on record, where there is one',
)

/** An answer of a person with an account. */
export const ColleagueAnswerBody = z.safeExtend(AnswerBody, { relation: givenRelation })
export type ColleagueAnswerBody = z.output<typeof ColleagueAnswerBody>

/** Feedbacks of one group: its skills that a change is about. */
export const FeedbackIds = z
  .array(Id)
  .check(z.minLength(1), z.maxLength(MAX_SKILLS_PER_REQUEST), z.refine(distinct, { error: 'duplicate' }))

export const RecipientInput = z.union([z.strictObject({ user_id: Id }), z.strictObject({ ...outsiderFields, locale: z.optional(Locale) })])
export type RecipientInput = z.infer<typeof RecipientInput>

/**
 * Whether a confidential request asks too few colleagues for any answer to be released: external people never count, because the requester
 * can invent addresses (docs/PRODUCT.md, "Confidentiality").
 */
export const lacksColleagues = (people: readonly { user_id: string | null }[], confidential: boolean, threshold: number) =>
  confidential && people.filter(({ user_id }) => user_id !== null).length < threshold

export const CreateRequestBody = z.strictObject({
  skill_ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SKILLS_PER_REQUEST), z.refine(distinct, { error: 'duplicate' })),
  recipients: z.array(RecipientInput).check(z.minLength(1), z.maxLength(MAX_RECIPIENTS)),
  context: optionalText(MAX_CONTEXT),
  message: optionalText(MAX_MESSAGE),
  confidential: z._default(z.boolean(), false),
  due_at: z.nullish(Instant),
  idempotency_key: described(opaque(100, 8), 'The same key sends once, however often it is posted'),
})
export type CreateRequestBody = z.output<typeof CreateRequestBody>

export const SentFeedback = named(
  z.object({
    id: Id,
    skill: SkillRef,
    recipient: z.object({
      id: described(Id, 'Names this person within the request'),
      user_id: z.nullable(Id),
      email: z.nullable(z.string()),
      first_name: z.string(),
      last_name: z.string(),
      avatar_url: z.nullable(z.string()),
      locale: described(z.optional(Locale), 'Of an outsider: the language of their mails about this request'),
      mails_stopped: described(z.optional(z.boolean()), 'Of an outsider: this address asked for no more mails of this company'),
    }),
    status: described(z.nullable(FeedbackStatus), 'null on a confidential request: who has answered is not shown'),
    withdrawn,
    reason: described(z.nullable(z.string()), 'Why the person declined, if they said so; never on a confidential request'),
    guest_link: described(
      z.optional(z.string()),
      'Only for outsiders of a named request: on a confidential one it would open their answer',
    ),
  }),
  'SentFeedback',
)

export const SentRequest = named(
  z.object({
    id: Id,
    created_at: Instant,
    due_at: z.nullable(Instant),
    expires_at: Instant,
    cancelled_at: z.nullable(Instant),
    confidential: z.boolean(),
    kind: RequestKind,
    context: z.nullable(z.string()),
    message: z.nullable(z.string()),
    skills: z.array(SkillRef),
    feedbacks: z.array(SentFeedback),
    counts: z.object({
      recipients: z.int(),
      answered: described(z.nullable(z.int()), 'People who answered at least one skill; null where the number would tell too much'),
    }),
    can_remind_from: described(
      z.nullable(Instant),
      'From when the first one may be reminded: a day after the request left, and after each reminder; null when that is now or never',
    ),
    can: z.object({
      remind: described(z.boolean(), 'Now: for someone a day has passed since the request left, and since the last reminder'),
      cancel: z.boolean(),
    }),
  }),
  'SentRequest',
)
export type SentRequest = z.infer<typeof SentRequest>

/** Rate limit: unrequested feedback, per giver and 24 hours. */
export const MAX_OFFERED_PER_DAY = 20

export const feedback = endpoints({
  createRequest: {
    method: 'POST',
    path: '/api/feedbacks/requests',
    access: 'employee',
    summary: 'Ask people for feedback on skills',
    body: CreateRequestBody,
    response: SentRequest,
    errors: [
      'cannot_ask_yourself',
      'person_deactivated',
      'confidential_needs_more_people',
      'due_in_past',
      'due_too_far',
      'idempotency_key_reused',
    ],
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
    summary: 'Remind those who have not answered, each at most once a day, the first time a day after the request left',
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
  listRequestsToAnswer: {
    method: 'GET',
    path: '/api/feedbacks/received',
    access: 'employee',
    summary: 'Requests that I received, by state: pending ones by due date, postponed ones last; others newest first',
    query: z.strictObject({ status: z._default(FeedbackStatus, 'pending'), cursor: Cursor }),
    response: z.object({ groups: z.array(RequestToAnswer), next_cursor: NextCursor }),
  },
  getRequestToAnswer: {
    method: 'GET',
    path: '/api/feedbacks/received/:id',
    access: 'employee',
    summary:
      'One request that I received, with all of its skills, whatever their state; by its id here, or by that of the request or of one of its feedbacks, as news name them',
    params: IdParams,
    response: RequestToAnswer,
  },
  answerFeedback: {
    method: 'POST',
    path: '/api/feedbacks/:id/answer',
    access: 'employee',
    summary: 'Answer; posting the same answer again changes nothing',
    params: IdParams,
    body: ColleagueAnswerBody,
    response: GivenFeedback,
    errors: ['comment_required', 'already_answered', 'feedback_declined', 'feedback_expired', 'feedback_cancelled'],
  },
  editAnswer: {
    method: 'PATCH',
    path: '/api/feedbacks/:id/answer',
    access: 'employee',
    summary: 'Change my answer within 24 hours; what is not sent stays',
    params: IdParams,
    body: AnswerPatch,
    response: GivenFeedback,
    errors: ['comment_required', 'not_answered', 'edit_window_closed'],
  },
  declineFeedback: {
    method: 'POST',
    path: '/api/feedbacks/:id/decline',
    access: 'employee',
    summary: 'Say no, with a reason if wished',
    params: IdParams,
    body: DeclineBody,
    response: GivenFeedback,
    errors: ['already_answered', 'feedback_expired', 'feedback_cancelled'],
  },
  declineRequest: {
    method: 'POST',
    path: '/api/feedbacks/received/:id/decline',
    access: 'employee',
    summary: 'Say no to several skills of a request at once; those that are no longer pending stay as they are',
    params: IdParams,
    body: z.safeExtend(DeclineBody, { feedback_ids: FeedbackIds }),
    response: z.object({ feedbacks: z.array(GivenFeedback) }),
    errors: ['already_answered', 'feedback_expired', 'feedback_cancelled'],
  },
  reopenRequest: {
    method: 'POST',
    path: '/api/feedbacks/received/:id/reopen',
    access: 'employee',
    summary: 'Take back that I declined, while the request is open; the requester’s news of it disappears',
    params: IdParams,
    body: z.strictObject({ feedback_ids: FeedbackIds }),
    response: z.object({ feedbacks: z.array(GivenFeedback) }),
    errors: ['already_answered', 'feedback_expired', 'feedback_cancelled'],
  },
  postponeRequest: {
    method: 'PUT',
    path: '/api/feedbacks/received/:id/later',
    access: 'employee',
    summary: 'Remind me that morning, in my time zone; automatic reminders before it are not sent. The requester does not see it',
    params: IdParams,
    body: z.strictObject({ day: Day }),
    response: z.object({ later_at: Instant }),
    errors: ['already_answered', 'feedback_declined', 'feedback_expired', 'feedback_cancelled', 'due_in_past', 'due_too_far'],
  },
  resumeRequest: {
    method: 'DELETE',
    path: '/api/feedbacks/received/:id/later',
    access: 'employee',
    summary: 'Do not wait any longer: the request is listed by its due date again',
    params: IdParams,
    response: Done,
  },
  listAnswers: {
    method: 'GET',
    path: '/api/feedbacks/answers',
    access: 'employee',
    summary: 'Named answers that I received, newest first; the newest confidential ones come with the first page',
    query: z.strictObject({
      skill_id: z.optional(Id),
      relation: described(z.optional(Relation), 'Named answers of this relation; confidential ones have none and are left out'),
      new: z.optional(z.literal('true')),
      cursor: Cursor,
    }),
    response: z.object({
      answers: z.array(NamedAnswer),
      confidential: z.array(ConfidentialAnswers),
      confidential_cursor: described(NextCursor, 'For `listConfidentialAnswers`'),
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
  markAnswersSeen: {
    method: 'POST',
    path: '/api/feedbacks/answers/seen',
    access: 'employee',
    summary: 'Mark answers that I received as seen, by the ids of named ones and of confidential groups; others have no effect',
    body: z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
    response: z.object({ new_answers: z.int() }),
  },
  listConfidentialAnswers: {
    method: 'GET',
    path: '/api/feedbacks/confidential-answers',
    access: 'employee',
    summary: 'Released confidential answers by request and skill, newest month first',
    query: z.strictObject({ skill_id: z.optional(Id), new: z.optional(z.literal('true')), cursor: Cursor }),
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
  offerFeedback: {
    method: 'POST',
    path: '/api/feedbacks/offered',
    access: 'employee',
    limit: 'mail',
    summary: 'Give a colleague feedback that they did not ask for; always named',
    body: z.safeExtend(ColleagueAnswerBody, { user_id: Id, skill_id: Id, idempotency_key: opaque(100, 8) }),
    response: z.object({ group_id: Id, feedback: GivenFeedback }),
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
