import type { Contact } from '@reflet/contract/contacts'
import type { Relation } from '@reflet/contract/relations'
import { instant, nullable, type Params, type Queryable, query, type RowOf, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { matcher, openRequestsOf } from '../people/directory.queries.ts'
import { listedRow } from '../people/person.queries.ts'
import { nameKey } from '../search-index/search-words.ts'
import { byName, pageByName } from './by-name.ts'

const PAGE = 50

const contactRow = {
  id: t.uuid,
  user_id: nullable(t.uuid),
  ...listedRow,
  relation: t.oneOf<Relation>(),
  created_at: t.time,
}
type ContactRow = RowOf<typeof contactRow> & { mails_stopped?: boolean }

/** One of the viewer's contacts, with every row of this person: the primary row comes first. */
export interface Entry extends ContactRow {
  readonly rowIds: readonly [string, ...string[]]
}

/**
 * A row's person is resolved when it is read: an external contact whose address now belongs to a colleague is that colleague, and `outside`
 * no longer applies. Deactivated people are left out.
 */
const selectContacts = query(
  'contacts_of',
  { ...contactRow, mails_stopped: t.bool },
  (v: Params<{ company_id: string; user_id: string }>) => sql`select c.id, u.id as user_id, coalesce(u.email, c.email) as email,
      coalesce(u.first_name, c.first_name) as first_name,
      coalesce(u.last_name, c.last_name) as last_name, coalesce(u.job_title, '') as job_title, u.avatar_url,
      case when u.id is not null and c.relation = 'outside' then 'coworker' else c.relation end as relation,
      c.created_at, u.id is null and g.stopped_at is not null as mails_stopped
    from (
      select ct.*, coalesce(ct.contact_user_id, (select colleague.id from users colleague
        where colleague.company_id = ct.company_id and colleague.email = ct.email
          and colleague.deactivated_at is null)) as person_id
      from contacts ct
      where ct.company_id = ${v.company_id} and ct.user_id = ${v.user_id}
    ) c
    left join users u on u.company_id = c.company_id and u.id = c.person_id and u.deactivated_at is null
    left join guests g on u.id is null and g.company_id = c.company_id and g.email = c.email
    where (u.id is not null or c.person_id is null) and c.person_id is distinct from c.user_id
    order by c.contact_user_id is null, c.id`,
)

/** All contacts of the viewer, without duplicates. There are at most `MAX_CONTACTS`, so lists are sorted and searched here. */
export async function contactsOf(db: Queryable, viewer: Viewer): Promise<Entry[]> {
  const entries = new Map<string, Entry>()
  for (const { mails_stopped, ...found } of await selectContacts(db, { company_id: viewer.companyId, user_id: viewer.userId })) {
    const row = mails_stopped ? { ...found, mails_stopped } : found
    const known = entries.get(row.user_id ?? row.id)
    entries.set(row.user_id ?? row.id, { ...(known ?? row), rowIds: known ? [...known.rowIds, row.id] : [row.id] })
  }
  return [...entries.values()]
}

/** An external contact without names is shown by address. */
const keyOf = ({ last_name, first_name, email }: ContactRow) =>
  last_name || first_name ? nameKey(last_name || first_name, last_name && first_name) : nameKey(email, '')

/** Entries as the contract defines them, with the number of pending requests of each. */
export async function toContacts(db: Queryable, viewer: Viewer, entries: readonly Entry[], now: Date): Promise<Contact[]> {
  const open = await openRequestsOf(
    db,
    viewer,
    entries.flatMap(({ user_id }) => user_id ?? []),
    now,
  )
  return entries.map(({ rowIds: _, ...entry }) => ({
    ...entry,
    created_at: instant(entry.created_at),
    open_requests: open.get(entry.user_id ?? '') ?? 0,
  }))
}

export const sortContacts = (entries: readonly Entry[]) => byName(entries, keyOf)

/** The viewer's contacts by name, page by page; in a search, each typed word must be the prefix of a word of the name or address. */
export async function listContacts(
  db: Queryable,
  viewer: Viewer,
  { query, cursor }: { query: string; cursor?: string | undefined },
  now: Date,
) {
  const matches = matcher(query)
  const found = (await contactsOf(db, viewer)).filter(({ first_name, last_name, email }) => matches(first_name, last_name, email))
  const { page, next_cursor } = pageByName(found, keyOf, cursor, PAGE)
  return { contacts: await toContacts(db, viewer, page, now), total: found.length, next_cursor }
}

/**
 * The viewer's contact of this id, or the one with this duplicate row.
 * @throws not_found also for another person's contact, and for a colleague who was deactivated
 */
export async function getEntry(db: Queryable, viewer: Viewer, id: string): Promise<Entry> {
  const entry = (await contactsOf(db, viewer)).find(({ rowIds }) => rowIds.includes(id))
  if (!entry) throw notFound()
  return entry
}
