import { UNDO_SECONDS } from '@reflet/contract/feedback'
import { BUSY_FROM, SUGGESTION_REASONS, type Suggestion } from '@reflet/contract/people'
import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, statement } from '../../db/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { openRequests } from './directory.queries.ts'

const SHOWN = 12
/** So many of one reason follow each other before the next reason has its turn: a long list of contacts does not hide the rest. */
const TURN = 3
/** Of the best so many it is looked up how busy they are. */
const SHORTLIST = 40

const p = sql.placeholder
const days = (count: number) => sql`${p('now')}::timestamptz - interval '${sql.raw(String(count))} days'`
const whole = (value: number) => sql.raw(String(value))
const rank = (reason: (typeof SUGGESTION_REASONS)[number]) => whole(SUGGESTION_REASONS.indexOf(reason))

/** One text that is one person: a colleague's id, an outsider's address. */
const personKey = (userId: SQL, email: SQL) => sql`coalesce(${userId}::text, ${email})`

/**
 * Whom the viewer asked, and when last; `lately` rules out. It is the asking that counts, whatever came of it: among those asked
 * confidentially, and those who joined an event, nothing may show who has answered. A named request that waits counts for as long as it waits.
 */
const asked = sql`
  newest as (
    select r.id, r.created_at from requests r where r.company_id = ${p('company_id')} and r.requester_id = ${p('user_id')}
      and r.kind in ('asked', 'recurring') and (r.cancelled_at is null or r.cancelled_at > r.created_at + interval '${whole(UNDO_SECONDS)} seconds')
    order by r.id desc limit 100
  ), asking as (
    select t.user_id, t.guest_id, n.created_at as at, n.created_at > ${days(30)} as lately
      from newest n join recipients t on t.company_id = ${p('company_id')} and t.request_id = n.id
    union all
    select f.giver_id, t.guest_id, f.created_at, true
      from feedbacks f join recipients t on t.company_id = f.company_id and t.id = f.recipient_id
      where f.company_id = ${p('company_id')} and f.receiver_id = ${p('user_id')} and f.status = 'pending' and not f.confidential
  ), asked as materialized (
    select coalesce(a.user_id, u.id) as user_id, ${personKey(sql`coalesce(a.user_id, u.id)`, sql`g.email`)} as person,
      max(a.at) as at, bool_or(a.lately) as lately
    from asking a
    left join guests g on g.company_id = ${p('company_id')} and g.id = a.guest_id
    left join users u on u.company_id = ${p('company_id')} and u.email = g.email
    group by 1, 2
  )`

/** Each source is bounded by an index and not by the company's size; `place` is the order within it. */
const close = sql`
  select ${rank('hierarchy')} as reason, h.member_user_id as user_id, h.email, h.first_name, h.last_name, h.relation,
      row_number() over (order by array_position(array['superior', 'equal', 'lower', 'coworker', 'outside'], h.relation), h.position) as place
    from hierarchy_members h where h.company_id = ${p('company_id')} and h.user_id = ${p('user_id')}
  union all
  select ${rank('contact')}, c.contact_user_id, c.email, c.first_name, c.last_name, c.relation, row_number() over (order by c.id desc)
    from contacts c where c.company_id = ${p('company_id')} and c.user_id = ${p('user_id')}
  union all
  select ${rank('asked_you')}, r.requester_id, null, '', '', null, row_number() over (order by t.id desc)
    from (select t.id, t.request_id, t.created_at from recipients t where t.company_id = ${p('company_id')} and t.user_id = ${p('user_id')}
      order by t.id desc limit 50) t
    join requests r on r.company_id = ${p('company_id')} and r.id = t.request_id and r.kind in ('asked', 'recurring') and r.cancelled_at is null
    where t.created_at > ${days(90)}
  union all
  select ${rank('answered_before')}, f.giver_id, g.email, coalesce(t.first_name, g.first_name, ''), coalesce(t.last_name, g.last_name, ''), null,
      row_number() over (order by f.answered_at desc, f.id desc)
    from (select f.id, f.giver_id, f.recipient_id, f.answered_at from feedbacks f
      where f.company_id = ${p('company_id')} and f.receiver_id = ${p('user_id')} and f.released_at is not null and not f.confidential
        and f.status = 'answered' and f.answered_at < ${days(30)}
      order by f.answered_at desc, f.id desc limit 100) f
    join recipients t on t.company_id = ${p('company_id')} and t.id = f.recipient_id
    left join guests g on g.company_id = ${p('company_id')} and g.id = t.guest_id`

