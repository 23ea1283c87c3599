import type { Hierarchy, HierarchyMember } from '@reflet/contract/hierarchy'
import { instant, instantOrNull, nullable, type Params, type Queryable, query, rows, sql, t, type Value } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { inListOrder } from '../../platform/relation-order.ts'
import type { Viewer } from '../../platform/session.ts'
import { leftAt } from '../messages/left.ts'
import { emailOf, isStopped, type Place, REMIND_AGAIN_MS } from './hierarchy.policy.ts'

interface ManagerRow {
  email: string
  first_name: string
  last_name: string
  mailed_at: string
  reminded_at: string | null
  filled_at: string | null
  expires_at: string
  mails_stopped: boolean
  remindable_from: string
}

/**
 * The version of a person's lists: a hash of their content only, so that a retried save does no harm. A colleague who was typed as an
 * address counts as that address, so that a version reveals nothing to a manager.
 */
export const versionOf = (companyId: Value, userId: Value) =>
  sql`(select md5(coalesce(string_agg(concat_ws('/', ct.relation, ct.position,
      coalesce(ct.email, ct.contact_user_id::text), ct.first_name, ct.last_name), chr(10)
        order by ct.relation, ct.position, ct.id), ''))
    from contacts ct
    where ct.company_id = ${companyId} and ct.user_id = ${userId} and ct.position is not null)`

/** From when the manager of `hierarchy_invitations hi` may be reminded: a day after the last mail left, so never before the first one has. */
export const remindableFrom = (now: Value) => sql`(greatest(hi.reminded_at, hi.mailed_at,
    (select max(${leftAt(now)}) from outbox o
      where o.company_id = hi.company_id and o.invitation_id = hi.id
        and o.kind in ('hierarchy_request', 'hierarchy_reminder')))
  + ${sql.raw(`interval '${REMIND_AGAIN_MS} milliseconds'`)})`

/** The current version, in a transaction that may change it. */
export async function currentVersion(tx: Queryable, companyId: string, userId: string): Promise<string> {
  const version = versionOf(companyId, userId)
  const [row] = await rows(tx, { version: t.text }, sql`select ${version} as version`)
  return row?.version ?? ''
}

const selectHierarchy = query(
  'hierarchy_of_user',
  { members: nullable(t.json<HierarchyMember[]>()), manager: nullable(t.json<ManagerRow>()), version: t.text },
  (v: Params<{ company_id: string; user_id: string; now: Date }>) => sql`select
    (select json_agg(json_build_object('user_id', u.id, 'email', coalesce(u.email, ct.email),
      'first_name', coalesce(u.first_name, ct.first_name),
          'last_name', coalesce(u.last_name, ct.last_name), 'job_title', coalesce(u.job_title, ''),
          'avatar_url', u.avatar_url, 'relation', ct.relation)
        order by ${inListOrder(sql`ct.relation`)}, ct.position, ct.id)
      from contacts ct
      left join users u on u.company_id = ct.company_id and u.id = ct.contact_user_id
      where ct.company_id = ${v.company_id} and ct.user_id = ${v.user_id}
        and ct.position is not null and u.deactivated_at is null) as members,
    (select row_to_json(manager) from (
      select hi.email, hi.first_name, hi.last_name, hi.mailed_at, hi.reminded_at, hi.filled_at, hi.expires_at,
        ${isStopped} as mails_stopped, ${remindableFrom(v.now)} as remindable_from
      from hierarchy_invitations hi
      where hi.company_id = ${v.company_id} and hi.user_id = ${v.user_id} and hi.replaced_at is null
    ) manager) as manager, ${versionOf(v.company_id, v.user_id)} as version`,
)

/** The viewer's lists, with current names and without former colleagues, and the state of the manager's invitation. */
export async function getHierarchy(db: Queryable, viewer: Viewer, now: Date): Promise<Hierarchy> {
  const [row] = await selectHierarchy(db, { company_id: viewer.companyId, user_id: viewer.userId, now })
  return { hierarchical: row?.members ?? [], manager: row?.manager ? toManager(row.manager, now) : null, version: row?.version ?? '' }
}

function toManager({ mailed_at, ...row }: ManagerRow, now: Date): Hierarchy['manager'] {
  const remindable = new Date(row.remindable_from)
  return {
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    invited_at: instant(mailed_at),
    reminded_at: instantOrNull(row.reminded_at),
    filled_at: instantOrNull(row.filled_at),
    expires_at: instant(row.expires_at),
    mails_stopped: row.mails_stopped,
    can_remind: row.filled_at === null && remindable <= now,
    can_remind_from: row.filled_at === null && remindable > now ? remindable.toISOString() : null,
  }
}

/**
 * Resolves entries to colleagues, by id or by address; a stored entry of a former colleague is left out.
 * @throws not_found for an id that is not of the company, or of a former colleague
 */
export async function findColleagues(db: Queryable, companyId: string, places: readonly Place[]): Promise<Place[]> {
  const ids = places.flatMap(({ input }) => ('user_id' in input ? [input.user_id] : []))
  const emails = places.flatMap((place) => emailOf(place) ?? [])
  const known = await rows(
    db,
    { id: t.uuid, email: t.text },
    sql`select id, email from users where company_id = ${companyId} and deactivated_at is null
      and (id = any(${ids}::uuid[]) or email = any(${emails}::text[]))`,
  )
  const byEmail = new Map(known.map(({ id, email }) => [email, id]))
  const byId = new Set(known.map(({ id }) => id))
  return places.flatMap((place) => {
    const { input } = place
    if ('email' in input) return [{ ...place, memberId: byEmail.get(input.email) ?? null }]
    if (byId.has(input.user_id)) return [{ ...place, memberId: input.user_id }]
    if (place.field === null) return []
    throw notFound()
  })
}
