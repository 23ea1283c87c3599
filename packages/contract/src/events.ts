import * as z from 'zod/mini'
import { AnswerBody, SkillRef } from './answers.ts'
import { Cursor, Day, distinct, Email, fullPersonName, Id, IdParams, Instant, Locale, NextCursor, name, opaque, Person } from './common.ts'
import { endpoints } from './endpoint.ts'
import { givenRelation, MAX_SKILLS_PER_REQUEST } from './feedback.ts'
import { described, named } from './openapi.ts'

export const MAX_EVENT_TITLE = 120
/** How long after its day an event may stay open. */
export const MAX_EVENT_DAYS = 90
/**
 * The minimum limit of guest answers at one event: anyone may have its link. Colleagues are not limited. A confidential event accepts up to
 * `MORE_EVENT_GUESTS` more, a different number for each.
 */
export const MAX_EVENT_GUESTS = 500
export const MORE_EVENT_GUESTS = 255

export const EventBody = z.strictObject({
  title: name(MAX_EVENT_TITLE),
  takes_place_on: described(Day, 'YYYY-MM-DD'),
  skill_ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SKILLS_PER_REQUEST), z.refine(distinct, { error: 'duplicate' })),
  ends_at: described(Instant, 'Answers are taken until then'),
  confidential: z._default(z.boolean(), false),
  idempotency_key: opaque(100, 8),
})
export type EventBody = z.output<typeof EventBody>

/** An occasion whose participants give its organiser feedback, through a link or its QR code. */
export const FeedbackEvent = named(
  z.object({
    id: Id,
    title: z.string(),
    takes_place_on: z.string(),
    ends_at: Instant,
    closed_at: z.nullable(Instant),
    is_open: z.boolean(),
    confidential: z.boolean(),
    skills: z.array(SkillRef),
    link: described(z.string(), 'The page that participants open; its QR code shows the same address'),
    participants: described(
      z.nullable(z.int()),
      'People who answered; null where the number would tell who (confidential, below the threshold)',
    ),
    created_at: Instant,
  }),
  'FeedbackEvent',
)
export type FeedbackEvent = z.infer<typeof FeedbackEvent>

const LinkParams = z.object({ token: opaque(100) })

/** The data for the holder of the link. It contains no e-mail address. */
export const EventLinkView = named(
  z.object({
    title: z.string(),
    takes_place_on: z.string(),
    ends_at: Instant,
    is_open: z.boolean(),
    company_name: z.string(),
    organiser: Person,
    confidential: z.boolean(),
    confidentiality_threshold: z.int(),
    skills: z.array(z.extend(SkillRef, { description: z.string() })),
  }),
  'EventLinkView',
)
export type EventLinkView = z.infer<typeof EventLinkView>

const EventAnswer = z.safeExtend(AnswerBody, { skill_id: Id })
export type EventAnswer = z.output<typeof EventAnswer>

/**
 * The name and address that a participant without an account enters; they are not verified. At a named event, at most one answer per
 * address and skill.
 */
export const Participant = z.strictObject({ first_name: fullPersonName(), last_name: fullPersonName(), email: Email, locale: Locale })
export type Participant = z.infer<typeof Participant>

const Answered = named(
  z.object({
    answered: described(z.array(Id), 'The skills that were answered'),
    guest_link: described(z.nullable(z.string()), 'Where a guest changes or deletes these answers for 24 hours; null for an employee'),
  }),
  'EventAnswered',
)

const answerErrors = ['gone', 'event_closed', 'comment_required', 'already_answered', 'cannot_answer_yourself'] as const

export const events = endpoints({
  listEvents: {
    method: 'GET',
    path: '/api/events',
    access: 'employee',
    summary: 'Events that I organise, newest first',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ events: z.array(FeedbackEvent), next_cursor: NextCursor }),
  },
  createEvent: {
    method: 'POST',
    path: '/api/events',
    access: 'employee',
    summary: 'Create an event with a link that participants answer through',
    body: EventBody,
    response: FeedbackEvent,
    errors: ['event_ends_in_past', 'event_ends_too_late', 'confidential_needs_more_people', 'idempotency_key_reused'],
  },
  getEvent: {
    method: 'GET',
    path: '/api/events/:id',
    access: 'employee',
    summary: 'One event of mine with its live count',
    params: IdParams,
    response: FeedbackEvent,
  },
  updateEvent: {
    method: 'PATCH',
    path: '/api/events/:id',
    access: 'employee',
    summary: 'Rename, move the closing date, close now or open again before that date',
    params: IdParams,
    body: z.partial(z.strictObject({ title: name(MAX_EVENT_TITLE), ends_at: Instant, closed: z.boolean() })),
    response: FeedbackEvent,
    errors: ['event_ends_in_past', 'event_ends_too_late'],
  },
  getEventLink: {
    method: 'GET',
    path: '/api/event-links/:token',
    access: 'guest',
    limit: 'event',
    link: 'event',
    summary: 'What this event asks; opening changes nothing',
    params: LinkParams,
    query: z.strictObject({ locale: z._default(Locale, 'en') }),
    response: EventLinkView,
    errors: ['gone'],
  },
  answerEventLink: {
    method: 'POST',
    path: '/api/event-links/:token',
    access: 'guest',
    limit: 'event',
    link: 'event',
    summary: 'Answer as a guest, all skills at once or some',
    params: LinkParams,
    body: z.strictObject({
      participant: described(z.optional(Participant), 'Needed at a named event; at a confidential one it is neither read nor stored'),
      locale: described(z.optional(Locale), 'Of the page behind `guest_link`, where no participant says it'),
      answers: z.array(EventAnswer).check(z.minLength(1), z.maxLength(MAX_SKILLS_PER_REQUEST)),
      idempotency_key: described(z.optional(opaque(100, 8)), 'The same key answers once, so that a lost reply can be retried'),
    }),
    response: Answered,
    errors: [...answerErrors, 'event_full', 'idempotency_key_reused'],
  },
  answerEvent: {
    method: 'POST',
    path: '/api/event-links/:token/answers',
    access: 'employee',
    link: 'event',
    summary: 'Answer as an employee of the organiser’s company',
    params: LinkParams,
    body: z.strictObject({
      answers: z.array(EventAnswer).check(z.minLength(1), z.maxLength(MAX_SKILLS_PER_REQUEST)),
      relation: givenRelation,
    }),
    response: Answered,
    errors: answerErrors,
  },
})
