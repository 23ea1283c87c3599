import type { AdminPerson, PersonStatus } from '@reflet/contract/admin-people'
import { toLocale } from '@reflet/contract/common'
import { countOf, instantOrNull, nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'
import { quietUntil } from '../../../platform/local-time.ts'
import { searchTerms } from '../../people/directory.queries.ts'
import { confirmedFrom, nameOriginRow, originColumns } from '../../people/names.policy.ts'
import { employeeRow } from '../../people/person.queries.ts'
import { hasStatus, isInvited, statusOf } from '../../people/status.policy.ts'

const PAGE = 50

export interface PeopleFilter {
  readonly query: string
  readonly status?: PersonStatus | undefined
  readonly department?: string | undefined
  /** Leaves out people whom the directory deleted: they are erased soon. */
  readonly lasting?: boolean
}

const personRow = {
  ...nameOriginRow,
  ...employeeRow,
  locale: t.text,
  role: t.oneOf<'employee' | 'admin'>(),
  status: t.oneOf<PersonStatus>(),
  manager: nullable(t.json<NonNullable<AdminPerson['manager']>>()),
  invited_at: nullable(t.time),
  invitation_sent_at: nullable(t.time),
  invitation_due_at: nullable(t.time),
  time_zone: t.text,
  quiet_from: nullable(t.int),
  quiet_until: nullable(t.int),
  last_seen_at: nullable(t.time),
  new_email: nullable(t.text),
}
type PersonRow = RowOf<typeof personRow>

const personColumns = (now: Date) => sql`u.id, u.email, u.first_name, u.last_name, u.job_title, u.department,
  u.registration_number, u.locale, u.role, ${statusOf} as status, u.invited_at, u.last_seen_at, ${originColumns},
  greatest(u.invitation_sent_at, mailed.sent_at) as invitation_sent_at, mailed.due_at as invitation_due_at,
  u.time_zone, mailed.quiet_from, mailed.quiet_until,
  (select new_email from email_changes
    where company_id = u.company_id and user_id = u.id and new_email <> u.email
      and expires_at > ${now}) as new_email,
  case when manager.id is not null then json_build_object('id', manager.id, 'email', manager.email,
    'first_name', manager.first_name, 'last_name', manager.last_name) end as manager`

const withManager = sql`left join users manager on manager.company_id = u.company_id and manager.id = u.manager_id`

/**
 * The mails that invite a person who has not signed in: what left, also by the previous release, which does not keep it; and the first that waits,
 * with the quiet hours that hold it.
 */
const withMailed = sql`left join lateral (
    select sent.at as sent_at, waiting.send_after as due_at, waiting.quiet_from, waiting.quiet_until
    from (select max(o.sent_at) as at from outbox o
        where o.company_id = u.company_id and o.user_id = u.id and o.kind in ('invitation', 'invitation_asked')
          and o.last_error is null) sent
      left join lateral (select o.send_after, c.quiet_from, c.quiet_until
        from outbox o left join companies c on c.company_id = o.company_id and o.kind = 'invitation'
        where o.company_id = u.company_id and o.user_id = u.id and o.kind in ('invitation', 'invitation_asked')
          and o.sent_at is null and o.failed_at is null
        order by o.kind desc, o.send_after limit 1) waiting on true
    where ${isInvited}
  ) mailed on true`

/** When a mail that waits leaves: the outbox holds it in quiet hours. */
function leavesAt({ invitation_due_at, time_zone, quiet_from, quiet_until }: PersonRow, now: Date): string | null {
  if (invitation_due_at === null) return null
  const due = new Date(Math.max(Date.parse(invitation_due_at), now.getTime()))
  const quiet = quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until }
  return ((quiet && quietUntil(due, time_zone, quiet)) ?? due).toISOString()
}

