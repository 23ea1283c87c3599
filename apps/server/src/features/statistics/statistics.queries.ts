import { mirrorOf, type SkillStatistics } from '@reflet/contract/statistics'
import { type SQL, sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { type SkillText, skillDescription, skillName } from '../skills/skills.queries.ts'

/** A score looks back this far (product.md §2). */
const MONTHS = 12

interface StatisticsRow extends SkillText {
  skill_id: string
  category: string
  position: number | null
  n: number
  sum: number
  ratings: [number, number, number, number, number]
  not_observed: number
  unread: number
  newest_at: string | null
  pending: number
  self_rating: number | null
  self_at: string | null
}

/**
 * What came since the skill's last reset counts (product.md §2). Only released answers count, by the time of their release: confidential ones enter and leave the window together, so
 * that no figure ever changes by one of them alone. Pending ones are counted where they are named.
 */
const selectStatistics = (viewer: Viewer, now: Date, which: SQL) => sql`
  with mine as (
    select skill_id, position from user_skills where company_id = ${viewer.companyId} and user_id = ${viewer.userId}
  ), reset as (
    select skill_id, max(created_at) as at from skill_resets where company_id = ${viewer.companyId} and user_id = ${viewer.userId} group by skill_id
  ), received as (
    select f.skill_id, count(f.rating)::int as n, coalesce(sum(f.rating), 0)::int as sum,
      array[count(*) filter (where f.rating = 1), count(*) filter (where f.rating = 2), count(*) filter (where f.rating = 3),
        count(*) filter (where f.rating = 4), count(*) filter (where f.rating = 5)]::int[] as ratings,
      count(*) filter (where f.not_observed)::int as not_observed,
      count(*) filter (where f.read_at is null)::int as unread,
      max(case when f.confidential then date_trunc('month', f.released_at, 'UTC') else f.answered_at end) as newest_at
    from feedbacks f left join reset z on z.skill_id = f.skill_id
    where f.company_id = ${viewer.companyId} and f.receiver_id = ${viewer.userId} and (z.at is null or f.released_at > z.at)
      and f.released_at > ${now}::timestamptz - interval '${sql.raw(String(MONTHS))} months'
    group by f.skill_id
  ), awaited as (
    select f.skill_id, count(*)::int as pending from feedbacks f
    where f.company_id = ${viewer.companyId} and f.receiver_id = ${viewer.userId} and f.status = 'pending' and not f.confidential
    group by f.skill_id
  ), self as (
    select distinct on (skill_id) skill_id, rating, created_at from self_evaluations
    where company_id = ${viewer.companyId} and user_id = ${viewer.userId} order by skill_id, created_at desc
  )
  select k.id as skill_id, k.catalogue_key, k.names, k.descriptions, k.category, m.position,
    coalesce(r.n, 0) as n, coalesce(r.sum, 0) as sum, coalesce(r.ratings, '{0,0,0,0,0}') as ratings, coalesce(r.not_observed, 0) as not_observed,
    coalesce(r.unread, 0) as unread, r.newest_at, coalesce(a.pending, 0) as pending, e.rating as self_rating, e.created_at as self_at
  from skills k
  left join mine m on m.skill_id = k.id
  left join received r on r.skill_id = k.id
  left join awaited a on a.skill_id = k.id
  left join self e on e.skill_id = k.id
  where k.company_id = ${viewer.companyId} and ${which}
  order by m.position nulls last, r.n desc nulls last, k.id`

function toStatistics(row: StatisticsRow, viewer: Viewer): SkillStatistics {
  const score = row.n > 0 ? row.sum / row.n : null
  return {
    skill: {
      id: row.skill_id,
      name: skillName(row, viewer.locale),
      description: skillDescription(row, viewer.locale),
      category: row.category,
    },
    chosen: row.position !== null,
    score,
    n: row.n,
    not_observed: row.not_observed,
    distribution: row.ratings,
    newest_at: instantOrNull(row.newest_at),
    self: row.self_rating !== null && row.self_at ? { rating: row.self_rating, created_at: instant(row.self_at) } : null,
    mirror: mirrorOf(score, row.self_rating),
    unread: row.unread,
    pending: row.pending,
  }
}

/** The skills that the viewer chose, in their order, then others on which feedback came or is awaited. */
export async function getStatistics(db: Queryable, viewer: Viewer, now: Date): Promise<{ skills: SkillStatistics[] }> {
  const known = sql`(m.position is not null or r.skill_id is not null or a.skill_id is not null)`
  const found = await rows<StatisticsRow>(db, selectStatistics(viewer, now, known))
  return { skills: found.map((row) => toStatistics(row, viewer)) }
}

/**
 * One skill with its trend: the mean of each month's released ratings.
 * @throws not_found for a skill of another company
 */
export async function getSkillStatistics(db: Queryable, viewer: Viewer, now: Date, skillId: string) {
  const [row] = await rows<StatisticsRow>(db, selectStatistics(viewer, now, sql`k.id = ${skillId}`))
  if (!row) throw notFound()
  const trend = await rows<{ month: string; mean: number; n: number }>(
    db,
    sql`select to_char(released_at at time zone 'UTC', 'YYYY-MM') as month, avg(rating)::float8 as mean, count(*)::int as n
      from feedbacks where company_id = ${viewer.companyId} and receiver_id = ${viewer.userId} and skill_id = ${skillId}
        and released_at > coalesce((select max(z.created_at) from skill_resets z
          where z.company_id = ${viewer.companyId} and z.user_id = ${viewer.userId} and z.skill_id = ${skillId}), '-infinity')
        and released_at > ${now}::timestamptz - interval '${sql.raw(String(MONTHS))} months' and rating is not null
      group by month order by month`,
  )
  return { ...toStatistics(row, viewer), trend, by_relation: [], withheld: 0, self_history: [] }
}
