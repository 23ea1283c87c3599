import type { BadgeCondition } from '@reflet/contract/badges'
import type { Distribution } from '@reflet/contract/received-answers'
import { type Params, type Queryable, query, rows, type Sql, sql, t } from '../../db/index.ts'
import { type DescribedSkill, describedSkillRow } from '../catalogue/catalogue.queries.ts'
import { countedForBadges, since } from '../statistics/statistics.queries.ts'
import { conditionsOf, RULE_MONTHS, type Rule } from './rule.policy.ts'

/** A skill with the conditions of its badge. */
export interface SkillOnItsWay extends DescribedSkill {
  readonly skill_id: string
  readonly category: string
  /** One of the skills that the person works on. */
  readonly chosen: boolean
  readonly conditions: BadgeCondition[]
}

const standingRow = {
  skill_id: t.uuid,
  ...describedSkillRow,
  category: t.text,
  chosen: t.bool,
  ratings: t.tuple<Distribution>(),
  relations: t.int,
  superior: t.bool,
  people: t.int,
}

interface Values {
  company_id: string
  user_id: string
  now: Date
  months: number
  people: number
}
type Of = Params<Values>

/** Which ratings count: of a skill, released since a time. */
interface Scope {
  readonly skill: Sql
  readonly since: Sql
}

/** Ratings `f` that the person received on the skill. */
const received = (v: Of, { skill }: Scope) => sql`f.company_id = ${v.company_id} and f.receiver_id = ${v.user_id}
  and f.skill_id = ${skill} and f.released_at is not null and f.rating is not null`

/**
 * How many colleagues rated the skill by name, counted up to `people`: from one colleague to the next by the index, so
 * that the cost depends on how many there are, not on how many answers each gave.
 */
const named = (v: Of, scope: Scope) => sql`(select count(*)::int from (
    with recursive giver as (
      (select f.giver_id, f.released_at from feedbacks f
        where ${received(v, scope)} and not f.confidential and f.giver_id is not null
        order by f.giver_id, f.released_at desc limit 1)
      union all
      select n.giver_id, n.released_at from giver g cross join lateral (
        select f.giver_id, f.released_at from feedbacks f
        where ${received(v, scope)} and not f.confidential and f.giver_id > g.giver_id
        order by f.giver_id, f.released_at desc limit 1) n
    )
    select from giver where released_at > ${scope.since} limit ${v.people}::int
  ) found)`

/** Colleagues whose account was deleted since: they cannot be distinguished any more, and count as one person. */
const former = (v: Of, scope: Scope) => sql`(select count(*)::int from (select from feedbacks f
    where ${received(v, scope)} and not f.confidential and f.giver_id is null and f.giver_left
      and f.released_at > ${scope.since}
    limit 1) found)`

/** The largest group of confidential ratings that counts: within one request each person answers once. */
const together = (v: Of, scope: Scope) => sql`(select coalesce(max(g.n), 0) from (
    select count(*)::int as n from feedbacks f
    where ${received(v, scope)} and f.confidential and f.counts_for_badges and f.released_at > ${scope.since}
    group by f.request_id) g)`

/** Where the receiver has a manager on record, who did not confirm the relation is their superior only as this manager. */
const confirmed = (v: Of, scope: Scope, { manager }: { manager: Sql }) => sql`(${manager} is null or exists (
    select from feedbacks f
    where ${received(v, scope)} and not f.confidential and f.relation = 'superior' and f.released_at > ${scope.since}
      and (f.giver_id is not null or f.giver_left) and (f.relation_confirmed or f.giver_id = ${manager})))`

