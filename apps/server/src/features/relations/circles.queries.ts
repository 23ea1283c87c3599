import { type Queryable, rows, type Sql, sql } from '../../db/index.ts'
import { circular, type Edge, type Entry, edgeRow } from './circles.policy.ts'

/** The owner of the lists. */
export interface Owner {
  readonly companyId: string
  readonly userId: string
}

/** The people directly above `of`, by other people's lists: their own superiors, or those who list them as lower. */
const parentsOf = (of: Sql, companyId: string, userId: string) => sql`(
  select ct.contact_user_id as id from contacts ct
    where ct.company_id = ${companyId} and ct.user_id = ${of} and ct.relation = 'superior'
      and ct.position is not null and ct.contact_user_id is not null and ct.user_id <> ${userId}
  union all
  select ct.user_id from contacts ct
    where ct.company_id = ${companyId} and ct.contact_user_id = ${of} and ct.relation = 'lower'
      and ct.position is not null and ct.user_id <> ${userId})`

/**
 * The upward edges that other people's lists define above the owner of new lists and above their new superiors; former colleagues are
 * skipped. It walks upwards: a person has few superiors but may have a whole company below.
 */
async function edgesAbove(db: Queryable, { companyId, userId }: Owner, places: readonly Entry[]): Promise<Edge[]> {
  const superiors = places.flatMap(({ relation, memberId }) => (relation === 'superior' && memberId ? [memberId] : []))
  // People are joined after the walk: within the recursion, a planner without statistics scans all of them at each step.
  return rows(
    db,
    edgeRow,
    sql`with recursive above (id) as (
        select unnest(${[userId, ...superiors]}::uuid[])
        union
        select parents.id from above, lateral ${parentsOf(sql`above.id`, companyId, userId)} parents
      ), edge as materialized (
        select above.id as child, parents.id as parent
          from above, lateral ${parentsOf(sql`above.id`, companyId, userId)} parents
      )
      select child, parent from edge where parent not in (
        select id from users
        where company_id = ${companyId} and deactivated_at is not null and id in (select parent from edge))`,
  )
}

/** Whether this relation says who leads whom. */
export const isEdge = (relation: string | undefined): boolean => relation === 'superior' || relation === 'lower'

/** The entries that would create a cycle above the owner. */
export async function findCircular<Place extends Entry>(tx: Queryable, owner: Owner, places: readonly Place[]): Promise<Place[]> {
  if (!places.some(({ relation, memberId }) => memberId && isEdge(relation))) return []
  return circular(owner.userId, places, await edgesAbove(tx, owner, places))
}
