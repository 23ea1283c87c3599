import { z } from 'zod'
import { fullPersonName, Id, Instant, Locale, text, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { Group, Relation } from './groups.ts'

export const Company = z
  .object({
    id: Id,
    name: z.string(),
    code: z.string(),
    badges_active: z.boolean(),
    confidentiality_threshold: z.int().describe('Colleagues who must have answered before a confidential answer shows'),
    learning_platform: z.boolean().describe('Whether the company has a learning platform to link with'),
  })
  .meta({ id: 'Company' })

/** The general onboarding, in its order; the step that waits is kept so that another device goes on there. */
export const ONBOARDING_STEPS = ['terms', 'slides', 'skills', 'self-evaluation', 'add-contacts', 'contacts', 'finished'] as const
export const OnboardingStep = z.enum(ONBOARDING_STEPS)
export type OnboardingStep = z.infer<typeof OnboardingStep>

/** What a person may be told about, apart from mails that their account needs. */
export const NOTIFICATION_KINDS = [
  'request',
  'reminder',
  'answered',
  'thanks',
  'award',
  'coffee',
  'shared',
  'self_evaluation',
  'hierarchy',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

const channels = z.object({ email: z.boolean(), push: z.boolean() })
/** Per kind and channel; everything is on until it is switched off. */
export const NotificationChoices = z.object({
  request: channels,
  reminder: channels,
  answered: channels,
  thanks: channels,
  award: channels,
  coffee: channels,
  shared: channels,
  self_evaluation: channels,
  hierarchy: channels,
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

const someChannels = z.strictObject({ email: z.boolean(), push: z.boolean() }).partial()
const NotificationPatch = z
  .strictObject({
    request: someChannels,
    reminder: someChannels,
    answered: someChannels,
    thanks: someChannels,
    award: someChannels,
    coffee: someChannels,
    shared: someChannels,
    self_evaluation: someChannels,
    hierarchy: someChannels,
  })
  .partial()

export const User = z
  .object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    department: z.string(),
    avatar_url: z.string().nullable(),
    locale: Locale,
    time_zone: z.string(),
    role: z.enum(['employee', 'admin']),
    is_onboarding_finished: z.boolean(),
    is_onboarding_dashboard_finished: z.boolean(),
    is_onboarding_answer_finished: z.boolean(),
    is_onboarding_badge_finished: z.boolean(),
    onboarding_step: OnboardingStep.describe('Where the general onboarding goes on'),
    terms_version: z.string().describe('The terms of use in force'),
    is_terms_accepted: z.boolean().describe('Whether I accepted those in force'),
    is_learning_platform_linked: z.boolean(),
    notifications: NotificationChoices,
    company: Company,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** Unknown kinds must be shown as plain news by the app: the server may be newer than it. */
export const NewsItem = z
  .object({
    id: Id,
    kind: z
      .string()
      .describe(
        'answer_received, event_guest_answered, confidential_ready, request_received, request_declined, hierarchy_filled, feedback_offered, answer_thanked, answer_shared, award_received, coffee_proposed, coffee_accepted, coffee_declined, coffee_cancelled, round_sent, round_skipped',
      ),
    is_read: z.boolean(),
    created_at: Instant.nullable().describe('null where a date would say who answered (confidential)'),
    actor: z.object({ first_name: z.string(), last_name: z.string() }).nullable(),
    skill_id: Id.nullable(),
    request_id: Id.nullable(),
    feedback_id: Id.nullable().describe('The named answer that it is about'),
    award_id: Id.nullable(),
    coffee_id: Id.nullable(),
    recurrence_id: Id.nullable(),
  })
  .meta({ id: 'NewsItem' })
export type NewsItem = z.infer<typeof NewsItem>

/** The server user response of specification §3. */
export const UserRecord = z
  .object({
    user: User,
    feedbacks: z.object({
      received: z.object({
        groups: z.array(Group).describe('Pending ones only, the newest 50 groups'),
        total: z.int().describe('Pending feedbacks in all groups'),
      }),
      unread_answers: z.int().describe('Answers that I may read and have not opened'),
    }),
    gamification: z.object({ newsfeed: z.array(NewsItem).describe('The newest 20') }),
  })
  .meta({ id: 'UserRecord' })
export type UserRecord = z.infer<typeof UserRecord>

/** Every zone that the runtime knows; both ends run on the same list closely enough for a clear refusal. */
const isTimeZone = (value: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}
const TimeZone = text(64).refine(isTimeZone, { error: 'unknown_time_zone' })

export const UserPatch = z
  .strictObject({
    first_name: fullPersonName(),
    last_name: fullPersonName(),
    job_title: text(120),
    department: text(120),
    locale: Locale,
    time_zone: TimeZone,
    notifications: NotificationPatch,
    onboarding_step: OnboardingStep,
  })
  .partial()

const MAX_COLLEAGUES = 50
/** From so many open requests on, a person is busy: asking them says so, suggestions put them last, rounds skip them. */
export const BUSY_FROM = 4
export const Colleague = z
  .object({
    user_id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    avatar_url: z.string().nullable(),
    open_requests: z.int().describe('Requests that wait for this person’s answer; confidential ones until they expire, answered or not'),
  })
  .meta({ id: 'Colleague' })
export type Colleague = z.infer<typeof Colleague>

/** Why somebody is suggested; unknown ones are shown without a reason. */
export const SUGGESTION_REASONS = ['hierarchy', 'contact', 'asked_you', 'answered_before', 'same_department'] as const

export const Suggestion = z
  .object({
    user_id: Id.nullable().describe('null for an outsider'),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    avatar_url: z.string().nullable(),
    relation: Relation.nullable().describe('As the hierarchy or the contact says; null when neither does'),
    reason: z.string().describe(`One of ${SUGGESTION_REASONS.join(', ')}`),
    open_requests: z.int().describe('Requests that wait for this person’s answer; confidential ones until they expire, answered or not'),
  })
  .meta({ id: 'Suggestion' })
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
      query: text(100).default(''),
      limit: z.coerce.number().int().min(1).max(MAX_COLLEAGUES).default(20),
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
    body: z.strictObject({ version: text(40).min(1).describe('The version that was shown') }),
    response: UserRecord,
    errors: ['terms_changed'],
  },
})
