import { qualityOf } from '@reflet/contract/quality'
import { type Queryable, rows, type Sql, sql, t } from '../../../db/index.ts'
import { prompt, qualityRow } from '../../quality/quality.queries.ts'
import { type Counted, NOTHING } from './usage.policy.ts'

/** Answers that took so many full days or more are counted together. */
const DAYS_MAX = 60

/** The first day of a month, or of the one so many months later, in UTC. */
export const monthOf = (at: Date, offset = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset))
export const dayOf = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
export const dateOf = (at: Date) => at.toISOString().slice(0, 10)

/** A part of a month of a company: acts from `from` on and before `until`. `usage_people` has what was counted of the month so far. */
export interface Part {
  readonly companyId: string
  readonly month: Date
  readonly from: Date
  readonly until: Date
}

export const within = ({ from, until }: Part, column: Sql) => sql`${column} >= ${from} and ${column} < ${until}`
export const ofMonth = ({ companyId, month }: Part) => sql`company_id = ${companyId} and month = ${dateOf(month)}::date`
/** When a request ended, answered or not. */
export const ENDED = sql`least(r.expires_at, r.cancelled_at)`

/** Named answers, by when they were given: the receiver reads them at once. */
export const namedAnswers = (part: Part) => sql`not f.confidential and ${within(part, sql`f.answered_at`)}`
const namedRequests = (part: Part) => sql`not r.confidential and ${within(part, ENDED)}`
const confidentialRequests = ({ month }: Part) => sql`r.confidential and r.usage_month = ${dateOf(month)}::date`

/** `from` and `where` of the answers of colleagues for which `which` holds, over `feedbacks f`, `requests r` and the giver `users u`. */
export const answersFrom = ({ companyId }: Part, which: Sql) => sql`from feedbacks f
  join requests r on r.company_id = f.company_id and r.id = f.request_id
  join users u on u.company_id = f.company_id and u.id = f.giver_id
  where f.company_id = ${companyId} and f.status = 'answered' and (${which})`

/** The acts of a month by department. A person who did the same in several of them is one of the people of the first alone. */
export const actsOf = (db: Queryable, part: Part) =>
  rows(
    db,
    { department: t.text, active: t.int, asked: t.int, askers: t.int, answered: t.int, answerers: t.int },
    sql`select department, count(*) filter (where active)::int as active, sum(asked)::int as asked,
        count(*) filter (where asked > 0 and nth_asked = 1)::int as askers, sum(answered)::int as answered,
        count(*) filter (where answered > 0 and nth_answered = 1)::int as answerers
      from (select department, active, asked, answered,
          row_number() over (partition by person, asked > 0 order by department) as nth_asked,
          row_number() over (partition by person, answered > 0 order by department) as nth_answered
        from usage_people where ${ofMonth(part)}) of_people
      group by department`,
  )

export const peopleOf = (db: Queryable, { companyId, until }: Part) =>
  rows(
    db,
    { department: t.text, people: t.int },
    sql`select department, count(*)::int as people from users u
      where u.company_id = ${companyId} and u.created_at < ${until}
        and (u.deactivated_at is null or u.deactivated_at >= ${until})
      group by department`,
  )

/**
 * What colleagues were asked for by `which`, over `requests r`, and what of it is answered and released: by the department that they were in when asked, so
 * that it does not depend on who answered.
 */
const receivedOf = (db: Queryable, part: Part, which: Sql) =>
  rows(
    db,
    { department: t.text, received: t.int, received_answered: t.int, repliers: t.int },
    sql`with by_person as (
        select case when r.confidential then '' else coalesce(p.department, u.department) end as department, p.user_id,
          count(*) as received, count(*) filter (where f.status = 'answered' and f.released_at is not null) as received_answered
        from requests r join recipients p on p.company_id = r.company_id and p.request_id = r.id
        join users u on u.company_id = p.company_id and u.id = p.user_id
        join feedbacks f on f.company_id = p.company_id and f.recipient_id = p.id
        where r.company_id = ${part.companyId} and r.kind in ('asked', 'recurring') and (${which})
        group by 1, 2
      ), numbered as (
        select *, row_number() over (partition by user_id, received_answered > 0 order by department) as nth
          from by_person
      )
      select department, sum(received)::int as received, sum(received_answered)::int as received_answered,
        count(*) filter (where received_answered > 0 and nth = 1)::int as repliers
      from numbered group by department`,
  )

