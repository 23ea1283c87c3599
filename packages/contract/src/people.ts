import * as z from 'zod/mini'
import { Group } from './answers.ts'
import { fullPersonName, Id, Instant, Locale, personFields, text, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { Relation } from './relations.ts'

export const Company = named(
  z.object({
    id: Id,
    name: z.string(),
    code: z.string(),
    badges_active: z.boolean(),
    confidentiality_threshold: described(z.int(), 'Colleagues who must have answered before a confidential answer shows'),
    learning_platform: described(z.boolean(), 'Whether the company has a learning platform to link with'),
  }),
  'Company',
)

/** The steps of the onboarding, in order; the current step is stored so that another device can resume it. */
export const ONBOARDING_STEPS = ['terms', 'slides', 'skills', 'self-evaluation', 'add-contacts', 'contacts', 'finished'] as const
export const OnboardingStep = z.enum(ONBOARDING_STEPS)
export type OnboardingStep = z.infer<typeof OnboardingStep>

/** The kinds of notifications, besides the mails that an account needs. */
export const NOTIFICATION_KINDS = [
  'request',
  'reminder',
  'answered',
  'thanks',
  'award',
  'coffee',
  'shared',
  'self_evaluation',
  'growth',
  'hierarchy',
  'badge',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

const channels = z.object({ email: z.boolean(), push: z.boolean() })
/** Per kind and channel; everything is on by default. */
export const NotificationChoices = z.object({
  request: channels,
  reminder: channels,
  answered: channels,
  thanks: channels,
  award: channels,
  coffee: channels,
  shared: channels,
  self_evaluation: channels,
  growth: channels,
  hierarchy: channels,
  badge: channels,
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

const someChannels = z.partial(z.strictObject({ email: z.boolean(), push: z.boolean() }))
const NotificationPatch = z.partial(
  z.strictObject({
    request: someChannels,
    reminder: someChannels,
    answered: someChannels,
    thanks: someChannels,
    award: someChannels,
    coffee: someChannels,
    shared: someChannels,
    self_evaluation: someChannels,
    growth: someChannels,
    hierarchy: someChannels,
    badge: someChannels,
  }),
)

export const User = named(
  z.object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    department: z.string(),
    avatar_url: z.nullable(z.string()),
    locale: Locale,
    time_zone: z.string(),
    role: z.enum(['employee', 'admin']),
    is_onboarding_finished: z.boolean(),
    is_onboarding_dashboard_finished: z.boolean(),
    is_onboarding_answer_finished: z.boolean(),
    is_onboarding_badge_finished: z.boolean(),
    onboarding_step: described(OnboardingStep, 'Where the general onboarding goes on'),
    terms_version: described(z.string(), 'The terms of use in force'),
    is_terms_accepted: described(z.boolean(), 'Whether I accepted those in force'),
    is_learning_platform_linked: z.boolean(),
    notifications: NotificationChoices,
    company: Company,
  }),
  'User',
)
export type User = z.infer<typeof User>

/** Unknown kinds must be shown by the app as a plain news item: the server may be newer. */
export const NewsItem = named(
  z.object({
    id: Id,
    kind: described(
      z.string(),
      'answer_received, event_guest_answered, confidential_ready, request_received, request_declined, hierarchy_filled, feedback_offered, answer_thanked, answer_shared, answer_noted, try_due, award_received, coffee_proposed, coffee_accepted, coffee_declined, coffee_cancelled, round_sent, round_skipped, badge_earnable',
    ),
    is_read: z.boolean(),
    created_at: described(z.nullable(Instant), 'null where a date would say who answered (confidential)'),
    actor: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
    skill_id: z.nullable(Id),
    request_id: z.nullable(Id),
    feedback_id: described(z.nullable(Id), 'The named answer that it is about'),
    award_id: z.nullable(Id),
    coffee_id: z.nullable(Id),
    recurrence_id: z.nullable(Id),
  }),
  'NewsItem',
)
export type NewsItem = z.infer<typeof NewsItem>

/** The server user response of docs/PRODUCT.md, "Sessions and start". */
export const UserRecord = named(
  z.object({
    user: User,
    feedbacks: z.object({
      received: z.object({
        groups: described(z.array(Group), 'Pending ones only, the newest 50 groups'),
        total: described(z.int(), 'Pending feedbacks in all groups'),
        requests: described(z.int(), 'Groups with a pending feedback, all of them'),
      }),
      unread_answers: described(z.int(), 'Answers that I may read and have not opened'),
      new_answers: described(z.int(), 'Answers that I may read and have not seen on a screen'),
    }),
    gamification: z.object({ newsfeed: described(z.array(NewsItem), 'The newest 20') }),
  }),
  'UserRecord',
)
export type UserRecord = z.infer<typeof UserRecord>

/** Every time zone of the runtime; both sides have nearly the same list, so that an invalid one is refused. */
const isTimeZone = (value: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}
const TimeZone = text(64).check(z.refine(isTimeZone, { error: 'unknown_time_zone' }))

export const UserPatch = z.partial(
  z.strictObject({
    first_name: fullPersonName(),
    last_name: fullPersonName(),
    job_title: text(120),
    department: text(120),
    locale: Locale,
    time_zone: TimeZone,
    notifications: NotificationPatch,
    onboarding_step: OnboardingStep,
  }),
)

const MAX_COLLEAGUES = 50
/**
 * The load limit: with this many open requests a person is busy. The request form shows it, suggestions list them last, rounds skip them.
 */
export const BUSY_FROM = 4
export const Colleague = named(
  z.object({
    user_id: Id,
    email: z.string(),
    ...personFields,
    open_requests: described(z.int(), 'Requests that wait for this person’s answer; confidential ones until they expire, answered or not'),
  }),
  'Colleague',
)
export type Colleague = z.infer<typeof Colleague>

/** Why a person is suggested; unknown ones are shown without a reason. */
export const SUGGESTION_REASONS = ['hierarchy', 'contact', 'asked_you', 'answered_before', 'same_department'] as const

export const Suggestion = named(
  z.object({
    user_id: described(z.nullable(Id), 'null for an outsider'),
    email: z.string(),
    ...personFields,
    relation: described(z.nullable(Relation), 'As the hierarchy or the contact says; null when neither does'),
    reason: described(z.string(), `One of ${SUGGESTION_REASONS.join(', ')}`),
    open_requests: described(z.int(), 'Requests that wait for this person’s answer; confidential ones until they expire, answered or not'),
  }),
  'Suggestion',
)
export type Suggestion = z.infer<typeof Suggestion>

const onboardingFinished = <Path extends string>(path: Path, what: string) =>
  ({ method: 'GET', path, access: 'employee', changes: true, summary: `The ${what} is done: sets its flag`, response: UserRecord }) as const

export const people = endpoints({
  getUser: {
    method: 'GET',
    path: '/api/users/:userId',
    access: 'employee',
    summary: 'The caller’s own record (`1` is an alias for the own id)',
    params: UserParams,
    response: UserRecord,
  },
  updateUser: {
    method: 'PATCH',
    path: '/api/users/:userId',
    access: 'employee',
    summary: 'Change my own fields',
    params: UserParams,
    body: UserPatch,
    response: UserRecord,
  },
  platformUsed: {
    method: 'POST',
    path: '/api/platform/used',
    access: 'employee',
    summary: 'Remember which platform was used last',
    body: z.strictObject({ platform: z.enum(['browser', 'mobile']) }),
    response: z.object({ platform: z.enum(['browser', 'mobile']) }),
  },
  searchColleagues: {
    method: 'GET',
    path: '/api/colleagues',
    access: 'employee',
    limit: 'search',
    summary: 'Search the company’s directory by the beginning of any word of name, e-mail or job',
    query: z.strictObject({
      query: z._default(text(100), ''),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_COLLEAGUES)), 20),
    }),
    response: z.object({ colleagues: z.array(Colleague) }),
  },
  suggestPeople: {
    method: 'GET',
    path: '/api/users/:userId/suggestions',
    access: 'employee',
    summary: 'People I work with and have not asked lately; never busy ones first',
    params: UserParams,
    response: z.object({ suggestions: z.array(Suggestion) }),
  },
  onboardingFinished: onboardingFinished('/api/user/onboarding/finished', 'general onboarding'),
  onboardingDashboardFinished: onboardingFinished('/api/user/onboarding/dashboard/finished', 'dashboard’s tour'),
  onboardingAnswerFinished: onboardingFinished('/api/user/onboarding/answer/finished', 'tour of answering'),
  onboardingBadgeFinished: onboardingFinished('/api/user/onboarding/badge/finished', 'tour of the badges'),
  acceptTerms: {
    method: 'POST',
    path: '/api/user/terms/accepted',
    access: 'employee',
    summary: 'Accept the terms of use in force; version and time are kept',
    body: z.strictObject({ version: described(text(40).check(z.minLength(1)), 'The version that was shown') }),
    response: UserRecord,
    errors: ['terms_changed'],
  },
})