function toPerson(found: PersonRow, now: Date): AdminPerson {
  const { invited_at, invitation_sent_at, invitation_due_at, quiet_from, quiet_until, time_zone, ...known } = found
  const { last_seen_at, locale, confirmed_first_name, confirmed_last_name, name_changed_at, ...row } = known
  const name_confirmed_from = confirmedFrom(found, now)?.toISOString()
  return {
    ...row,
    locale: toLocale(locale),
    invited_at: instantOrNull(invited_at),
    invitation_sent_at: instantOrNull(invitation_sent_at),
    invitation_leaves_at: leavesAt(found, now),
    last_seen_at: instantOrNull(last_seen_at),
    ...(name_confirmed_from && {
      name_confirmed_from,
      confirmed_name: { first_name: confirmed_first_name ?? row.first_name, last_name: confirmed_last_name ?? row.last_name },
    }),
  }
}

/** @throws not_found */
export async function getPerson(db: Queryable, now: Date, companyId: string, id: string): Promise<AdminPerson> {
  const [row] = await rows(
    db,
    personRow,
    sql`select ${personColumns(now)} from users u ${withManager} ${withMailed} where u.company_id = ${companyId} and u.id = ${id}`,
  )
  if (!row) throw notFound()
  return toPerson(row, now)
}

/**
 * The condition of a search over `user_words uw` (a row per person, in the order of names) and `users u`: an address or a registration
 * number as a whole, or words as in the directory.
 */
async function conditionOf(db: Queryable, companyId: string, { query, status, department, lasting = false }: PeopleFilter): Promise<Sql> {
  const filter = [
    ...(status ? [hasStatus[status]] : []),
    ...(department === undefined ? [] : [sql`u.department = ${department}`]),
    ...(lasting ? [sql`u.scim_deleted_at is null`] : []),
  ]
  const whole = query.trim().toLowerCase()
  const exact = whole
    ? await rows(
        db,
        { id: t.uuid },
        sql`select id from users
          where company_id = ${companyId} and (email = ${whole} or registration_number is not null
            and registration_key(registration_number) = registration_key(${query.trim()}))`,
      )
    : []
  const found = exact.length > 0 ? [sql`uw.word = ''`, sql`u.id = any(${exact.map(({ id }) => id)}::uuid[])`] : wordsIn(query)
  return sql.join([sql`uw.company_id = ${companyId}`, ...found, ...filter], ' and ')
}

function wordsIn(query: string): Sql[] {
  const [lead, ...others] = searchTerms(query)
  return [
    sql`uw.word = ${lead}`,
    ...others.map(
      (word) => sql`exists (select from user_words another where another.company_id = uw.company_id
        and another.word = ${word} and another.name = uw.name and another.user_id = uw.user_id)`,
    ),
  ]
}

const people = sql`user_words uw join users u on u.company_id = uw.company_id and u.id = uw.user_id`

/** The people of the company by name; the count is of all pages. */
export async function listPeople(
  db: Queryable,
  now: Date,
  companyId: string,
  filter: PeopleFilter,
  cursor: string | undefined,
  size = PAGE,
) {
  const [name, id] = cursorAfter(cursor, 'text', 'id')
  const condition = await conditionOf(db, companyId, filter)
  const after = id === undefined ? sql.empty : sql`and (uw.name, uw.user_id) > (${name}, ${id}::uuid)`
  const found = await rows(
    db,
    { ...personRow, name: t.text },
    sql`select uw.name, ${personColumns(now)} from ${people} ${withManager} ${withMailed}
      where ${condition} ${after} order by uw.name, uw.user_id limit ${size + 1}`,
  )
  const { page, next_cursor } = pageOf(found, size, (row) => [row.name, row.id])
  return {
    people: page.map(({ name: _, ...row }) => toPerson(row, now)),
    total: await countOf(db, sql`${people} where ${condition}`),
    next_cursor,
  }
}

/** The departments of people who are not deactivated, with how many of them. */
export const listDepartments = (db: Queryable, companyId: string) =>
  rows(
    db,
    { name: t.text, people: t.int },
    sql`select department as name, count(*)::int as people from users
      where company_id = ${companyId} and deactivated_at is null and department <> '' group by department
        order by department`,
  )