/** Confidential answers are figures of the company, never of a department: its people are few, and some may be the reader's own accounts. Over `answersFrom`. */
const DEPARTMENT = sql`case when f.confidential then '' else coalesce(f.department, u.department) end as department`
const HAS_QUALITY = sql`not f.not_observed and (f.has_situation, f.has_keep, f.has_improve) is not null`

const respondersOf = (db: Queryable, part: Part, which: Sql) =>
  rows(
    db,
    { department: t.text, responders: t.int, rated: t.int },
    sql`select department, count(*) filter (where nth = 1)::int as responders,
        count(*) filter (where has_quality and nth_rated = 1)::int as rated
      from (select department, has_quality, row_number() over (partition by giver_id order by department) as nth,
          row_number() over (partition by giver_id, has_quality order by department) as nth_rated
        from (select ${DEPARTMENT}, f.giver_id, bool_or(coalesce(${HAS_QUALITY}, false)) as has_quality
          ${answersFrom(part, which)}
          group by 1, 2) of_people) numbered
      group by department`,
  )

const alikeRow = { ...qualityRow, department: t.text, day: t.int, has_quality: t.bool, count: t.int }

/** The rule of an answer's quality is in the contract: answers that are alike in what it uses are counted together. */
async function answersOf(db: Queryable, part: Part, which: Sql) {
  const found = await rows(
    db,
    alikeRow,
    sql`select ${DEPARTMENT}, least(extract(epoch from f.answered_at - f.created_at)::int / 86400, ${DAYS_MAX}::int) as day,
        coalesce(${HAS_QUALITY}, false) as has_quality, coalesce(f.has_situation, false) as situation,
        coalesce(f.has_improve, false) as improve, coalesce(f.has_keep, false) as keep,
        ${prompt} as prompt,
        f.stars, count(*)::int as count
      ${answersFrom(part, which)} group by 1, 2, 3, 4, 5, 6, 7, 8`,
  )
  return [...Map.groupBy(found, ({ department }) => department)].map(([department, alike]) => {
    const days = Array.from({ length: DAYS_MAX + 1 }, () => 0)
    for (const { day, count } of alike) days[day] = (days[day] ?? 0) + count
    const rated = alike.filter(({ has_quality }) => has_quality)
    return {
      department,
      days,
      quality_sum: rated.reduce((sum, one) => sum + qualityOf(one).index * one.count, 0),
      quality_count: rated.reduce((sum, { count }) => sum + count, 0),
    }
  })
}

/** What is known by department, as one row for each. */
export function byDepartment(...known: readonly (readonly ({ department: string } & Partial<Counted>)[])[]): Counted[] {
  return [...Map.groupBy(known.flat(), ({ department }) => department).values()].map((parts) => Object.assign({ ...NOTHING }, ...parts))
}

/** The named acts of a month that has ended, by department; of the confidential ones, that they were asked for. */
export const namedOf = async (db: Queryable, part: Part) =>
  byDepartment(
    await peopleOf(db, part),
    await actsOf(db, part),
    await receivedOf(db, part, namedRequests(part)),
    await respondersOf(db, part, namedAnswers(part)),
    await answersOf(db, part, namedAnswers(part)),
  )

/** The confidential requests that ended in the month, of the whole company: of the answers only what was released, what waited for others is in no figure. */
export async function confidentialOf(db: Queryable, part: Part): Promise<Counted | undefined> {
  const released = sql`f.confidential and f.released_at is not null and ${confidentialRequests(part)}`
  const [one] = byDepartment(
    await receivedOf(db, part, confidentialRequests(part)),
    await respondersOf(db, part, released),
    await answersOf(db, part, released),
  )
  return one && { ...one, answered: one.days.reduce((sum, n) => sum + n, 0), answerers: one.responders }
}
