import { UNDO_SECONDS } from '@reflet/contract/feedback'
import { BUSY_FROM, SUGGESTION_REASONS, type Suggestion } from '@reflet/contract/people'
import type { Relation } from '@reflet/contract/relations'
import { nullable, type Params, type Queryable, query, type Sql, sql, t } from '../../db/index.ts'
import { inListOrder } from '../../platform/relation-order.ts'
import type { Viewer } from '../../platform/session.ts'
import { openRequests } from './directory.queries.ts'
import { listedRow } from './person.queries.ts'

const SHOWN = 12
/** Maximum of consecutive suggestions for one reason: a long list of contacts does not hide the others. */
const TURN = 3
/** The load is read for this many of the best candidates. */
const SHORTLIST = 40

type Values = Params<{ company_id: string; user_id: string; now: Date }>

const whole = (value: number) => sql.raw(String(value))
const before = (v: Values, days: number) => sql`${v.now}::timestamptz - interval '${whole(days)} days'`
const rank = (reason: (typeof SUGGESTION_REASONS)[number]) => whole(SUGGESTION_REASONS.indexOf(reason))

/** Identity of a person as one text: a colleague's id, an external person's address. */
const personKey = (userId: Sql, email: Sql) => sql`coalesce(${userId}::text, ${email})`

/**
 * The people whom the viewer asked, and when last: `user_id`, `person` (their key), `at` and `lately`, which excludes them. The request
 * counts, whatever its answer: for confidential requests and events, nothing may reveal who has answered. A named request counts as long as
 * it is pending.
 */
const asked = (v: Values) => sql`
  with newest as (
    select r.id, r.created_at from requests r
    where r.company_id = ${v.company_id} and r.requester_id = ${v.user_id} and r.kind in ('asked', 'recurring')
      and (r.cancelled_at is null or r.cancelled_at > r.created_at + interval '${whole(UNDO_SECONDS)} seconds')
    order by r.id desc limit 100
  ), asking as (
    select p.user_id, p.guest_id, newest.created_at as at, newest.created_at > ${before(v, 30)} as lately
      from newest join recipients p on p.company_id = ${v.company_id} and p.request_id = newest.id
    union all
    select f.giver_id, p.guest_id, f.created_at, true
      from feedbacks f join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
      where f.company_id = ${v.company_id} and f.receiver_id = ${v.user_id} and f.status = 'pending'
        and not f.confidential
  )
  select coalesce(asking.user_id, u.id) as user_id, ${personKey(sql`coalesce(asking.user_id, u.id)`, sql`g.email`)} as person,
    max(asking.at) as at, bool_or(asking.lately) as lately
  from asking
  left join guests g on g.company_id = ${v.company_id} and g.id = asking.guest_id
  left join users u on u.company_id = ${v.company_id} and u.email = g.email
  group by 1, 2`

/**
 * People from the viewer's lists, requests and answers: reason, user_id, email, first_name, last_name, relation, place. Each source is
 * bounded by an index and not by the company's size; `place` is the order within it.
 */
const close = (v: Values) => sql`
  select case when ct.position is null then ${rank('contact')} else ${rank('hierarchy')} end as reason,
      ct.contact_user_id as user_id, ct.email, ct.first_name, ct.last_name, ct.relation,
      row_number() over (order by case when ct.position is not null then ${inListOrder(sql`ct.relation`)} end,
        ct.position, ct.id desc) as place
    from contacts ct where ct.company_id = ${v.company_id} and ct.user_id = ${v.user_id}
  union all
  select ${rank('asked_you')}, r.requester_id, null, '', '', null, row_number() over (order by p.id desc)
    from (select p.id, p.request_id, p.created_at from recipients p
      where p.company_id = ${v.company_id} and p.user_id = ${v.user_id}
      order by p.id desc limit 50) p
    join requests r on r.company_id = ${v.company_id} and r.id = p.request_id and r.kind in ('asked', 'recurring')
      and r.cancelled_at is null
    where p.created_at > ${before(v, 90)}
  union all
  select ${rank('answered_before')}, f.giver_id, g.email, coalesce(p.first_name, g.first_name, ''),
      coalesce(p.last_name, g.last_name, ''), null, row_number() over (order by f.answered_at desc, f.id desc)
    from (select f.id, f.giver_id, f.recipient_id, f.answered_at from feedbacks f
      where f.company_id = ${v.company_id} and f.receiver_id = ${v.user_id} and f.released_at is not null
        and not f.confidential and f.status = 'answered' and f.answered_at < ${before(v, 30)}
      order by f.answered_at desc, f.id desc limit 100) f
    join recipients p on p.company_id = ${v.company_id} and p.id = f.recipient_id
    left join guests g on g.company_id = ${v.company_id} and g.id = p.guest_id`

