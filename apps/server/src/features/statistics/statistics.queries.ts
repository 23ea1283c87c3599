import type { Distribution } from '@reflet/contract/received-answers'
import { mirrorOf, type PERIODS, type SkillStatistics } from '@reflet/contract/statistics'
import { instant, instantOrNull, nullable, type Params, type Queryable, query, type RowOf, rows, type Sql, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { describedSkillRow, skillDescription, skillName } from '../catalogue/catalogue.queries.ts'
import { isNew } from '../messages/unread.ts'
import { byRelation, meanOf, trendOf } from './figures.policy.ts'

/** The period of the statistics, in months. */
type Period = (typeof PERIODS)[number]

const countsRow = { ratings: t.tuple<Distribution>(), not_observed: t.int }

const statisticsRow = {
  skill_id: t.uuid,
  ...describedSkillRow,
  category: t.text,
  position: nullable(t.int),
  since: t.time,
  ...countsRow,
  new: t.int,
  pending: t.int,
  newest_at: nullable(t.time),
  self_rating: nullable(t.int),
  self_at: nullable(t.time),
}

/** Whose answers, and since when. */
interface Values {
  company_id: string
  user_id: string
  now: Date
  months: number
}
export type Of = Params<Values>

/** Rows of the person in this relation. */
const mine = ({ company_id, user_id }: Of, relation: string) =>
  sql`${sql.raw(relation)}.company_id = ${company_id} and ${sql.raw(relation)}.user_id = ${user_id}`
/** Answers that the person received. */
const received = ({ company_id, user_id }: Of) => sql`f.company_id = ${company_id} and f.receiver_id = ${user_id}`

/** The start of the period for a skill: so many months back to the instant, but never before the skill's last reset. */
export const since = (v: Of, { skill }: { skill: Sql }) => sql`(select greatest(
    ${v.now}::timestamptz - make_interval(months => ${v.months}::int),
    (select max(sr.created_at) from skill_resets sr where ${mine(v, 'sr')} and sr.skill_id = ${skill})) as since)`

const ratedAs = (rating: number) => sql`(f.rating is not distinct from ${sql.raw(String(rating))})::int`
const RATED = [1, 2, 3, 4, 5] as const

interface Scope {
  readonly skill: Sql
  readonly since: Sql
}

/**
 * Counts of a skill since a time, by month and relation: the totals of whole months, and single rows of the first, partial
 * month. So the cost does not grow over the years. Only released answers count, by the time of their release: confidential ones are added
 * and removed together, so that no figure ever changes by a single one.
 * @param totals columns of `skill_totals st`, and row: the same of `feedbacks f`
 */
const countsOf = (v: Of, scope: Scope, { totals, row }: { totals: Sql; row: Sql }) => sql`
  select st.month, st.voice, ${totals}
  from skill_totals st where ${mine(v, 'st')} and st.skill_id = ${scope.skill} and st.month > utc_month(${scope.since})
  union all
  select utc_month(${scope.since}), case when f.confidential then 'confidential' else f.relation end, ${row}
  from feedbacks f where ${received(v)} and f.skill_id = ${scope.skill} and f.released_at > ${scope.since}
    and f.released_at < (utc_month(${scope.since}) + interval '1 month') at time zone 'UTC'`

const counted = (v: Of, scope: Scope) =>
  countsOf(v, scope, {
    totals: sql`st.rated_1, st.rated_2, st.rated_3, st.rated_4, st.rated_5, st.not_observed`,
    row: sql`${sql.join(RATED.map(ratedAs))}, f.not_observed::int`,
  })

/** The same counts as far as they are colleagues' for certain: what badges are earned by. */
export const countedForBadges = (v: Of, scope: Scope) =>
  countsOf(v, scope, {
    totals: sql`st.badge_1 as rated_1, st.badge_2 as rated_2, st.badge_3 as rated_3, st.badge_4 as rated_4, st.badge_5 as rated_5`,
    row: sql.join(RATED.map((rating) => sql`${ratedAs(rating)} * counts_for_badges(f)::int`)),
  })

/** The columns of `countsRow`, over `counted`. */
const sums = sql`array[coalesce(sum(rated_1), 0), coalesce(sum(rated_2), 0), coalesce(sum(rated_3), 0),
    coalesce(sum(rated_4), 0), coalesce(sum(rated_5), 0)]::int[] as ratings, coalesce(sum(not_observed), 0)::int as not_observed`

const selectStatistics = (v: Of, which: Sql, shown: Sql) => sql`
  with awaited as (
    select f.skill_id, count(*)::int as pending from feedbacks f
    where ${received(v)} and f.status = 'pending' and not f.confidential
    group by f.skill_id
  ), shown as materialized (
    select k.id, k.catalogue_key, k.names, k.descriptions, k.category, us.position, w.since, c.ratings, c.not_observed, a.pending
    from skills k
    left join user_skills us on ${mine(v, 'us')} and us.skill_id = k.id
    left join awaited a on a.skill_id = k.id
    cross join lateral ${since(v, { skill: sql`k.id` })} w
    cross join lateral (select ${sums} from (${counted(v, { skill: sql`k.id`, since: sql`w.since` })}) c) c
    where k.company_id = ${v.company_id} and ${which} and ${shown}
  ), unseen as materialized (
    select f.skill_id from feedbacks f where ${received(v)} and ${isNew}
  )
  select s.id as skill_id, s.catalogue_key, s.names, s.descriptions, s.category, s.position, s.since, s.ratings,
    s.not_observed, (select count(*)::int from unseen u where u.skill_id = s.id) as new,
    coalesce(s.pending, 0) as pending, n.newest_at, se.rating as self_rating, se.created_at as self_at
  from shown s
  left join lateral (
    select case when f.confidential then date_trunc('month', f.released_at, 'UTC') else f.answered_at end as newest_at
    from feedbacks f
    where ${received(v)} and f.skill_id = s.id and f.released_at > s.since and f.rating is not null
    order by f.released_at desc limit 1
  ) n on true
  left join lateral (
    select se.rating, se.created_at from self_evaluations se where ${mine(v, 'se')} and se.skill_id = s.id
    order by se.created_at desc limit 1
  ) se on true
  order by s.position nulls last, (select sum(r) from unnest(s.ratings) r) desc, s.id`

// Not a named statement: the generic plan reads a skill's answers of the whole company.
const selectAll = query(null, statisticsRow, (v: Of) =>
  selectStatistics(
    v,
    sql`true`,
    sql`(us.position is not null or a.skill_id is not null or c.not_observed > 0 or c.ratings <> array[0, 0, 0, 0, 0])`,
  ),
)

type OfSkill = Params<Values & { skill_id: string }>

const selectOne = query(null, statisticsRow, (v: OfSkill) => selectStatistics(v, sql`k.id = ${v.skill_id}`, sql`true`))

const selectVoices = query(
  null,
  { ...countsRow, month: t.text, voice: t.text },
  (v: OfSkill) => sql`select to_char(c.month, 'YYYY-MM') as month, c.voice, ${sums}
    from skills k cross join lateral ${since(v, { skill: sql`k.id` })} w
    cross join lateral (${counted(v, { skill: sql`k.id`, since: sql`w.since` })}) c
    where k.company_id = ${v.company_id} and k.id = ${v.skill_id}
    group by c.month, c.voice order by c.month`,
)

const values = ({ companyId, userId }: Viewer, now: Date, months: Period) => ({ company_id: companyId, user_id: userId, now, months })

function toStatistics(row: RowOf<typeof statisticsRow>, viewer: Viewer): SkillStatistics {
  const { n, mean: score } = meanOf(row.ratings)
  return {
    skill: {
      id: row.skill_id,
      name: skillName(row, viewer.locale),
      description: skillDescription(row, viewer.locale),
      category: row.category,
    },
    chosen: row.position !== null,
    score,
    n,
    not_observed: row.not_observed,
    distribution: row.ratings,
    newest_at: instantOrNull(row.newest_at),
    self: row.self_rating !== null && row.self_at ? { rating: row.self_rating, created_at: instant(row.self_at) } : null,
    mirror: mirrorOf({ score, n }, row.self_rating),
    new: row.new,
    pending: row.pending,
  }
}

/** The viewer's chosen skills, in their order, then others with received or pending feedback. */
export async function getStatistics(db: Queryable, viewer: Viewer, now: Date, months: Period): Promise<{ skills: SkillStatistics[] }> {
  const found = await selectAll(db, values(viewer, now, months))
  return { skills: found.map((row) => toStatistics(row, viewer)) }
}

/**
 * One skill with its trend by month, its named ratings by relation, and the viewer's self-evaluations of that time.
 * @throws not_found for a skill of another company
 */
export async function getSkillStatistics(db: Queryable, viewer: Viewer, now: Date, skillId: string, months: Period) {
  const which = { ...values(viewer, now, months), skill_id: skillId }
  const [row] = await selectOne(db, which)
  if (!row) throw notFound()
  const voices = await selectVoices(db, which)
  return {
    ...toStatistics(row, viewer),
    trend: trendOf(voices),
    ...byRelation(voices, viewer.threshold),
    self_history: await selfHistory(db, viewer, skillId, row.since),
  }
}

async function selfHistory(db: Queryable, viewer: Viewer, skillId: string, since: string) {
  const found = await rows(
    db,
    { rating: t.int, created_at: t.time },
    sql`select rating, created_at from self_evaluations
      where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and skill_id = ${skillId}
        and created_at > ${since}::timestamptz
      order by created_at, id`,
  )
  return found.map(({ rating, created_at }) => ({ rating, created_at: instant(created_at) }))
}
