import { z } from 'zod'
import { Id, Instant, Locale, name, text, UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'
import { Group } from './groups.ts'

export const Company = z
  .object({
    id: Id,
    name: z.string(),
    code: z.string(),
    badges_active: z.boolean(),
    confidentiality_threshold: z.int().describe('People who must have answered before a confidential answer shows'),
  })
  .meta({ id: 'Company' })

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
    company: Company,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** Unknown kinds must be shown as plain news by the app: the server may be newer than it. */
export const NewsItem = z
  .object({
    id: Id,
    kind: z.string().describe('answer_received, confidential_ready, request_received, request_declined'),
    is_read: z.boolean(),
    created_at: Instant.nullable().describe('null where a date would say who answered (confidential)'),
    actor: z.object({ first_name: z.string(), last_name: z.string() }).nullable(),
    skill_id: Id.nullable(),
    request_id: Id.nullable(),
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
export const TimeZone = text(64).refine(isTimeZone, { error: 'unknown_time_zone' })

export const UserPatch = z
  .strictObject({
    first_name: name(),
    last_name: name(),
    job_title: text(120),
    department: text(120),
    locale: Locale,
    time_zone: TimeZone,
  })
  .partial()

export const MAX_COLLEAGUES = 50
export const Colleague = z
  .object({
    user_id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    avatar_url: z.string().nullable(),
    open_requests: z.int().describe('Requests that wait for this person’s answer'),
  })
  .meta({ id: 'Colleague' })
export type Colleague = z.infer<typeof Colleague>

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
})