/** The relations `close` and `asked`, whose people `department` leaves out. */
interface Others {
  readonly close: Sql
  readonly asked: Sql
}

/**
 * Others of the department, with the columns of `close` in its order: those sorted after the viewer, then from the start, so that not everyone gets the
 * same suggestions.
 */
const department = (v: Values, others: Others) => sql`
  select ${rank('same_department')}, neighbour.id, null, '', '', null, row_number() over (order by neighbour.place, neighbour.id)
  from (
    ${neighbours(v, others, sql`>`, 1)} union all ${neighbours(v, others, sql`<`, 2)} limit 20
  ) neighbour`

/** Colleagues of the department on one side of the viewer: `id`, `place`. */
const neighbours = (v: Values, others: Others, comparison: Sql, place: number) => sql`(select u.id, ${whole(place)} as place
    from users u
    where u.company_id = ${v.company_id} and u.deactivated_at is null and u.id ${comparison} ${v.user_id}::uuid
      and u.department = (select nullif(viewer.department, '') from users viewer
        where viewer.company_id = ${v.company_id} and viewer.id = ${v.user_id})
      and u.id not in (select c.user_id from ${others.close} c where c.user_id is not null)
      and u.id not in (select a.user_id from ${others.asked} a where a.lately and a.user_id is not null)
    order by u.id limit 20)`

/** Each person once, with the best reason: the columns of the source, with the colleague of an address, and their key. */
const bestOf = (v: Values, source: Sql) => sql`
  select distinct on (person) * from (
    select candidate.reason, candidate.place, candidate.relation, candidate.email, candidate.first_name, candidate.last_name,
      coalesce(candidate.user_id, colleague.id) as user_id,
      ${personKey(sql`coalesce(candidate.user_id, colleague.id)`, sql`candidate.email`)} as person
    from (${source}) candidate
    left join users colleague on candidate.user_id is null and colleague.company_id = ${v.company_id}
      and colleague.email = candidate.email
  ) known where person is not null order by person, reason, place`

const suggestionRow = {
  user_id: nullable(t.uuid),
  ...listedRow,
  reason: t.int,
  open_requests: t.int,
  relation: nullable(t.oneOf<Relation>()),
}

/**
 * `listed`: who can be asked, `turn` numbers them within a reason, those asked longest ago first. A shortlist takes some of each reason in
 * turns; of the shortlist the load is read, and busy people come last.
 */
const selectSuggestions = query(
  'suggestions',
  suggestionRow,
  (v: Values) => sql`with asked as materialized (${asked(v)}), close as materialized (${close(v)}), person as (
    ${bestOf(v, sql`select * from close union all ${department(v, { close: sql`close`, asked: sql`asked` })}`)}
  ), listed as (
    select person.reason, person.relation, u.id as user_id, coalesce(u.email, person.email) as email,
      coalesce(u.first_name, person.first_name) as first_name,
      coalesce(u.last_name, person.last_name) as last_name, coalesce(u.job_title, '') as job_title, u.avatar_url,
      row_number() over (partition by person.reason order by asked.at nulls first, person.place) as turn
    from person
    left join users u on u.company_id = ${v.company_id} and u.id = person.user_id
    left join asked on asked.person = person.person
    left join guests g on person.user_id is null and g.company_id = ${v.company_id} and g.email = person.email
    where person.user_id is distinct from ${v.user_id}::uuid
      and (person.user_id is null or (u.id is not null and u.deactivated_at is null))
      and asked.lately is not true and g.stopped_at is null
  )
  select user_id, email, first_name, last_name, job_title, avatar_url, reason, open_requests,
    case when user_id is not null and relation = 'outside' then 'coworker' else relation end as relation
  from (
    select best.*, case when best.user_id is null then 0
      else ${openRequests(v.company_id, sql`best.user_id`, sql`${v.now}::timestamptz`)}
      end as open_requests
    from (select listed.*, (listed.turn - 1) / ${whole(TURN)} as round from listed
      order by round, listed.reason, listed.turn limit ${whole(SHORTLIST)}) best
  ) suggestion
  order by open_requests >= ${whole(BUSY_FROM)}, round, reason, turn limit ${whole(SHOWN)}`,
)

/**
 * People whom the viewer works with and has not asked lately, without duplicates and with the best reason, the least recently asked first;
 * busy people come last.
 */
export async function suggestPeople(db: Queryable, viewer: Viewer, now: Date): Promise<{ suggestions: Suggestion[] }> {
  const rows = await selectSuggestions(db, { company_id: viewer.companyId, user_id: viewer.userId, now })
  return { suggestions: rows.map((row) => ({ ...row, reason: SUGGESTION_REASONS[row.reason] ?? '' })) }
}
