import type { RequestKind } from '@reflet/contract/answers'
import { type Locale, toLocale } from '@reflet/contract/common'
import type { UserRecord } from '@reflet/contract/people'
import {
  columnsOf,
  instant,
  instantOrNull,
  nullable,
  type Params,
  query,
  type RowOf,
  type Sql,
  sql,
  t,
  type Value,
} from '../../db/index.ts'
import type { SealedColumn } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { livingSession, touch } from '../../platform/session.ts'
import { type SkillText, skillName } from '../catalogue/catalogue.queries.ts'
import { TERMS_VERSION } from '../legal/legal.queries.ts'
import { isNew, isUnread } from '../messages/unread.ts'
import { type NewsRow, newsColumns, toNewsItem } from '../newsfeed/newsfeed.queries.ts'
import { choicesOf, type SwitchedOff } from './notifications.policy.ts'
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

type User = UserRecord['user']

/** What is sent of `users u` as it is stored. */
const storedRow = {
  email: t.text,
  first_name: t.text,
  last_name: t.text,
  job_title: t.text,
  department: t.text,
  avatar_url: nullable(t.text),
  time_zone: t.text,
  role: t.oneOf<User['role']>(),
  is_onboarding_finished: t.bool,
  is_onboarding_dashboard_finished: t.bool,
  is_onboarding_answer_finished: t.bool,
  is_onboarding_badge_finished: t.bool,
  onboarding_step: t.oneOf<User['onboarding_step']>(),
}

/** The same of `companies c`. */
const companyRow = { name: t.text, code: t.text, badges_active: t.bool, confidentiality_threshold: t.int }

const recordRow = {
  ...storedRow,
  ...companyRow,
  session_id: t.uuid,
  company_id: t.uuid,
  user_id: t.uuid,
  used_at: t.time,
  wrapped_key: t.bytes,
  locale: t.text,
  accepted_version: nullable(t.text),
  switched_off: t.json<SwitchedOff>(),
  is_learning_platform_linked: t.bool,
  learning_platform: t.bool,
  unread: t.int,
  new: t.int,
  /** Feedbacks to give, and the requests that they are of. */
  waiting: t.tuple<[total: number, requests: number]>(),
  groups: nullable(t.json<GroupJson[]>()),
  news: nullable(t.json<NewsRow[]>()),
}
/** The person and their company, over `sessions s`, `users u` and `companies c` of `livingSession`. */
const person = sql`s.id as session_id, s.company_id, s.user_id, s.used_at, c.wrapped_key,
  ${columnsOf('u', storedRow)}, u.locale, u.terms_version as accepted_version, u.notifications as switched_off,
  u.domoscio_student is not null as is_learning_platform_linked,
  ${columnsOf('c', companyRow)}, c.domoscio_host is not null as learning_platform`

/** Whose counts and lists these are: the columns of a company's id and of a person's. */
interface Owner {
  readonly company: Sql
  readonly person: Sql
}

/** How many answers the person has received for which this holds, over `feedbacks f`. */
const countReceived = (of: Owner, which: Sql) => sql`(select count(*)::int from feedbacks f
  where f.company_id = ${of.company} and f.receiver_id = ${of.person} and ${which})`

/** Feedbacks that the person was asked for, over `feedbacks f`. */
const pending = (of: Owner) => sql`f.company_id = ${of.company} and f.giver_id = ${of.person} and f.status = 'pending'`

/** `waiting` of `recordRow`. */
const countWaiting = (of: Owner) => sql`(select array[count(*), count(distinct f.recipient_id)]::int4[] from feedbacks f
  where ${pending(of)})`

