import { type Locale, type Person, toLocale } from '@reflet/contract/common'
import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import type { Relation } from '@reflet/contract/relations'
import { instant, instantOrNull, nullable, type Params, type Queryable, query, type RowOf, rows, sql, t } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { FoundLink } from '../../platform/links.ts'
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
  readonly row: RowOf<typeof linkRow>
}

const linkRow = {
  company_id: t.uuid,
  id: t.uuid,
  user_id: t.uuid,
  email: t.text,
  first_name: t.text,
  last_name: t.text,
  locale: t.oneOf<Locale>(),
  locale_is_chosen: t.bool,
  filled_at: nullable(t.time),
  expires_at: t.time,
  company_name: t.text,
  employee: t.json<Person>(),
  stopped: t.bool,
  open: t.bool,
  version: t.text,
}
const selectLink = query(
  'hierarchy_link',
  linkRow,
  (
    v: Params<{ company_id: string; id: string; now: Date }>,
  ) => sql`select hi.company_id, hi.id, hi.user_id, hi.email, hi.first_name, hi.last_name, hi.locale, hi.filled_at,
      hi.locale <> u.locale or exists (
        select from users manager where manager.company_id = hi.company_id and manager.email = hi.email
      ) as locale_is_chosen, hi.expires_at, c.name as company_name, ${personJson(sql`u`, sql`null`)} as employee,
      ${isStopped} as stopped, ${isOpen(v.now)} as open, ${versionOf(sql`hi.company_id`, sql`hi.user_id`)} as version
    from hierarchy_invitations hi
    join users u on u.company_id = hi.company_id and u.id = hi.user_id
    join companies c on c.company_id = hi.company_id
    where hi.company_id = ${v.company_id} and hi.id = ${v.id}`,
)

/**
 * The manager of a link. Safe and without side effects: mail scanners open every link.
 * @throws not_found; gone when it has expired, by time or by another manager
 */
export async function findInvitation(platform: Platform, { companyId, subjectId }: FoundLink): Promise<Link> {
  const [row] = await selectLink(platform.db, { company_id: companyId, id: subjectId, now: platform.clock() })
  if (!row) throw notFound()
  if (!row.open) throw new Problem('gone')
  return { companyId: row.company_id, invitationId: row.id, userId: row.user_id, row }
}

const candidateRow = {
  user_id: nullable(t.uuid),
  email: nullable(t.text),
  first_name: t.text,
  last_name: t.text,
  job_title: t.text,
  avatar_url: nullable(t.text),
  relation: nullable(t.oneOf<Relation>()),
}

/**
 * The people in the lists, then the employee's contacts. A colleague is shown by name, without the address; an entry written as an address is
 * shown as written, and hides no colleague whom the employee named: neither reveals whose address it is. Only the manager's own address is
 * shown.
 */
async function peopleOf(db: Queryable, { row }: Link): Promise<RowOf<typeof candidateRow>[]> {
  const own = sql`case when u.email = ${row.email} then u.email end`
  return rows(
    db,
    candidateRow,
    sql`with known as (
        select ct.id, ct.relation, ct.position, ct.origin, ct.email as written, ct.first_name as written_first,
          ct.last_name as written_last, u.id as user_id, ${own} as email, u.first_name, u.last_name, u.job_title, u.avatar_url
        from contacts ct
        left join users u on u.company_id = ct.company_id and u.id = ct.contact_user_id and u.deactivated_at is null
        where ct.company_id = ${row.company_id} and ct.user_id = ${row.user_id}
      ), shown as (
        select id, null::uuid as user_id, written as email, written_first as first_name,
          written_last as last_name, '' as job_title, null as avatar_url, relation, position
        from known where written is not null
        union all
        select id, user_id, email, first_name, last_name, job_title, avatar_url, relation,
          case when written is null then position end
        from known where user_id is not null and (written is null or origin = 'named')
      ), unlisted as (
        select * from shown where position is null
          order by user_id is null, last_name, first_name, id limit ${CONTACTS_SHOWN}
      )
      select user_id, email, first_name, last_name, job_title, avatar_url, relation from (
        select *, ${inListOrder(sql`relation`)} as list from shown where position is not null
        union all
        select id, user_id, email, first_name, last_name, job_title, avatar_url, null, null, null from unlisted
      ) people order by list, position, user_id is null, last_name, first_name, id`,
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
