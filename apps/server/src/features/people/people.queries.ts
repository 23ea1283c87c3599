import type { RequestKind } from '@reflet/contract/answers'
import { type Locale, toLocale } from '@reflet/contract/common'
import type { UserRecord } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { instant, instantOrNull, statement } from '../../db/index.ts'
import type { SwitchedOff } from '../../db/schema/people.ts'
import type { SealedColumn } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { livingSession, touch } from '../../platform/session.ts'
import { type SkillText, skillName } from '../catalogue/catalogue.queries.ts'
import { TERMS_VERSION } from '../legal/legal.queries.ts'
import { isNew, isUnread } from '../messages/unread.ts'
import { type NewsRow, newsColumns, toNewsItem } from '../newsfeed/newsfeed.queries.ts'
import { choicesOf } from './notifications.policy.ts'
import { personJson } from './person.queries.ts'

const GROUPS_SHOWN = 50
const NEWS_SHOWN = 20

interface GroupJson {
  id: string
  request_id: string
  confidential: boolean
  kind: RequestKind
  context: string | null
  message: string | null
  created_at: string
  due_at: string | null
  later_at: string | null
  requester: UserRecord['feedbacks']['received']['groups'][number]['requester']
  feedbacks: ({ id: string; skill_id: string } & SkillText)[]
}

type Computed = 'id' | 'company' | 'locale' | 'terms_version' | 'is_terms_accepted' | 'notifications'
type UserColumns = Omit<UserRecord['user'], Computed> & Omit<UserRecord['user']['company'], 'id'>

interface RecordRow extends UserColumns {
  session_id: string
  company_id: string
  user_id: string
  used_at: string
  wrapped_key: Buffer
  locale: string
  accepted_version: string | null
  switched_off: SwitchedOff
  unread: number
  new: number
  /** Feedbacks to give, and the requests that they are of. */
  waiting: [total: number, requests: number]
  groups: GroupJson[] | null
  news: NewsRow[] | null
}

/** The whole record in one statement, session check included: it is the most frequent call. */
const selectRecord = statement<RecordRow, { token_hash: Buffer; now: Date }>(
  'user_record',
  {
    session_id: 'uuid',
    company_id: 'uuid',
    user_id: 'uuid',
    used_at: 'timestamptz',
    wrapped_key: 'bytea',
    email: 'text',
    first_name: 'text',
    last_name: 'text',
    job_title: 'text',
    department: 'text',
    avatar_url: 'text?',
    locale: 'text',
    time_zone: 'text',
    role: 'text',
    is_onboarding_finished: 'bool',
    is_onboarding_dashboard_finished: 'bool',
    is_onboarding_answer_finished: 'bool',
    is_onboarding_badge_finished: 'bool',
    onboarding_step: 'text',
    accepted_version: 'text?',
    switched_off: 'jsonb',
    is_learning_platform_linked: 'bool',
    name: 'text',
    code: 'text',
    badges_active: 'bool',
    confidentiality_threshold: 'int2',
    learning_platform: 'bool',
    unread: 'int4',
    new: 'int4',
    waiting: 'int4[]',
    groups: 'json?',
    news: 'json?',
  },
  sql`select s.id as session_id, s.company_id, s.user_id, s.used_at, c.wrapped_key,
    u.email, u.first_name, u.last_name, u.job_title, u.department, u.avatar_url, u.locale, u.time_zone, u.role,
    u.is_onboarding_finished, u.is_onboarding_dashboard_finished, u.is_onboarding_answer_finished,
    u.is_onboarding_badge_finished,
    u.onboarding_step, u.terms_version as accepted_version, u.notifications as switched_off,
    u.domoscio_student is not null as is_learning_platform_linked,
    c.name, c.code, c.badges_active, c.confidentiality_threshold, c.domoscio_host is not null as learning_platform,
    (select count(*)::int from feedbacks f where f.company_id = s.company_id and f.receiver_id = s.user_id
      and ${isUnread}) as unread,
    (select count(*)::int from feedbacks f where f.company_id = s.company_id and f.receiver_id = s.user_id
      and ${isNew}) as new,
    (select array[count(*), count(distinct f.recipient_id)]::int4[] from feedbacks f
      where f.company_id = s.company_id and f.giver_id = s.user_id and f.status = 'pending') as waiting,
    (select json_agg(g order by g.id desc) from (
      select p.id, p.request_id, r.confidential, r.kind, encode(r.sealed_context, 'base64') as context,
        encode(r.sealed_message, 'base64') as message, r.created_at, r.due_at,
        case when p.later_at > ${sql.placeholder('now')} then p.later_at end as later_at,
        ${personJson(sql`requester`)} as requester,
        d.feedbacks
      from (
        select f.recipient_id,
          json_agg(json_build_object('id', f.id, 'skill_id', f.skill_id, 'catalogue_key', k.catalogue_key,
          'names', k.names) order by f.id) as feedbacks
        from feedbacks f join skills k on k.company_id = f.company_id and k.id = f.skill_id
        where f.company_id = s.company_id and f.giver_id = s.user_id and f.status = 'pending'
        group by f.recipient_id order by f.recipient_id desc limit ${sql.raw(String(GROUPS_SHOWN))}
      ) d
      join recipients p on p.company_id = s.company_id and p.id = d.recipient_id
      join requests r on r.company_id = p.company_id and r.id = p.request_id
      join users requester on requester.company_id = r.company_id and requester.id = r.requester_id
    ) g) as groups,
    (select json_agg(x order by x.id desc) from (
      select ${newsColumns}
      from (select * from newsfeed n where n.company_id = s.company_id and n.user_id = s.user_id order by n.id desc
        limit ${sql.raw(String(NEWS_SHOWN))}) n
      left join users actor on actor.company_id = n.company_id and actor.id = n.actor_id
      left join guests g on g.company_id = n.company_id and g.id = n.guest_id
    ) x) as news
  from ${livingSession}`,
)

