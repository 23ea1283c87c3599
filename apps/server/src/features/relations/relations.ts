import { MAX_HIERARCHY_LIST } from '@reflet/contract/hierarchy'
import type { Relation } from '@reflet/contract/relations'
import { type Queryable, rows, sql, t } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { findCircular, type Owner } from './circles.queries.ts'

/**
 * Advisory lock: one change of who leads whom at a time per company. Two concurrent changes could create a cycle together. Held until the
 * transaction ends. Lock order: after `lockViewer`.
 */
export const lockHierarchy = (tx: Queryable, companyId: string) =>
  tx.execute(sql`select from pg_advisory_xact_lock(hashtext('hierarchy'), hashtext(${companyId}))`)

/** Places rows without a position at the end of the list of their relation, in this order; a full list takes no more. */
export async function placeAtEnd(tx: Queryable, { companyId, userId }: Owner, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`update contacts ct set position = placed.last + placed.nth
    from (
      select said.id, lists.last, lists.taken, row_number() over (partition by said.relation order by wanted.nth) as nth
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, nth)
      join contacts said on said.company_id = ${companyId} and said.id = wanted.id
        and said.user_id = ${userId} and said.position is null
      cross join lateral (select coalesce(max(listed.position), -1) as last, count(*) as taken
        from contacts listed
        where listed.company_id = ${companyId} and listed.user_id = ${userId} and listed.relation = said.relation
          and listed.position is not null) lists
    ) placed
    where ct.company_id = ${companyId} and ct.id = placed.id
      and placed.taken + placed.nth <= ${sql.raw(String(MAX_HIERARCHY_LIST))}`)
}

/** Of these colleagues, those whose place in the owner's stored lists closes a cycle. */
export async function circularAmong(tx: Queryable, owner: Owner, memberIds: readonly string[]): Promise<string[]> {
  if (memberIds.length === 0) return []
  const places = await rows(
    tx,
    { relation: t.oneOf<Relation>(), memberId: t.uuid },
    sql`select relation, contact_user_id as "memberId" from contacts
      where company_id = ${owner.companyId} and user_id = ${owner.userId} and position is not null
        and relation in ('superior', 'lower') and contact_user_id is not null`,
  )
  if (!places.some(({ memberId }) => memberIds.includes(memberId))) return []
  const closing = await findCircular(tx, owner, places)
  return closing.flatMap(({ memberId }) => (memberIds.includes(memberId) ? [memberId] : []))
}

/** Takes the places of these colleagues; the relation stays. */
export async function unplace(tx: Queryable, { companyId, userId }: Owner, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return
  await tx.execute(sql`update contacts set position = null where company_id = ${companyId} and user_id = ${userId}
    and contact_user_id = any(${memberIds}::uuid[])`)
}

/**
 * The owner's manager is the contact with the relation `superior`. They get a place in the list unless it would close a cycle: two people may
 * be each other's manager. The owner is locked.
 */
export async function keepAsSuperior(tx: Queryable, owner: Owner, managerId: string, now: Date): Promise<void> {
  const { companyId, userId } = owner
  await lockHierarchy(tx, companyId)
  const [row] = await rows(
    tx,
    { id: t.uuid },
    sql`insert into contacts (company_id, id, user_id, contact_user_id, relation, created_at)
      values (${companyId}, ${newId(now)}, ${userId}, ${managerId}, 'superior', ${now})
      on conflict (company_id, user_id, contact_user_id) do update set relation = 'superior',
        position = case when contacts.relation = 'superior' then contacts.position end
      returning id`,
  )
  await placeAtEnd(tx, owner, row ? [row.id] : [])
  await unplace(tx, owner, await circularAmong(tx, owner, [managerId]))
}

/**
 * A person who is no longer the owner's superior is not their manager either. What was shared with them is closed by a trigger. The owner is
 * locked; a manager who is deactivated at present stays.
 */
export async function letGoOfManager(tx: Queryable, { companyId, userId }: Owner, formerSuperiors: readonly string[]): Promise<void> {
  if (formerSuperiors.length === 0) return
  await tx.execute(sql`update users u set manager_id = null
    where u.company_id = ${companyId} and u.id = ${userId} and u.manager_id = any(${formerSuperiors}::uuid[])
      and exists (select from users manager
        where manager.company_id = u.company_id and manager.id = u.manager_id and manager.deactivated_at is null)`)
}
