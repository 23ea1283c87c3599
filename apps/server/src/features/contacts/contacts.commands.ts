import { type Contact, type ContactInput, MAX_CONTACTS } from '@reflet/contract/contacts'
import type { Relation } from '@reflet/contract/relations'
import { assignments, insert, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { isEdge } from '../relations/circles.queries.ts'
import { circularAmong, letGoOfManager, lockHierarchy, placeAtEnd, unplace } from '../relations/relations.ts'
import { contactsOf, type Entry, getEntry, toContacts } from './contacts.queries.ts'

/** A person to add, a colleague by id, anyone else by address, with the given details. */
interface Named {
  readonly user_id: string | null
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly relation: Relation | undefined
}

const keyOf = ({ user_id, email }: Pick<Named, 'user_id' | 'email'>) => user_id ?? email

const colleagueRow = { id: t.uuid, email: t.text }
type Colleague = RowOf<typeof colleagueRow>

async function colleaguesIn(db: Queryable, viewer: Viewer, inputs: readonly ContactInput[]): Promise<Colleague[]> {
  const ids = inputs.flatMap((input) => ('user_id' in input ? [input.user_id] : []))
  const emails = inputs.flatMap((input) => ('email' in input ? [input.email] : []))
  return rows(
    db,
    colleagueRow,
    sql`select id, email from users where company_id = ${viewer.companyId} and deactivated_at is null
      and (id = any(${ids}::uuid[]) or email = any(${emails}::text[]))`,
  )
}

/** The relation "external" does not apply to a colleague. */
const notOutside = (field: string) => new Problem('invalid_input', { fields: { [field]: 'colleague' } })

/**
 * Deduplicates the people to add, in the order given. The last given value of each field counts; other values are kept.
 * @throws not_found, cannot_add_yourself, invalid_input
 */
function namedIn(inputs: readonly ContactInput[], colleagues: readonly Colleague[], viewer: Viewer): Map<string, Named> {
  const known = new Map(colleagues.flatMap((one) => [[one.id, one] as const, [one.email, one] as const]))
  const named = new Map<string, Named>()
  for (const [place, input] of inputs.entries()) {
    const colleague = known.get('user_id' in input ? input.user_id : input.email)
    if (colleague?.id === viewer.userId) throw new Problem('cannot_add_yourself', { fields: { [`contacts.${place}`]: 'self' } })
    if (colleague && input.relation === 'outside') throw notOutside(`contacts.${place}.relation`)
    const email = 'email' in input ? input.email : colleague?.email
    if (email === undefined) throw notFound()
    const who = { user_id: colleague?.id ?? null, email }
    const before = named.get(keyOf(who))
    named.set(keyOf(who), {
      ...who,
      first_name: ('email' in input && input.first_name) || before?.first_name || '',
      last_name: ('email' in input && input.last_name) || before?.last_name || '',
      relation: input.relation ?? before?.relation,
    })
  }
  return named
}

/** The default relation of a new contact. */
const usualRelation = ({ user_id }: Pick<Named, 'user_id'>): Relation => (user_id === null ? 'outside' : 'coworker')

/**
 * Adds contacts, or updates existing ones: each person becomes one contact. With a relation they get a place in the list of that relation.
 * @throws not_found for a person who is no colleague; cannot_add_yourself; too_many_contacts; hierarchy_cycle; invalid_input for a colleague
 *   as external
 */
export async function addContacts(platform: Platform, viewer: Viewer, inputs: readonly ContactInput[]) {
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const named = namedIn(inputs, await colleaguesIn(tx, viewer, inputs), viewer)
    const kept = await contactsOf(tx, viewer)
    const known = new Set(kept.map(keyOf))
    const fresh = [...named.values()].filter((one) => !known.has(keyOf(one)))
    if (kept.length + fresh.length > MAX_CONTACTS) throw new Problem('too_many_contacts')

    if ([...named.values()].some(({ relation }) => isEdge(relation))) await lockHierarchy(tx, viewer.companyId)
    await merge(tx, viewer, kept, named)
    if (fresh.length > 0) await insertContacts(tx, viewer, platform.clock(), fresh)
    const now = new Map((await contactsOf(tx, viewer)).map((entry) => [keyOf(entry), entry]))
    const stored = [...named.keys()].flatMap((key) => now.get(key) ?? [])
    const said = stored.filter((entry) => named.get(keyOf(entry))?.relation)
    await placeSaid(tx, viewer, said, kept, (entry) => {
      const place = inputs.findIndex((input) => ('user_id' in input ? input.user_id === entry.user_id : input.email === entry.email))
      return `contacts.${place}.relation`
    })
    return { contacts: await toContacts(tx, viewer, stored, platform.clock()), added: fresh.length, merged: inputs.length - fresh.length }
  })
}

