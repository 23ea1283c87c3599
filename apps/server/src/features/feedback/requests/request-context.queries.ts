import { nullable, type Params, query, type RowOf, type Sql, sql, t, type Value } from '../../../db/index.ts'
import type { SkillText } from '../../catalogue/catalogue.queries.ts'
import { isSettled, needsSettled } from '../feedback.policy.ts'
import type { Said } from './relation.policy.ts'

export interface PersonRow {
  id: string
  email: string
  first_name: string
  last_name: string
  avatar_url: string | null
  /** Towards the threshold of a confidential request of this requester. */
  counts: boolean
}

export interface KnownGuest {
  email: string
  stopped: boolean
  first_name: string | null
  last_name: string | null
}

const knownRow = {
  expiry_days: t.int,
  skills: nullable(t.json<(SkillText & { id: string })[]>()),
  colleagues: t.json<{ users: PersonRow[] | null; contacts: Said[] | null }>(),
  /** Known external people, under the name that the requester gave them last. */
  guests: nullable(t.json<KnownGuest[]>()),
  /** Of the typed addresses, those of former colleagues. */
  former: nullable(t.json<string[]>()),
  sent: nullable(t.json<{ id: string; content_hash: string }>()),
}
export type Known = RowOf<typeof knownRow>

/**
 * The relations that the contacts of a requester give to these colleagues and to those named by address.
 * @param colleagues a relation with the arrays `ids` and `emails`
 */
const relationsSaid = (requester: Sql, colleagues: Sql, emails: Value) => sql`(
  select json_agg(json_build_object('user_id', ct.contact_user_id, 'email', ct.email, 'relation', ct.relation))
  from contacts ct
  where ct.company_id = ${requester}.company_id and ct.user_id = ${requester}.id
    and (ct.contact_user_id = any(${colleagues}.ids)
      or ct.email = any(${colleagues}.emails || ${emails}::text[])))`

/** The requester and everything that a new request refers to, in one query. */
export const selectKnown = query(
  'request_known',
  knownRow,
  (
    v: Params<{ company_id: string; user_id: string; skill_ids: string[]; user_ids: string[]; emails: string[]; key: string; now: Date }>,
  ) => sql`select c.expiry_days,
    (select json_agg(json_build_object('id', k.id, 'catalogue_key', k.catalogue_key, 'names', k.names)) from skills k
      where k.company_id = c.company_id and k.id = any(${v.skill_ids}::uuid[])
        and k.retired_at is null) as skills,
    (select json_build_object('users', colleagues.users, 'contacts', ${relationsSaid(sql`u`, sql`colleagues`, v.emails)})
      from (select json_agg(json_build_object('id', colleague.id, 'email', colleague.email,
          'first_name', colleague.first_name, 'last_name', colleague.last_name, 'avatar_url', colleague.avatar_url,
          'counts', not ${needsSettled(sql`u`, sql`${v.now}::timestamptz`)}
            or ${isSettled(sql`colleague`, sql`${v.now}::timestamptz`)})) as users,
          array_agg(colleague.id) as ids, array_agg(colleague.email) as emails
        from users colleague where colleague.company_id = c.company_id and colleague.deactivated_at is null
          and (colleague.id = any(${v.user_ids}::uuid[])
            or colleague.email = any(${v.emails}::text[]))) colleagues) as colleagues,
    (select json_agg(json_build_object('email', g.email, 'stopped', g.stopped_at is not null,
      'first_name', named.first_name, 'last_name', named.last_name)) from guests g
      left join lateral (select p.first_name, p.last_name from recipients p
        join requests r on r.company_id = p.company_id and r.id = p.request_id
        where p.company_id = g.company_id and p.guest_id = g.id and r.requester_id = u.id
          and r.kind in ('asked', 'recurring')
          and (p.first_name <> '' or p.last_name <> '') order by p.id desc limit 1) named on true
      where g.company_id = c.company_id and g.email = any(${v.emails}::text[])) as guests,
    (select json_agg(former.email) from users former where former.company_id = c.company_id
      and former.deactivated_at is not null and former.email = any(${v.emails}::text[])) as former,
    (select json_build_object('id', r.id, 'content_hash', encode(r.content_hash, 'base64')) from requests r
      where r.company_id = c.company_id and r.requester_id = u.id and r.idempotency_key = ${v.key}) as sent
  from users u join companies c on c.company_id = u.company_id
  where u.company_id = ${v.company_id}::uuid and u.id = ${v.user_id}::uuid`,
  { pipelined: true },
)
