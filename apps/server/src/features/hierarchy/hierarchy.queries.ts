import { RELATIONS } from '@reflet/contract/groups'
import type { Hierarchy, HierarchyMember } from '@reflet/contract/hierarchy'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows, statement } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { type Edge, emailOf, isStopped, type Place, REMIND_AGAIN_MS } from './hierarchy.policy.ts'

/** The five lists in the order that the specification names them, over `relation`. */
export const inListOrder = (relation: SQL) =>
  sql`array_position(array[${sql.raw(RELATIONS.map((name) => `'${name}'`).join(', '))}], ${relation})`

interface ManagerRow {
  email: string
  first_name: string
  last_name: string
  mailed_at: string
  reminded_at: string | null
  filled_at: string | null
  expires_at: string
  mails_stopped: boolean
}

/**
 * The version of somebody's lists, which changes with what is in them and with nothing else: who saves the same twice, because an answer
 * was lost, does no harm. A colleague who was typed as an address counts as that address, so that a version tells a manager nothing.
 */
export const versionOf = (companyId: SQL | Placeholder, userId: SQL | Placeholder) =>
  sql`(select md5(coalesce(string_agg(concat_ws('/', v.relation, v.position, coalesce(v.email, v.member_user_id::text), v.first_name, v.last_name), chr(10)
      order by v.relation, v.position), '')) from hierarchy_members v where v.company_id = ${companyId} and v.user_id = ${userId})`

/** The version of now, in a transaction that may change it. */
export async function currentVersion(tx: Queryable, companyId: string, userId: string): Promise<string> {
  const [row] = await rows<{ version: string }>(tx, sql`select ${versionOf(sql`${companyId}`, sql`${userId}`)} as version`)
  return row?.version ?? ''
}

const selectHierarchy = statement<
  { members: HierarchyMember[] | null; manager: ManagerRow | null; version: string },
  { company_id: string; user_id: string }
>(
  'hierarchy_of_user',
  sql`select
    (select json_agg(json_build_object('user_id', u.id, 'email', coalesce(u.email, h.email), 'first_name', coalesce(u.first_name, h.first_name),
          'last_name', coalesce(u.last_name, h.last_name), 'job_title', coalesce(u.job_title, ''), 'avatar_url', u.avatar_url, 'relation', h.relation)
        order by ${inListOrder(sql`h.relation`)}, h.position)
      from hierarchy_members h
      left join users u on u.company_id = h.company_id and u.id = h.member_user_id
      where h.company_id = ${sql.placeholder('company_id')} and h.user_id = ${sql.placeholder('user_id')} and u.deactivated_at is null) as members,
    (select row_to_json(i) from (
      select i.email, i.first_name, i.last_name, i.mailed_at, i.reminded_at, i.filled_at, i.expires_at, ${isStopped} as mails_stopped from hierarchy_invitations i
      where i.company_id = ${sql.placeholder('company_id')} and i.user_id = ${sql.placeholder('user_id')} and i.replaced_at is null
    ) i) as manager,
    ${versionOf(sql.placeholder('company_id'), sql.placeholder('user_id'))} as version`,
)

/** The viewer's lists, colleagues under their names of now and without those who left, and what became of the manager. */
export async function getHierarchy(db: Queryable, viewer: Viewer, now: Date): Promise<Hierarchy> {
  const [row] = await selectHierarchy(db, { company_id: viewer.companyId, user_id: viewer.userId })
  return { hierarchical: row?.members ?? [], manager: row?.manager ? toManager(row.manager, now) : null, version: row?.version ?? '' }
}

function toManager({ mailed_at, ...row }: ManagerRow, now: Date): Hierarchy['manager'] {
  const lastMail = new Date(row.reminded_at ?? mailed_at)
  return {
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    invited_at: instant(mailed_at),
    reminded_at: instantOrNull(row.reminded_at),
    filled_at: instantOrNull(row.filled_at),
    expires_at: instant(row.expires_at),
    mails_stopped: row.mails_stopped,
    can_remind: row.filled_at === null && now.getTime() - lastMail.getTime() >= REMIND_AGAIN_MS,
  }
}

/**
 * Finds the colleagues behind places, by id or by their address.
 * @throws not_found for an id that is nobody of the company, or somebody who left
 */
export async function findColleagues(db: Queryable, companyId: string, places: readonly Place[]): Promise<Place[]> {
  const ids = places.flatMap(({ input }) => ('user_id' in input ? [input.user_id] : []))
  const emails = places.flatMap((place) => emailOf(place) ?? [])
  const known = await rows<{ id: string; email: string }>(
    db,
    sql`select id, email from users where company_id = ${companyId} and deactivated_at is null
      and (id = any(${sql.param(ids)}::uuid[]) or email = any(${sql.param(emails)}::text[]))`,
  )
  const byEmail = new Map(known.map(({ id, email }) => [email, id]))
  const byId = new Set(known.map(({ id }) => id))
  return places.map((place) => {
    const { input } = place
    if ('email' in input) return { ...place, memberId: byEmail.get(input.email) ?? null }
    if (!byId.has(input.user_id)) throw notFound()
    return { ...place, memberId: input.user_id }
  })
}

/** Who others than the owner said stands directly above `of`: in its own list, or as lower in somebody's. */
const parentsOf = (of: SQL, companyId: string, userId: string) => sql`(
  select h.member_user_id as id from hierarchy_members h
    where h.company_id = ${companyId} and h.user_id = ${of} and h.relation = 'superior' and h.member_user_id is not null and h.user_id <> ${userId}
  union all
  select h.user_id from hierarchy_members h
    where h.company_id = ${companyId} and h.member_user_id = ${of} and h.relation = 'lower' and h.user_id <> ${userId})`

/**
 * Everything that others said about who stands above the owner of new lists and above those whom they name as superiors;
 * who left stands above nobody. It walks upwards: a person has few above them and may have a company below.
 */
export async function edgesAbove(db: Queryable, companyId: string, userId: string, places: readonly Place[]): Promise<Edge[]> {
  const superiors = places.flatMap(({ relation, memberId }) => (relation === 'superior' && memberId ? [memberId] : []))
  // People are looked at after the walk: within it a planner without statistics goes through all of them at each step.
  return rows<Edge>(
    db,
    sql`with recursive above (id) as (
        select unnest(${sql.param([userId, ...superiors])}::uuid[])
        union
        select p.id from above a, lateral ${parentsOf(sql`a.id`, companyId, userId)} p
      ), edge as materialized (
        select a.id as child, p.id as parent from above a, lateral ${parentsOf(sql`a.id`, companyId, userId)} p
      )
      select child, parent from edge where parent not in (
        select id from users where company_id = ${companyId} and deactivated_at is not null and id in (select parent from edge))`,
  )
}