/** Ratings and relations of the skill: `ratings`, `others` (relations but these two), `superior` and `coworker`. */
const countsOf = (v: Of, scope: Scope) => sql`
  select array[coalesce(sum(v.rated_1), 0), coalesce(sum(v.rated_2), 0), coalesce(sum(v.rated_3), 0),
      coalesce(sum(v.rated_4), 0), coalesce(sum(v.rated_5), 0)]::int[] as ratings,
    (count(*) filter (where v.voice not in ('confidential', 'superior') and v.rated > 0))::int as others,
    coalesce(bool_or(v.voice = 'superior' and v.rated > 0), false) as superior,
    coalesce(bool_or(v.voice = 'coworker' and v.rated > 0), false) as coworker
  from (
    select c.voice, sum(c.rated_1) as rated_1, sum(c.rated_2) as rated_2, sum(c.rated_3) as rated_3,
      sum(c.rated_4) as rated_4, sum(c.rated_5) as rated_5, sum(c.rated_1 + c.rated_2 + c.rated_3 + c.rated_4 + c.rated_5) as rated
    from (${countedForBadges(v, scope)}) c group by c.voice) v`

const SCOPE: Scope = { skill: sql`k.id`, since: sql`w.since` }

/** The standing of each of these `skills k`. */
const select = (v: Of, which: Sql) => sql`
  select k.id as skill_id, k.catalogue_key, k.names, k.descriptions, k.category,
    us.position is not null as chosen, c.ratings, c.superior and s.confirmed as superior,
    c.others + (c.superior and (s.confirmed or not c.coworker))::int as relations,
    case when n.people >= ${v.people}::int then n.people
      else greatest(n.people + ${former(v, SCOPE)}, ${together(v, SCOPE)}) end as people
  from skills k
  join users u on u.company_id = k.company_id and u.id = ${v.user_id}
  left join user_skills us on us.company_id = ${v.company_id} and us.user_id = ${v.user_id} and us.skill_id = k.id
  cross join lateral ${since(v, { skill: SCOPE.skill })} w
  cross join lateral (${countsOf(v, SCOPE)}) c
  cross join lateral (
    select case when c.superior then ${confirmed(v, SCOPE, { manager: sql`u.manager_id` })} else false end as confirmed) s
  cross join lateral (select ${named(v, SCOPE)} as people) n
  where k.company_id = ${v.company_id} and ${which}
  order by us.position nulls last, k.id`

const isBegun = (v: Of) => sql`(us.position is not null or exists (select from skill_totals st
  where st.company_id = ${v.company_id} and st.user_id = ${v.user_id} and st.skill_id = k.id
    and st.month >= utc_month(${v.now}::timestamptz - make_interval(months => ${v.months}::int))))`

// Not named: the generic plan reads a skill's answers of the whole company, as for statistics.
const selectBegun = query(null, standingRow, (v: Of) => select(v, isBegun(v)))
const selectThese = query(null, standingRow, (v: Params<Values & { skill_ids: readonly string[] }>) =>
  select(v, sql`k.id = any(${v.skill_ids}::uuid[])`),
)

/** The thresholds that hold in a company now. */
export async function ruleOf(db: Queryable, companyId: string): Promise<Rule> {
  const [row] = await rows(
    db,
    { ratings: t.int, people: t.int, relations: t.int, superior: t.bool, mean: t.numeric },
    sql`select badge_ratings as ratings, badge_people as people, badge_relations as relations,
        badge_superior as superior, badge_mean as mean
      from companies where company_id = ${companyId}`,
  )
  if (!row) throw new Error('a viewer without a company')
  return { ...row, mean: Number(row.mean) }
}

/**
 * The conditions of a person's badges: of the given skills of the company, or of those that they chose or were rated on. Only ratings by
 * people with an account count. Of a released confidential group as many count as are colleagues' in any case, those with the lowest
 * ratings: that follows from their statistics and from whom they asked, so that a badge tells nothing that these do not.
 */
export async function standingOf(
  db: Queryable,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  now: Date,
  rule: Rule,
  skillIds?: readonly string[],
): Promise<SkillOnItsWay[]> {
  const values = { company_id: companyId, user_id: userId, now, months: RULE_MONTHS, people: rule.people }
  const found = skillIds ? await selectThese(db, { ...values, skill_ids: skillIds }) : await selectBegun(db, values)
  return found.map(({ skill_id, category, chosen, catalogue_key, names, descriptions, ...standing }) => ({
    skill_id,
    category,
    chosen,
    catalogue_key,
    names,
    descriptions,
    conditions: conditionsOf(standing, rule),
  }))
}