const toUser = (row: RecordRow, locale: Locale): UserRecord['user'] => ({
  id: row.user_id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  job_title: row.job_title,
  department: row.department,
  avatar_url: row.avatar_url,
  locale,
  time_zone: row.time_zone,
  role: row.role,
  is_onboarding_finished: row.is_onboarding_finished,
  is_onboarding_dashboard_finished: row.is_onboarding_dashboard_finished,
  is_onboarding_answer_finished: row.is_onboarding_answer_finished,
  is_onboarding_badge_finished: row.is_onboarding_badge_finished,
  onboarding_step: row.onboarding_step,
  terms_version: TERMS_VERSION,
  is_terms_accepted: row.accepted_version === TERMS_VERSION,
  is_learning_platform_linked: row.is_learning_platform_linked,
  notifications: choicesOf(row.switched_off),
  company: {
    id: row.company_id,
    name: row.name,
    code: row.code,
    badges_active: row.badges_active,
    confidentiality_threshold: row.confidentiality_threshold,
    learning_platform: row.learning_platform,
  },
})

/**
 * The server user response (docs/PRODUCT.md, "Sessions and start") for a session token.
 * @throws unauthenticated
 */
export async function getUserRecord(platform: Platform, tokenHash: Buffer | null): Promise<UserRecord> {
  const now = platform.clock()
  const [row] = tokenHash ? await selectRecord(platform.db, { token_hash: tokenHash, now }) : []
  if (!row) throw new Problem('unauthenticated')
  await touch(platform.db, { companyId: row.company_id, sessionId: row.session_id, usedAt: row.used_at }, now)
  const { open } = platform.vault.sealOf(row.company_id, row.wrapped_key)
  const unseal = (base64: string | null, column: SealedColumn, id: string) =>
    base64 === null ? null : open(Buffer.from(base64, 'base64'), column, id)
  const locale: Locale = toLocale(row.locale)
  const [total, requests] = row.waiting
  return {
    user: toUser(row, locale),
    feedbacks: {
      received: {
        groups: (row.groups ?? []).map(({ request_id, ...group }) => ({
          ...group,
          context: unseal(group.context, 'requests.sealed_context', request_id),
          message: unseal(group.message, 'requests.sealed_message', request_id),
          created_at: instant(group.created_at),
          due_at: instantOrNull(group.due_at),
          later_at: instantOrNull(group.later_at),
          feedbacks: group.feedbacks.map((feedback) => ({
            id: feedback.id,
            skill: { id: feedback.skill_id, name: skillName(feedback, locale) },
            status: 'pending' as const,
          })),
        })),
        total,
        requests,
      },
      unread_answers: row.unread,
      new_answers: row.new,
    },
    gamification: {
      newsfeed: (row.news ?? []).map(toNewsItem),
    },
  }
}
