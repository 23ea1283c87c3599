import { type Locale, type Person, toLocale } from '@reflet/contract/common'
import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import { sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows, statement } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { inListOrder } from '../../platform/relation-order.ts'
import { personJson } from '../people/person.queries.ts'
import { isOpen, isStopped } from './hierarchy.policy.ts'
import { versionOf } from './hierarchy.queries.ts'

/** Maximum number of suggested people on the page: colleagues first. */
const CONTACTS_SHOWN = 300

/** The holder of a manager's link, and the owner of the lists. */
export interface Link {
  readonly companyId: string
  readonly invitationId: string
  /** The employee who invited them. */
  readonly userId: string
  readonly row: LinkRow
}

interface LinkRow {
  company_id: string
  id: string
  user_id: string
  email: string
  first_name: string
  last_name: string
  locale: Locale
  locale_is_chosen: boolean
  filled_at: string | null
  expires_at: string
  company_name: string
  employee: Person
  stopped: boolean
  open: boolean
  version: string
}

const selectLink = statement<LinkRow, { token_hash: Buffer; now: Date }>(
  'hierarchy_link',
  {
    company_id: 'uuid',
    id: 'uuid',
    user_id: 'uuid',
    email: 'text',
    first_name: 'text',
    last_name: 'text',
    locale: 'text',
    locale_is_chosen: 'bool',
    filled_at: 'timestamptz?',
    expires_at: 'timestamptz',
    company_name: 'text',
    employee: 'json',
    stopped: 'bool',
    open: 'bool',
    version: 'text',
  },
  sql`select hi.company_id, hi.id, hi.user_id, hi.email, hi.first_name, hi.last_name, hi.locale, hi.filled_at,
      hi.locale <> u.locale or exists (
        select from users manager where manager.company_id = hi.company_id and manager.email = hi.email
      ) as locale_is_chosen,
      hi.expires_at, c.name as company_name,
      ${personJson(sql`u`, sql`null`)} as employee,
      ${isStopped} as stopped, ${isOpen(sql.placeholder('now'))} as open,
      ${versionOf(sql`hi.company_id`, sql`hi.user_id`)} as version
    from hierarchy_invitations hi
    join users u on u.company_id = hi.company_id and u.id = hi.user_id
    join companies c on c.company_id = hi.company_id
    where hi.token_hash = ${sql.placeholder('token_hash')}`,
)

/**
 * The manager of a link. Safe and without side effects: mail scanners open every link.
 * @throws not_found for an unknown token; gone when it has expired, by time or by another manager
 */
export async function findLink(platform: Platform, token: string): Promise<Link> {
  const [row] = await selectLink(platform.db, { token_hash: hashToken(token), now: platform.clock() })
  if (!row) throw notFound()
  if (!row.open) throw new Problem('gone')
  return { companyId: row.company_id, invitationId: row.id, userId: row.user_id, row }
}

type Candidate = HierarchyLinkView['people'][number]

/**
 * The people in the lists, then the employee's contacts. A colleague is shown by name, without the address; an entry that the manager typed
 * is shown as typed, and hides no contact: neither reveals whose address it is. Only the manager's own address is shown.
 */
async function peopleOf(db: Queryable, { row }: Link): Promise<Candidate[]> {
  const own = sql`case when u.email = ${row.email} then u.email end`
  return rows<Candidate>(
    db,
    sql`with listed as (
        select hm.relation, hm.position, hm.email as typed, hm.member_user_id,
          case when hm.email is null then u.id end as user_id, coalesce(hm.email, ${own}) as email,
          case when hm.email is null then u.first_name else hm.first_name end as first_name,
          case when hm.email is null then u.last_name else hm.last_name end as last_name,
          case when hm.email is null then u.job_title else '' end as job_title,
          case when hm.email is null then u.avatar_url end as avatar_url
        from hierarchy_members hm
        left join users u on u.company_id = hm.company_id and u.id = hm.member_user_id and u.deactivated_at is null
        where hm.company_id = ${row.company_id} and hm.user_id = ${row.user_id}
          and (hm.email is not null or u.id is not null)
      ), known as (
        select u.id as user_id, coalesce(ct.email, ${own}) as email,
          coalesce(u.first_name, ct.first_name) as first_name, coalesce(u.last_name, ct.last_name) as last_name,
          coalesce(u.job_title, '') as job_title, u.avatar_url
        from contacts ct
        left join users u on u.company_id = ct.company_id and u.id = ct.contact_user_id and u.deactivated_at is null
        where ct.company_id = ${row.company_id} and ct.user_id = ${row.user_id}
          and (ct.email is not null or u.id is not null)
          and not exists (select from listed
            where listed.typed is null and listed.member_user_id = ct.contact_user_id or listed.typed = ct.email)
        order by u.id is null, last_name, first_name, ct.id limit ${CONTACTS_SHOWN}
      )
      select user_id, email, first_name, last_name, job_title, avatar_url, relation from (
        select user_id, email, first_name, last_name, job_title, avatar_url, relation,
          ${inListOrder(sql`relation`)} as list, position from listed
        union all
        select user_id, email, first_name, last_name, job_title, avatar_url, null, null, null from known
      ) people order by list, position, user_id is null, last_name, first_name`,
  )
}

/** Authorization: the colleagues that may be listed by id are those that the page shows. */
export async function shownIds(db: Queryable, link: Link): Promise<Set<string>> {
  const people = await peopleOf(db, link)
  return new Set(people.flatMap(({ user_id }) => user_id ?? []))
}

/** What the manager's page shows. The manager is suggested, too, unless they are listed. */
export async function getLinkView(db: Queryable, link: Link): Promise<HierarchyLinkView> {
  const { row } = link
  const { email, first_name, last_name } = row
  const people = await peopleOf(db, link)
  const listed = people.filter(({ relation }) => relation !== null)
  const proposed = people.some((person) => person.email === email)
    ? []
    : [{ user_id: null, email, first_name, last_name, job_title: '', avatar_url: null, relation: null }]
  return {
    locale: toLocale(row.locale),
    locale_is_chosen: row.locale_is_chosen,
    company_name: row.company_name,
    employee: row.employee,
    manager: { email, first_name, last_name },
    people: [...listed, ...proposed, ...people.slice(listed.length)],
    version: row.version,
    filled_at: instantOrNull(row.filled_at),
    expires_at: instant(row.expires_at),
    mails_stopped: row.stopped,
  }
}
