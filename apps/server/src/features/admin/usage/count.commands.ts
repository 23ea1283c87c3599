import { USAGE_MONTHS_MAX } from '@reflet/contract/admin-usage'
import { nullable, type Queryable, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Leave } from '../../account-deletion/account-deletion.ts'
import {
  actsOf,
  answersFrom,
  byDepartment,
  confidentialOf,
  dateOf,
  dayOf,
  ENDED,
  monthOf,
  namedAnswers,
  namedOf,
  ofMonth,
  type Part,
  peopleOf,
  within,
} from './acts.queries.ts'
import { takeOver } from './earlier.commands.ts'
import { LEFT_OUT, storeEnded, storeMonth } from './store.commands.ts'
import { type Counted, isEnough } from './usage.policy.ts'

/**
 * Adds acts to those of the month, by person and department. A person has one number in the month, `person`, which stays when the account is
 * deleted; in the department in which they did most they are active.
 * @param acts rows of `user_id, department, asked, answered`
 */
const add = (db: Queryable, { companyId, month }: Part, acts: Sql) => {
  const day = sql`${dateOf(month)}::date`
  // Of those who did something: who has a number in this month already.
  const numbered = sql`select user_id, min(person::text)::uuid as person from usage_people
    where company_id = ${companyId} and month = ${day} and user_id is not null group by user_id`
  return db.execute(sql`with done as (
      select user_id, department, sum(asked)::int as asked, sum(answered)::int as answered,
        row_number() over (partition by user_id order by sum(asked) + sum(answered) desc, department) as place
      from (${acts}) acts group by user_id, department
    ), people as (
      select done.user_id, coalesce(numbered.person, gen_random_uuid()) as person, numbered.person is null as is_new
      from (select distinct user_id from done) done left join (${numbered}) numbered using (user_id)
    )
    insert into usage_people as up (company_id, id, month, person, user_id, department, active, asked, answered)
    select ${companyId}, gen_random_uuid(), ${day}, people.person, done.user_id, done.department,
      people.is_new and done.place = 1, done.asked, done.answered
    from done join people using (user_id)
    on conflict (company_id, month, user_id, department)
      do update set asked = up.asked + excluded.asked, answered = up.answered + excluded.answered`)
}

/** The acts of a part of a month that do not tell who answered a confidential request. */
const addActs = (db: Queryable, part: Part) =>
  add(
    db,
    part,
    sql`select r.requester_id as user_id, coalesce(r.department, u.department) as department, count(*) as asked, 0 as answered
        from requests r join feedbacks f on f.company_id = r.company_id and f.request_id = r.id
        join users u on u.company_id = r.company_id and u.id = r.requester_id
        where r.company_id = ${part.companyId} and ${within(part, sql`r.created_at`)}
          and r.kind in ('asked', 'recurring')
        group by 1, 2
      union all select f.giver_id, coalesce(f.department, u.department), 0,
        count(*) ${answersFrom(part, namedAnswers(part))} group by 1, 2
      union all select u.id, u.department, 0, 0 from users u
        where u.company_id = ${part.companyId} and (${within(part, sql`u.last_seen_at`)} or u.id in (
          select user_id from self_evaluations se where se.company_id = ${part.companyId}
            and ${within(part, sql`se.created_at`)}
          union select giver_id from awards a where a.company_id = ${part.companyId}
            and ${within(part, sql`a.created_at`)}
          union select user_id from sessions s where s.company_id = ${part.companyId}
            and ${within(part, sql`s.used_at`)}))`,
  )

/** The running month has no figure that later acts could change, and no departments. */
async function storeRunning(db: Queryable, part: Part): Promise<void> {
  const acts = byDepartment(await actsOf(db, part))
  const sum = (of: (one: Counted) => number) => acts.reduce((all, one) => all + of(one), 0)
  const active = sum((one) => one.active)
  const people = (await peopleOf(db, part)).reduce((all, one) => all + one.people, 0)
  const isShown = isEnough({ active, askers: sum((one) => one.askers), answerers: sum((one) => one.answerers) })
  const figures = { active, asked: sum((one) => one.asked), answered: sum((one) => one.answered) }
  await storeMonth(db, part, people, isShown ? { ...LEFT_OUT, ...figures } : LEFT_OUT)
}

/** Counts a month that has ended: also its confidential answers, without which the month was shown while it was running. */
async function close(db: Queryable, { companyId, month, until }: Part): Promise<void> {
  const whole: Part = { companyId, month, from: month, until }
  await db.execute(sql`update requests r set usage_month = ${dateOf(month)}::date
    where r.company_id = ${companyId} and r.confidential and r.usage_month is null and ${within(whole, ENDED)}`)
  await storeEnded(db, whole, await namedOf(db, whole), await confidentialOf(db, whole))
  await db.execute(sql`delete from usage_people where ${ofMonth(whole)}`)
}

/** Where the count of a company goes on; of one that was never counted after what an earlier release has counted, else with its creation. */
async function next(tx: Queryable, companyId: string, now: Date): Promise<Date> {
  const [company] = await rows(
    tx,
    { created_at: t.time, counted_until: nullable(t.time) },
    sql`select c.created_at, (select max(um.counted_until) from usage_months um where um.company_id = c.company_id) as counted_until
      from companies c where c.company_id = ${companyId} for no key update of c`,
  )
  if (!company) return now
  if (company.counted_until) return new Date(company.counted_until)
  const taken = await takeOver(tx, companyId, monthOf(now))
  const oldest = monthOf(now, -USAGE_MONTHS_MAX)
  return taken ? monthOf(taken, 1) : new Date(Math.max(monthOf(new Date(company.created_at)).getTime(), oldest.getTime()))
}

/** Counts the next part of a month; returns whether another one is left. The lock of the company keeps two processes from counting the same. */
const countNext = ({ db }: Pick<Platform, 'db'>, companyId: string, now: Date) =>
  db.transaction(async (tx) => {
    const from = await next(tx, companyId, now)
    const month = monthOf(from)
    const end = monthOf(from, 1)
    const until = new Date(Math.min(end.getTime(), dayOf(now).getTime()))
    if (from >= until) return false
    const part: Part = { companyId, month, from, until }
    await addActs(tx, part)
    await (until.getTime() === end.getTime() ? close(tx, part) : storeRunning(tx, part))
    return until < dayOf(now)
  })

/** Counts what is left of a company. */
export async function countCompany(platform: Pick<Platform, 'db' | 'clock'>, companyId: string): Promise<void> {
  const now = platform.clock()
  while (await countNext(platform, companyId, now));
}

/**
 * Counts, of every company, the days that have ended (UTC) and were not counted before: each act once, by the department that its person had
 * then. A month that has ended is stored for good, whatever changes later. Called each hour.
 * @returns how many companies were counted
 */
export async function countUsage(platform: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = platform.clock()
  const due = await rows(
    platform.db,
    { company_id: t.uuid },
    sql`select c.company_id from companies c
      where c.suspended_at is null and not exists (select from usage_months um
        where um.company_id = c.company_id and um.counted_until >= ${dayOf(now)})
      order by 1`,
  )
  for (const { company_id } of due) await countCompany(platform, company_id)
  return due.length
}

/** What a deleted account did stays counted, without it; a department that no one else of the month has is no longer named. */
export const leaveUsage: Leave = async (tx, { companyId, userId }) => {
  await tx.execute(sql`update usage_people up set user_id = null, department = case when exists (select from usage_people other
        where other.company_id = up.company_id and other.month = up.month and other.department = up.department
          and other.person <> up.person) then up.department else '' end
    where up.company_id = ${companyId} and up.user_id = ${userId}`)
}