/**
 * Places contacts in the list of their relation, after its last entry, unless they have a place there. Without badges there are no lists to
 * see: what would close a cycle then has no place. A superior of before who is none now is no longer the viewer's manager.
 * @throws hierarchy_cycle with the fields of these contacts
 */
async function placeSaid(
  tx: Queryable,
  viewer: Viewer,
  said: readonly Entry[],
  before: readonly Entry[],
  fieldOf: (entry: Entry) => string,
) {
  await placeAtEnd(
    tx,
    viewer,
    said.map(({ rowIds: [id] }) => id),
  )
  const led = said.flatMap(({ user_id, relation }) => (user_id && isEdge(relation) ? [user_id] : []))
  const closing = await circularAmong(tx, viewer, led)
  if (closing.length > 0 && viewer.badgesActive) {
    const fields = said.filter(({ user_id }) => user_id && closing.includes(user_id)).map((entry) => [fieldOf(entry), 'cycle'])
    throw new Problem('hierarchy_cycle', { fields: Object.fromEntries(fields) })
  }
  await unplace(tx, viewer, closing)
  await letGoOfManager(tx, viewer, formerSuperiors(before, said))
}

const formerSuperiors = (before: readonly Entry[], now: readonly Entry[]) => {
  const relations = new Map(now.map(({ user_id, relation }) => [user_id, relation]))
  return before.flatMap(({ user_id, relation }) =>
    user_id && relation === 'superior' && (relations.get(user_id) ?? relation) !== 'superior' ? [user_id] : [],
  )
}

async function insertContacts(tx: Queryable, viewer: Viewer, now: Date, fresh: readonly Named[]): Promise<void> {
  // A colleague's row may have the address that they had before.
  await tx.execute(sql`update contacts set email = null where company_id = ${viewer.companyId} and user_id = ${viewer.userId}
    and contact_user_id is not null and email = any(${fresh.map(({ email }) => email)}::text[])`)
  await insert(
    tx,
    'contacts',
    fresh.map((one) => ({
      company_id: viewer.companyId,
      id: newId(now),
      user_id: viewer.userId,
      ...stored(one),
      relation: one.relation ?? usualRelation(one),
      created_at: now,
    })),
  )
}

/** A colleague is stored by id and has their own name; an external contact by address, with the names that the viewer gave. */
const stored = ({ user_id, email, first_name, last_name }: Named) =>
  user_id === null
    ? { contact_user_id: null, email, first_name, last_name, origin: 'address' as const }
    : { contact_user_id: user_id, email: null, first_name: '', last_name: '', origin: 'named' as const }

/**
 * Updates each existing contact with the given details; duplicate rows are merged. An external contact who became a colleague is that
 * colleague from now on, but a row in a list stays as it was written: the manager's page shows it.
 */
