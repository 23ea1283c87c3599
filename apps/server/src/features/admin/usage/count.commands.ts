import { PROMPT_DAYS, type QualityFacts, qualityOf } from '@reflet/contract/quality'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'

/** Answers that took so many full days or more are counted together. */
const DAYS_MAX = 60

/** The first day of a month, and of the one after it, in UTC. */
const monthOf = (at: Date, offset = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset))

interface Alike extends QualityFacts {
  department: string
  count: number
}

/**
 * Counts a month of a company anew, by the departments that its people have now. Answers and requests are counted, people only as numbers.
 * Idempotent; a month that has ended is counted once more after it, then it stays, whatever is deleted later.
 */
async function countMonth(db: Queryable, companyId: string, from: Date, until: Date): Promise<void> {
  const within = (column: ReturnType<typeof sql>) => sql`${column} >= ${from} and ${column} < ${until}`
  const quality = await qualityIn(db, companyId, within)
  await db.execute(
    sql`with acts as (
        select requester_id as id from requests r where r.company_id = ${companyId} and ${within(sql`r.created_at`)}
        union select giver_id from feedbacks f
          where f.company_id = ${companyId} and f.status = 'answered' and ${within(sql`f.answered_at`)}
        union select user_id from self_evaluations se
          where se.company_id = ${companyId} and ${within(sql`se.created_at`)}
        union select giver_id from awards a where a.company_id = ${companyId} and ${within(sql`a.created_at`)}
        union select id from users u where u.company_id = ${companyId} and ${within(sql`u.last_seen_at`)}
        union select user_id from sessions s where s.company_id = ${companyId} and ${within(sql`s.used_at`)}
      ), members as (
        select u.department, count(*) filter (where u.deactivated_at is null or u.deactivated_at >= ${until}) as people,
          count(acts.id) as active
        from users u left join acts on acts.id = u.id
        where u.company_id = ${companyId} and u.created_at < ${until} group by u.department
      ), sent as (
        select u.department, count(*) as asked
        from requests r join feedbacks f on f.company_id = r.company_id and f.request_id = r.id
        join users u on u.company_id = r.company_id and u.id = r.requester_id
        where r.company_id = ${companyId} and ${within(sql`r.created_at`)} and r.kind in ('asked', 'recurring')
        group by u.department
      ), got as (
        select u.department, count(*) as received, count(*) filter (where f.status = 'answered') as received_answered
        from requests r join feedbacks f on f.company_id = r.company_id and f.request_id = r.id
        join users u on u.company_id = f.company_id and u.id = f.giver_id
        where r.company_id = ${companyId} and ${within(sql`r.created_at`)} and r.kind in ('asked', 'recurring')
        group by u.department
      ), gave as (
        select u.department, count(*) as answered, count(distinct f.giver_id) as answerers,
          array_agg(least(extract(epoch from f.answered_at - f.created_at)::int / 86400, ${DAYS_MAX}::int)) as taken
        from feedbacks f join users u on u.company_id = f.company_id and u.id = f.giver_id
        where f.company_id = ${companyId} and f.status = 'answered' and ${within(sql`f.answered_at`)}
        group by u.department
      )
      insert into usage_totals (company_id, month, department, people, active, answerers, asked, answered, received,
        received_answered, days, quality_sum, quality_count)
      select ${companyId}, ${from.toISOString().slice(0, 10)}::date, members.department, members.people, members.active,
        coalesce(gave.answerers, 0), coalesce(sent.asked, 0), coalesce(gave.answered, 0), coalesce(got.received, 0),
        coalesce(got.received_answered, 0),
        array(select count(taken.day)::int from generate_series(0, ${DAYS_MAX}::int) as bucket
          left join unnest(gave.taken) as taken (day) on taken.day = bucket group by bucket order by bucket),
        coalesce(x.total, 0), coalesce(x.count, 0)
      from members left join sent using (department) left join got using (department) left join gave using (department)
      left join json_to_recordset(${JSON.stringify(quality)}::json) as x (department text, total bigint, count int)
        using (department)
      on conflict (company_id, month, department) do update set people = excluded.people, active = excluded.active,
        answerers = excluded.answerers, asked = excluded.asked, answered = excluded.answered,
          received = excluded.received,
        received_answered = excluded.received_answered, days = excluded.days, quality_sum = excluded.quality_sum,
        quality_count = excluded.quality_count`,
  )
}

/** The rule of an answer's quality is in the contract: answers that are alike in what it uses are counted together. */
async function qualityIn(db: Queryable, companyId: string, within: (column: ReturnType<typeof sql>) => ReturnType<typeof sql>) {
  const found = await rows<Alike>(
    db,
    sql`select u.department, f.has_situation as situation, f.has_improve as improve, f.has_keep as keep,
        (r.kind in ('offered', 'event')
          or f.answered_at - f.created_at <= interval '${sql.raw(String(PROMPT_DAYS * 24))} hours') as prompt,
        f.stars, count(*)::int as count
      from feedbacks f join requests r on r.company_id = f.company_id and r.id = f.request_id
      join users u on u.company_id = f.company_id and u.id = f.giver_id
      where f.company_id = ${companyId} and f.status = 'answered' and not f.not_observed
        and (f.has_situation, f.has_keep, f.has_improve) is not null and ${within(sql`f.answered_at`)}
      group by 1, 2, 3, 4, 5, 6`,
  )
  return [...Map.groupBy(found, ({ department }) => department)].map(([department, alike]) => ({
    department,
    total: alike.reduce((sum, one) => sum + qualityOf(one).index * one.count, 0),
    count: alike.reduce((sum, { count }) => sum + count, 0),
  }))
}

/**
 * Counts this month, and the months before it that were never counted or had not ended when they were, of every company. Called each hour.
 * @returns how many months were counted
 */
export async function countUsage({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = clock()
  const due = await rows<{ company_id: string; month: string }>(
    db,
    sql`select c.company_id, to_char(months.month, 'YYYY-MM-DD') as month
      from companies c, lateral generate_series(
        greatest(date_trunc('month', c.created_at at time zone 'UTC'), date_trunc('month',
          ${now}::timestamptz at time zone 'UTC')
          - interval '24 months'),
        date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') as months (month)
      where c.suspended_at is null and (months.month >= date_trunc('month',
        (${now}::timestamptz - interval '2 days') at time zone 'UTC')
        or not exists (select from usage_totals ut
          where ut.company_id = c.company_id and ut.month = months.month::date))
      order by 1, 2`,
  )
  for (const { company_id, month } of due) {
    const from = new Date(`${month}T00:00:00Z`)
    await countMonth(db, company_id, from, monthOf(from, 1))
  }
  return due.length
}
