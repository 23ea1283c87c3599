import type { Locale } from '@reflet/contract/common'
import type { RecipientInput } from '@reflet/contract/feedback'
import { type Queryable, type RowOf, rows, type Sql, sql, t, type Value } from '../../../db/index.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/session.ts'
import { openRequests, refuseFormer } from '../../people/directory.queries.ts'
import { isSettled, needsSettled } from '../feedback.policy.ts'
import { type InPool, isBusy } from './rotation.policy.ts'

/** A person of a pool with their current state. */
export interface PoolRow extends InPool {
  readonly id: string
  readonly user_id: string | null
  readonly guest_id: string | null
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_url: string | null
  readonly locale: Locale | null
  /** An external person who has unsubscribed. */
  readonly stopped: boolean
  /** Their load: a confidential request counts until it expires, answered or not. */
  readonly open: number
}

export const poolRow = { pool: t.json<readonly PoolRow[]>() }
export type Pool = RowOf<typeof poolRow>

/** `openRequests` of an external person. */
const guestsOpen = (companyId: Sql, now: Value) => sql`(
  (select count(distinct p.id)::int from recipients p
    join feedbacks f on f.company_id = p.company_id and f.request_id = p.request_id and f.recipient_id = p.id
      and f.status = 'pending'
    where p.company_id = ${companyId} and p.guest_id = g.id and not f.confidential)
  + (select count(*)::int from recipients p
    where p.company_id = ${companyId} and p.guest_id = g.id and p.counts_until > ${now}))`

/**
 * The people of the rows `m`, with the load of each, as JSON. A row's person is resolved when it is read: an external person whose address
 * now belongs to a colleague is that colleague. Deactivated people are left out, by their address, too.
 * @param owner the row of the recurrence's owner
 */
export const poolOf = (members: Sql, companyId: Sql, owner: Sql, now: Value) => sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'position', m.position, 'asked_at', m.asked_at,
    'user_id', u.id, 'guest_id', g.id, 'email', coalesce(u.email, m.email), 'first_name', coalesce(u.first_name, m.first_name, ''),
      'last_name', coalesce(u.last_name, m.last_name, ''), 'avatar_url', u.avatar_url, 'locale', m.locale,
      'stopped', g.stopped_at is not null,
      'counts', u.id is not null and (not ${needsSettled(owner, now)} or ${isSettled(sql`u`, now)}),
      'open', case when u.id is not null then ${openRequests(companyId, sql`u.id`, now)} when g.id is not null
        then ${guestsOpen(companyId, now)} else 0 end
    ) order by m.position), '[]')
  from ${members}
  left join users u on u.company_id = ${companyId} and u.deactivated_at is null and u.id = coalesce(m.user_id,
    (select colleague.id from users colleague
      where colleague.company_id = ${companyId} and colleague.email = m.email and colleague.deactivated_at is null))
  left join guests g on u.id is null and g.company_id = ${companyId} and g.email = m.email
  where u.id is not null or m.user_id is null and not exists (select from users former
    where former.company_id = ${companyId} and former.email = m.email and former.deactivated_at is not null))`

/** Identity of a person across several rows and pools. */
export const personOf = ({ user_id, email }: Pick<PoolRow, 'user_id' | 'email'>) => user_id ?? email

/** Deduplicated, without the owner: an address may now belong to the owner, or to a colleague who is in the pool already. */
export function peopleOf({ pool }: Pool, ownerId: string): PoolRow[] {
  const known = new Set([ownerId])
  return pool.filter((row) => !known.has(personOf(row)) && known.add(personOf(row)))
}

/** Who of a pool may be asked now. */
export const isFree = (member: PoolRow) => !member.stopped && !isBusy(member.open)

/**
 * Resolves a pool that was sent, deduplicated, in the order given; people who were in the pool `before` keep when they were asked and their
 * language.
 * @throws not_found for a colleague who is not of the company; person_deactivated; cannot_ask_yourself
 */
export async function findPool(
  db: Queryable,
  viewer: Viewer,
  inputs: readonly RecipientInput[],
  now: Date,
  before: readonly PoolRow[] = [],
): Promise<Pool> {
  const members = inputs.map((input, position) => ({
    id: String(position),
    position,
    user_id: 'user_id' in input ? input.user_id : null,
    ...('email' in input && { email: input.email, first_name: input.first_name, last_name: input.last_name, locale: input.locale }),
  }))
  await refuseFormer(
    db,
    viewer.companyId,
    inputs.flatMap((input, place) => ('email' in input ? [{ field: `pool.${place}`, email: input.email }] : [])),
  )
  const source = sql`json_to_recordset(${JSON.stringify(members)}::json) as m (id text, position int, user_id uuid,
    email text, first_name text, last_name text, locale text, asked_at timestamptz)`
  const withLoad = poolOf(source, sql`owner.company_id`, sql`owner`, sql`${now}::timestamptz`)
  const [found] = await rows(
    db,
    poolRow,
    sql`select ${withLoad} as pool from users owner where owner.company_id = ${viewer.companyId} and owner.id = ${viewer.userId}`,
  )
  if (!found || found.pool.length < members.length) throw notFound()
  if (found.pool.some(({ user_id }) => user_id === viewer.userId)) throw new Problem('cannot_ask_yourself')
  const known = new Map(before.map((row) => [personOf(row), row]))
  const pool = peopleOf(found, viewer.userId).map((row, position) => {
    const stood = known.get(personOf(row))
    return { ...row, position, asked_at: stood?.asked_at ?? null, locale: row.locale ?? stood?.locale ?? null }
  })
  return { ...found, pool }
}