/** Others of the department: those who follow the viewer, then from its beginning, so that not everybody is shown the same. */
const department = sql`
  select ${rank('same_department')}, d.id, null, '', '', null, row_number() over (order by d.place, d.id) from (
    ${neighbours(sql`>`, 1)} union all ${neighbours(sql`<`, 2)} limit 20
  ) d`

function neighbours(comparison: SQL, place: number) {
  return sql`(select u.id, ${whole(place)} as place from users u
    where u.company_id = ${p('company_id')} and u.deactivated_at is null and u.id ${comparison} ${p('user_id')}::uuid
      and u.department = (select nullif(m.department, '') from users m where m.company_id = ${p('company_id')} and m.id = ${p('user_id')})
      and u.id not in (select c.user_id from close c where c.user_id is not null)
      and u.id not in (select a.user_id from asked a where a.lately and a.user_id is not null)
    order by u.id limit 20)`
}

type Row = Omit<Suggestion, 'reason'> & { reason: number }

const selectSuggestions = statement<Row, { company_id: string; user_id: string; now: Date }>(
  'suggestions',
  sql`with ${asked}, close as materialized (${close}), person as (
    select distinct on (person) * from (
      select f.reason, f.place, f.relation, f.email, f.first_name, f.last_name, coalesce(f.user_id, e.id) as user_id,
        ${personKey(sql`coalesce(f.user_id, e.id)`, sql`f.email`)} as person
      from (select * from close union all ${department}) f
      left join users e on f.user_id is null and e.company_id = ${p('company_id')} and e.email = f.email
    ) f where person is not null order by person, reason, place
  ), listed as (
    select x.reason, x.relation, u.id as user_id, coalesce(u.email, x.email) as email, coalesce(u.first_name, x.first_name) as first_name,
      coalesce(u.last_name, x.last_name) as last_name, coalesce(u.job_title, '') as job_title, u.avatar_url,
      row_number() over (partition by x.reason order by a.at nulls first, x.place) as turn
    from person x
    left join users u on u.company_id = ${p('company_id')} and u.id = x.user_id
    left join asked a on a.person = x.person
    left join guests g on x.user_id is null and g.company_id = ${p('company_id')} and g.email = x.email
    where x.user_id is distinct from ${p('user_id')}::uuid and (x.user_id is null or (u.id is not null and u.deactivated_at is null))
      and a.lately is not true and g.stopped_at is null
  )
  select s.user_id, s.email, s.first_name, s.last_name, s.job_title, s.avatar_url, s.reason, s.open_requests,
    case when s.user_id is not null and s.relation = 'outside' then 'coworker' else s.relation end as relation
  from (
    select b.*, case when b.user_id is null then 0 else ${openRequests(sql`${p('company_id')}`, sql`b.user_id`, sql`${p('now')}::timestamptz`)} end as open_requests
    from (select l.*, (l.turn - 1) / ${whole(TURN)} as round from listed l order by round, l.reason, l.turn limit ${whole(SHORTLIST)}) b
  ) s
  order by s.open_requests >= ${whole(BUSY_FROM)}, s.round, s.reason, s.turn limit ${whole(SHOWN)}`,
)

/**
 * People whom the viewer works with and has not asked lately, each once and for the best reason, the least recently asked
 * first; who has much to answer already comes last.
 */
export async function suggestPeople(db: Queryable, viewer: Viewer, now: Date): Promise<{ suggestions: Suggestion[] }> {
  const rows = await selectSuggestions(db, { company_id: viewer.companyId, user_id: viewer.userId, now })
  return { suggestions: rows.map((row) => ({ ...row, reason: SUGGESTION_REASONS[row.reason] ?? '' })) }
}