/** The newest groups that the person was asked in, each with its pending feedbacks, as `GroupJson[]`. */
const newestGroups = (of: Owner, now: Value) => sql`(select json_agg(g order by g.id desc) from (
    select p.id, p.request_id, r.confidential, r.kind, encode(r.sealed_context, 'base64') as context,
      encode(r.sealed_message, 'base64') as message, r.created_at, r.due_at,
      case when p.later_at > ${now} then p.later_at end as later_at, ${personJson(sql`requester`)} as requester, d.feedbacks
    from (
      select f.recipient_id, json_agg(json_build_object('id', f.id, 'skill_id', f.skill_id,
        'catalogue_key', k.catalogue_key, 'names', k.names) order by f.id) as feedbacks
      from feedbacks f join skills k on k.company_id = f.company_id and k.id = f.skill_id
      where ${pending(of)}
      group by f.recipient_id order by f.recipient_id desc limit ${sql.raw(String(GROUPS_SHOWN))}
    ) d
    join recipients p on p.company_id = ${of.company} and p.id = d.recipient_id
    join requests r on r.company_id = p.company_id and r.id = p.request_id
    join users requester on requester.company_id = r.company_id and requester.id = r.requester_id
  ) g)`

/** As `NewsRow[]`. */
const newestNews = (of: Owner) => sql`(select json_agg(x order by x.id desc) from (
    select ${newsColumns}
    from (select * from newsfeed n where n.company_id = ${of.company} and n.user_id = ${of.person} order by n.id desc
      limit ${sql.raw(String(NEWS_SHOWN))}) n
    left join users actor on actor.company_id = n.company_id and actor.id = n.actor_id
    left join guests g on g.company_id = n.company_id and g.id = n.guest_id
  ) x)`

/** The whole record in one statement, session check included: it is the most frequent call. */
const selectRecord = query(
  'user_record',
  recordRow,
  (v: Params<{ token_hash: Buffer; now: Date }>) => {
    const me: Owner = { company: sql`s.company_id`, person: sql`s.user_id` }
    return sql`select ${person}, ${countReceived(me, isUnread)} as unread, ${countReceived(me, isNew)} as new,
      ${countWaiting(me)} as waiting, ${newestGroups(me, v.now)} as groups, ${newestNews(me)} as news
    from ${livingSession(v.token_hash, v.now)}`
  },
  { pipelined: true },
)

type PersonRow = Omit<RowOf<typeof recordRow>, 'session_id' | 'used_at' | 'wrapped_key' | 'unread' | 'new' | 'waiting' | 'groups' | 'news'>

function toUser(row: PersonRow, locale: Locale): UserRecord['user'] {
  const { user_id: id, company_id, accepted_version, switched_off, ...person } = row
  const { name, code, badges_active, confidentiality_threshold, learning_platform, ...user } = person
  return {
    ...user,
    id,
    locale,
    terms_version: TERMS_VERSION,
    is_terms_accepted: accepted_version === TERMS_VERSION,
    notifications: choicesOf(switched_off),
    company: { id: company_id, name, code, badges_active, confidentiality_threshold, learning_platform },
  }
}

/**
 * The server user response (docs/PRODUCT.md, "Sessions and start") for a session token, whose use is noted.
 * @throws unauthenticated
 */
export async function getUserRecord(platform: Platform, tokenHash: Buffer | null): Promise<UserRecord> {
  const now = platform.clock()
  const [row] = tokenHash ? await selectRecord(platform.db, { token_hash: tokenHash, now }) : []
  if (!row) throw new Problem('unauthenticated')
  const { session_id, used_at, wrapped_key, unread, new: unseen, waiting, groups, news, ...person } = row
  const { company_id } = person
  await touch(platform.db, { companyId: company_id, sessionId: session_id, usedAt: used_at }, now)
  const { open } = platform.vault.sealOf(company_id, wrapped_key)
  const unseal = (base64: string | null, column: SealedColumn, id: string) =>
    base64 === null ? null : open(Buffer.from(base64, 'base64'), column, id)
  const locale: Locale = toLocale(person.locale)
  const [total, requests] = waiting
  return {
    user: toUser(person, locale),
    feedbacks: {
      received: {
        groups: (groups ?? []).map(({ request_id, ...group }) => ({
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
      unread_answers: unread,
      new_answers: unseen,
    },
    gamification: {
      newsfeed: (news ?? []).map(toNewsItem),
    },
  }
}
