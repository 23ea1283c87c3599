import { type Locale, type Person, toLocale } from '@reflet/contract/common'
import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import { sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows, statement } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { personJson } from '../../platform/person.ts'
import { isOpen, isStopped } from './hierarchy.policy.ts'
import { inListOrder, versionOf } from './hierarchy.queries.ts'

/** Of an address book of two thousand the page proposes so many: colleagues first. */
const CONTACTS_SHOWN = 300

/** Who holds a manager's link, and whose lists it is for. */
export interface Link {
  readonly companyId: string
  readonly invitationId: string
  /** The employee who asked. */
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
  sql`select i.company_id, i.id, i.user_id, i.email, i.first_name, i.last_name, i.locale, i.filled_at, i.expires_at, c.name as company_name,
      ${personJson(sql`u`, sql`null`)} as employee,
      ${isStopped} as stopped, ${isOpen(sql.placeholder('now'))} as open,
      ${versionOf(sql`i.company_id`, sql`i.user_id`)} as version
    from hierarchy_invitations i
    join users u on u.company_id = i.company_id and u.id = i.user_id
    join companies c on c.company_id = i.company_id
    where i.token_hash = ${sql.placeholder('token_hash')}`,
)

/**
 * Whoever holds the link. Finding them changes nothing: mail scanners open every link.
 * @throws not_found for an unknown token; gone when it has ended, by time or by another manager
 */
export async function findLink(platform: Platform, token: string): Promise<Link> {
  const [row] = await selectLink(platform.db, { token_hash: hashToken(token), now: platform.clock() })
  if (!row) throw notFound()
  if (!row.open) throw new Problem('gone')
  return { companyId: row.company_id, invitationId: row.id, userId: row.user_id, row }
}

type Candidate = HierarchyLinkView['people'][number]

/**
 * Those in the lists, then the employee's contacts. A colleague stands by name, without the address; whom the manager typed
 * stands as typed, and hides no contact: neither tells whose address it is. Only their own address is shown to the manager.
 */
async function peopleOf(db: Queryable, { row }: Link): Promise<Candidate[]> {
  const own = sql`case when u.email = ${row.email} then u.email end`
  return rows<Candidate>(
    db,
    sql`with listed as (
        select h.relation, h.position, h.email as typed, h.member_user_id,
          case when h.email is null then u.id end as user_id, coalesce(h.email, ${own}) as email,
          case when h.email is null then u.first_name else h.first_name end as first_name,
          case when h.email is null then u.last_name else h.last_name end as last_name,
          case when h.email is null then u.job_title else '' end as job_title,
          case when h.email is null then u.avatar_url end as avatar_url
        from hierarchy_members h
        left join users u on u.company_id = h.company_id and u.id = h.member_user_id and u.deactivated_at is null
        where h.company_id = ${row.company_id} and h.user_id = ${row.user_id} and (h.email is not null or u.id is not null)
      ), known as (
        select u.id as user_id, coalesce(k.email, ${own}) as email, coalesce(u.first_name, k.first_name) as first_name,
          coalesce(u.last_name, k.last_name) as last_name, coalesce(u.job_title, '') as job_title, u.avatar_url
        from contacts k
        left join users u on u.company_id = k.company_id and u.id = k.contact_user_id and u.deactivated_at is null
        where k.company_id = ${row.company_id} and k.user_id = ${row.user_id} and (k.email is not null or u.id is not null)
          and not exists (select from listed l where l.typed is null and l.member_user_id = k.contact_user_id or l.typed = k.email)
        order by u.id is null, last_name, first_name, k.id limit ${CONTACTS_SHOWN}
      )
      select user_id, email, first_name, last_name, job_title, avatar_url, relation from (
        select user_id, email, first_name, last_name, job_title, avatar_url, relation, ${inListOrder(sql`relation`)} as list, position from listed
        union all
        select user_id, email, first_name, last_name, job_title, avatar_url, null, null, null from known
      ) p order by list, position, user_id is null, last_name, first_name`,
  )
}

/** The colleagues who may be placed by their id: those whom the page shows. */
export async function shownIds(db: Queryable, link: Link): Promise<Set<string>> {
  const people = await peopleOf(db, link)
  return new Set(people.flatMap(({ user_id }) => user_id ?? []))
}

/** What the manager's page shows. The manager is proposed, too, unless they stand there already. */
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