async function merge(tx: Queryable, viewer: Viewer, kept: readonly Entry[], named: ReadonlyMap<string, Named>): Promise<void> {
  const again = kept.filter((entry) => named.has(keyOf(entry)))
  await dropDoubles(tx, viewer, again)
  const changes = again.map((entry) => {
    const said = named.get(keyOf(entry))
    const names = { first_name: said?.first_name || entry.first_name, last_name: said?.last_name || entry.last_name }
    return { id: entry.rowIds[0], ...stored({ ...entry, ...names }), relation: said?.relation }
  })
  if (changes.length === 0) return
  await tx.execute(sql`update contacts ct set
      (contact_user_id, email, first_name, last_name, origin) = (
        select x.contact_user_id, x.email, x.first_name, x.last_name, x.origin
        where ct.position is null or x.contact_user_id is null
        union all
        select ct.contact_user_id, ct.email, ct.first_name, ct.last_name,
          case when ct.origin = 'manager' then 'address' else ct.origin end
        where ct.position is not null and x.contact_user_id is not null),
      relation = coalesce(x.relation, case
        when x.contact_user_id is not null and ct.relation = 'outside' and ct.position is null then 'coworker'
        else ct.relation end), position = case when x.relation is null or x.relation = ct.relation then ct.position end
    from json_to_recordset(${JSON.stringify(changes)}::json)
      as x (id uuid, contact_user_id uuid, email text, first_name text, last_name text, origin text, relation text)
    where ct.company_id = ${viewer.companyId} and ct.user_id = ${viewer.userId} and ct.id = x.id`)
}

/**
 * An external contact who became a colleague may exist beside that colleague: the memberships of both rows are merged. A row in a list stays.
 */
async function dropDoubles(tx: Queryable, viewer: Viewer, entries: readonly Entry[]): Promise<void> {
  const doubles = entries.flatMap(({ rowIds: [keep, ...others] }) => others.map((drop) => ({ keep, drop })))
  if (doubles.length === 0) return
  await tx.execute(sql`with doubled as (
      select x.keep, x."drop" from json_to_recordset(${JSON.stringify(doubles)}::json) as x (keep uuid, "drop" uuid)
      join contacts ct on ct.company_id = ${viewer.companyId} and ct.id = x."drop" and ct.position is null
    ), merged as (
      insert into contact_group_members (company_id, group_id, contact_id)
      select cm.company_id, cm.group_id, doubled.keep from doubled
      join contact_group_members cm on cm.company_id = ${viewer.companyId} and cm.contact_id = doubled."drop"
      on conflict do nothing
    )
    delete from contacts ct using doubled where ct.company_id = ${viewer.companyId} and ct.id = doubled."drop"`)
}

/**
 * Changes a contact's relation, and with it their list, or an external contact's names.
 * @throws not_found; contact_is_colleague for the names of a colleague; invalid_input for a colleague as external; hierarchy_cycle
 */
export async function updateContact(
  platform: Platform,
  viewer: Viewer,
  id: string,
  patch: { [Field in 'relation' | 'first_name' | 'last_name']?: Named[Field] | undefined },
): Promise<Contact> {
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    if (isEdge(patch.relation)) await lockHierarchy(tx, viewer.companyId)
    const entry = await getEntry(tx, viewer, id)
    const isNamed = patch.first_name !== undefined || patch.last_name !== undefined
    if (entry.user_id !== null && isNamed) throw new Problem('contact_is_colleague')
    if (entry.user_id !== null && patch.relation === 'outside') throw notOutside('relation')
    const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    if (Object.keys(changes).length > 0) {
      const position = sql`case when relation = ${patch.relation ?? sql`relation`} then position end`
      await tx.execute(
        sql`update contacts set ${assignments({ ...changes, position, origin: sql`case when origin = 'manager' then 'address' else origin end` })} where company_id = ${viewer.companyId} and id = ${entry.rowIds[0]}`,
      )
    }
    const changed = await getEntry(tx, viewer, id)
    if (patch.relation) await placeSaid(tx, viewer, [changed], [entry], () => 'relation')
    const [contact] = await toContacts(tx, viewer, [changed], platform.clock())
    if (!contact) throw notFound()
    return contact
  })
}

/**
 * Deletes a contact, also from lists and groups. A manager who is deleted is no longer the viewer's manager.
 * @throws not_found
 */
export async function deleteContact(platform: Platform, viewer: Viewer, id: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const { rowIds, user_id } = await getEntry(tx, viewer, id)
    await tx.execute(
      sql`delete from contacts where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and id = any(${[...rowIds]})`,
    )
    await letGoOfManager(tx, viewer, user_id ? [user_id] : [])
  })
}
