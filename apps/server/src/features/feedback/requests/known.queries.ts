import type { Relation } from '@reflet/contract/groups'
import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, rows, statement } from '../../../db/index.ts'
import { livingSession, type SessionRow, viewerColumns } from '../../../platform/session.ts'
import type { SkillText } from '../../skills/skills.queries.ts'

export interface PersonRow {
  id: string
  email: string
  first_name: string
  last_name: string
  avatar_url: string | null
}

export interface KnownGuest {
  email: string
  stopped: boolean
  first_name: string | null
  last_name: string | null
}

/** What the requester said of somebody, by id or by address. */
interface Said {
  user_id: string | null
  email: string | null
  relation: Relation
}

/** The requester's own lists, as far as they are about these people. */
type Lists = Record<'hierarchy' | 'contacts', Said[] | null>

export interface Known {
  expiry_days: number
  skills: (SkillText & { id: string })[] | null
  colleagues: { users: PersonRow[] | null } & Lists
  /** Outsiders who are known already, under the name that the requester gave them last. */
  guests: KnownGuest[] | null
  sent: { id: string; content_hash: string } | null
}

/** What the requester's own rows `x` say of the people of `o` and of those who were named by address. */
const said = (table: 'hierarchy_members' | 'contacts', member: SQL) => sql`(
  select json_agg(json_build_object('user_id', ${member}, 'email', x.email, 'relation', x.relation)) from ${sql.raw(table)} x
  where x.company_id = s.company_id and x.user_id = s.user_id
    and (${member} = any(o.ids) or x.email = any(o.emails || ${sql.placeholder('emails')}::text[])))`

/** Who asks, and everything that a new request refers to, in one look. */
export const selectKnown = statement<
  Known & SessionRow,
  { token_hash: Buffer; now: Date; skill_ids: string[]; user_ids: string[]; emails: string[]; key: string }
>(
  'request_known',
  sql`select ${viewerColumns}, c.expiry_days,
    (select json_agg(json_build_object('id', k.id, 'catalogue_key', k.catalogue_key, 'names', k.names)) from skills k
      where k.company_id = s.company_id and k.id = any(${sql.placeholder('skill_ids')}::uuid[]) and k.retired_at is null) as skills,
    (select json_build_object('users', o.users, 'hierarchy', ${said('hierarchy_members', sql`x.member_user_id`)}, 'contacts', ${said('contacts', sql`x.contact_user_id`)})
      from (select json_agg(json_build_object('id', o.id, 'email', o.email, 'first_name', o.first_name, 'last_name', o.last_name, 'avatar_url', o.avatar_url)) as users,
          array_agg(o.id) as ids, array_agg(o.email) as emails
        from users o where o.company_id = s.company_id and o.deactivated_at is null
          and (o.id = any(${sql.placeholder('user_ids')}::uuid[]) or o.email = any(${sql.placeholder('emails')}::text[]))) o) as colleagues,
    (select json_agg(json_build_object('email', g.email, 'stopped', g.stopped_at is not null, 'first_name', n.first_name, 'last_name', n.last_name)) from guests g
      left join lateral (select p.first_name, p.last_name from recipients p join requests r on r.company_id = p.company_id and r.id = p.request_id
        where p.company_id = g.company_id and p.guest_id = g.id and r.requester_id = s.user_id and r.kind in ('asked', 'recurring')
          and (p.first_name <> '' or p.last_name <> '') order by p.id desc limit 1) n on true
      where g.company_id = s.company_id and g.email = any(${sql.placeholder('emails')}::text[])) as guests,
    (select json_build_object('id', r.id, 'content_hash', encode(r.content_hash, 'base64')) from requests r
      where r.company_id = s.company_id and r.requester_id = s.user_id and r.idempotency_key = ${sql.placeholder('key')}) as sent
  from ${livingSession}`,
)

/** How somebody stands to the requester: as the hierarchy says, else as the contact; a colleague is never outside. */
export function relationTo({ colleagues: { hierarchy, contacts } }: { colleagues: Lists }, userId: string | null, email: string): Relation {
  const about = (list: Said[] | null) => [
    ...(list ?? []).filter((one) => userId !== null && one.user_id === userId),
    ...(list ?? []).filter((one) => one.email === email),
  ]
  const relations = [...about(hierarchy), ...about(contacts)].map(({ relation }) => relation)
  if (userId === null) return relations[0] ?? 'outside'
  return relations.find((relation) => relation !== 'outside') ?? 'coworker'
}

/** The same for somebody whom nobody asked: how they stand to the owner of the lists. */
export async function relationOf(
  db: Queryable,
  { companyId, ownerId }: { companyId: string; ownerId: string },
  { userId, email }: { userId: string | null; email: string },
): Promise<Relation> {
  const about = (table: 'hierarchy_members' | 'contacts', member: SQL) => sql`(
    select json_agg(json_build_object('user_id', ${member}, 'email', x.email, 'relation', x.relation)) from ${sql.raw(table)} x
    where x.company_id = ${companyId} and x.user_id = ${ownerId} and (${member} = ${userId}::uuid or x.email = ${email}))`
  const [lists] = await rows<Lists>(
    db,
    sql`select ${about('hierarchy_members', sql`x.member_user_id`)} as hierarchy, ${about('contacts', sql`x.contact_user_id`)} as contacts`,
  )
  return relationTo({ colleagues: lists ?? { hierarchy: null, contacts: null } }, userId, email)
}
