import type { Locale } from '@reflet/contract/common'
import type { RecipientInput } from '@reflet/contract/feedback'
import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/session.ts'
import { openRequests } from '../../people/directory.queries.ts'
import { type InPool, isBusy } from './rotation.policy.ts'

/** Somebody of a pool as they are now. */
export interface PoolRow extends InPool {
  readonly id: string
  readonly user_id: string | null
  readonly guest_id: string | null
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_url: string | null
  readonly locale: Locale | null
  /** An outsider who wants no more mails. */
  readonly stopped: boolean
  /** Their load: what they were asked confidentially counts until it expires, answered or not. */
  readonly open: number
}

export interface Pool {
  readonly pool: readonly PoolRow[]
}

/** `openRequests` of an outsider. */
const guestsOpen = (companyId: SQL, now: SQL) => sql`(
  (select count(distinct p.id)::int from recipients p
    join feedbacks f on f.company_id = p.company_id and f.request_id = p.request_id and f.recipient_id = p.id and f.status = 'pending'
    where p.company_id = ${companyId} and p.guest_id = g.id and not f.confidential)
  + (select count(*)::int from recipients q where q.company_id = ${companyId} and q.guest_id = g.id and q.counts_until > ${now}))`

/**
 * The people of the rows `m`, with the load of each, as JSON. Who a row means is decided when it is read: an outsider whose
 * address is a colleague’s by now is that colleague. Whoever was deactivated is left out.
 */
export const poolOf = (members: SQL, companyId: SQL, now: SQL) => sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'position', m.position, 'asked_at', m.asked_at, 'user_id', u.id, 'guest_id', g.id,
      'email', coalesce(u.email, m.email), 'first_name', coalesce(u.first_name, m.first_name, ''),
      'last_name', coalesce(u.last_name, m.last_name, ''), 'avatar_url', u.avatar_url, 'locale', m.locale,
      'stopped', g.stopped_at is not null,
      'open', case when u.id is not null then ${openRequests(companyId, sql`u.id`, now)} when g.id is not null then ${guestsOpen(companyId, now)} else 0 end
    ) order by m.position), '[]')
  from ${members}
  left join users u on u.company_id = ${companyId} and u.deactivated_at is null and u.id = coalesce(m.user_id,
    (select o.id from users o where o.company_id = ${companyId} and o.email = m.email and o.deactivated_at is null))
  left join guests g on u.id is null and g.company_id = ${companyId} and g.email = m.email
  where u.id is not null or m.user_id is null)`

/** Who one is across several rows and pools. */
export const personOf = ({ user_id, email }: Pick<PoolRow, 'user_id' | 'email'>) => user_id ?? email

/** Each person once, and never the owner: an address may have become that of the owner, or of a colleague who stands there already. */
export function peopleOf({ pool }: Pool, ownerId: string): PoolRow[] {
  const known = new Set([ownerId])
  return pool.filter((row) => !known.has(personOf(row)) && known.add(personOf(row)))
}

/** Who of a pool may be asked now. */
export const isFree = (member: PoolRow) => !member.stopped && !isBusy(member.open)

/**
 * Who is meant by a pool that was sent, each person once, in the order given; of those who stood in the pool `before`, when they were asked
 * and in which language stays.
 * @throws not_found for a colleague who is not of the company; cannot_ask_yourself
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
  const source = sql`json_to_recordset(${JSON.stringify(members)}::json) as m (id text, position int, user_id uuid, email text, first_name text,
    last_name text, locale text, asked_at timestamptz)`
  const [found] = await rows<Pool>(db, sql`select ${poolOf(source, sql`${viewer.companyId}::uuid`, sql`${now}::timestamptz`)} as pool`)
  if (!found || found.pool.length < members.length) throw notFound()
  if (found.pool.some(({ user_id }) => user_id === viewer.userId)) throw new Problem('cannot_ask_yourself')
  const known = new Map(before.map((row) => [personOf(row), row]))
  const pool = peopleOf(found, viewer.userId).map((row, position) => {
    const stood = known.get(personOf(row))
    return { ...row, position, asked_at: stood?.asked_at ?? null, locale: row.locale ?? stood?.locale ?? null }
  })
  return { ...found, pool }
}
