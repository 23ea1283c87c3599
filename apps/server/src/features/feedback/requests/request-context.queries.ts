import { sql } from 'drizzle-orm'
import { statement } from '../../../db/index.ts'
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

export interface Known {
  expiry_days: number
  skills: (SkillText & { id: string })[] | null
  colleagues: { users: PersonRow[] | null; contacts: Said[] | null }
  /** Known external people, under the name that the requester gave them last. */
  guests: KnownGuest[] | null
  /** Of the typed addresses, those of former colleagues. */
  former: string[] | null
  sent: { id: string; content_hash: string } | null
}

/** The relations that the requester's contacts give to the people of `colleagues` and to those named by address. */
const said = sql`(
  select json_agg(json_build_object('user_id', ct.contact_user_id, 'email', ct.email, 'relation', ct.relation))
  from contacts ct
  where ct.company_id = c.company_id and ct.user_id = u.id
    and (ct.contact_user_id = any(colleagues.ids)
      or ct.email = any(colleagues.emails || ${sql.placeholder('emails')}::text[])))`

const now = sql`${sql.placeholder('now')}::timestamptz`

/** The requester and everything that a new request refers to, in one query. */
export const selectKnown = statement<
  Known,
  { company_id: string; user_id: string; skill_ids: string[]; user_ids: string[]; emails: string[]; key: string; now: Date }
>(
  'request_known',
  { expiry_days: 'int2', skills: 'json?', colleagues: 'json', guests: 'json?', former: 'json?', sent: 'json?' },
  sql`select c.expiry_days,
    (select json_agg(json_build_object('id', k.id, 'catalogue_key', k.catalogue_key, 'names', k.names)) from skills k
      where k.company_id = c.company_id and k.id = any(${sql.placeholder('skill_ids')}::uuid[])
        and k.retired_at is null) as skills,
    (select json_build_object('users', colleagues.users, 'contacts', ${said})
      from (select json_agg(json_build_object('id', colleague.id, 'email', colleague.email,
          'first_name', colleague.first_name, 'last_name', colleague.last_name,
          'avatar_url', colleague.avatar_url,
          'counts', not ${needsSettled(sql`u`, now)} or ${isSettled(sql`colleague`, now)})) as users,
          array_agg(colleague.id) as ids, array_agg(colleague.email) as emails
        from users colleague where colleague.company_id = c.company_id and colleague.deactivated_at is null
          and (colleague.id = any(${sql.placeholder('user_ids')}::uuid[])
            or colleague.email = any(${sql.placeholder('emails')}::text[]))) colleagues) as colleagues,
    (select json_agg(json_build_object('email', g.email, 'stopped', g.stopped_at is not null,
      'first_name', named.first_name, 'last_name', named.last_name)) from guests g
      left join lateral (select p.first_name, p.last_name from recipients p
        join requests r on r.company_id = p.company_id and r.id = p.request_id
        where p.company_id = g.company_id and p.guest_id = g.id and r.requester_id = u.id
          and r.kind in ('asked', 'recurring')
          and (p.first_name <> '' or p.last_name <> '') order by p.id desc limit 1) named on true
      where g.company_id = c.company_id and g.email = any(${sql.placeholder('emails')}::text[])) as guests,
    (select json_agg(former.email) from users former where former.company_id = c.company_id
      and former.deactivated_at is not null and former.email = any(${sql.placeholder('emails')}::text[])) as former,
    (select json_build_object('id', r.id, 'content_hash', encode(r.content_hash, 'base64')) from requests r
      where r.company_id = c.company_id and r.requester_id = u.id
        and r.idempotency_key = ${sql.placeholder('key')}) as sent
  from users u join companies c on c.company_id = u.company_id
  where u.company_id = ${sql.placeholder('company_id')}::uuid and u.id = ${sql.placeholder('user_id')}::uuid`,
)
