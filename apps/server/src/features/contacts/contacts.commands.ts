import { type Contact, type ContactInput, MAX_CONTACTS } from '@reflet/contract/contacts'
import type { Relation } from '@reflet/contract/relations'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import { contacts } from '../../db/schema/contacts.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { relationBy } from '../feedback/requests/relation.policy.ts'
import { contactsOf, type Entry, getEntry, hierarchyOf, toContacts } from './contacts.queries.ts'

/** A person to add, a colleague by id, anyone else by address, with the given details. */
interface Named {
  readonly user_id: string | null
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly relation: Relation | undefined
}

const keyOf = ({ user_id, email }: Pick<Named, 'user_id' | 'email'>) => user_id ?? email

interface Colleague {
  readonly id: string
  readonly email: string
}

async function colleaguesIn(db: Queryable, viewer: Viewer, inputs: readonly ContactInput[]): Promise<Colleague[]> {
  const ids = inputs.flatMap((input) => ('user_id' in input ? [input.user_id] : []))
  const emails = inputs.flatMap((input) => ('email' in input ? [input.email] : []))
  return rows<Colleague>(
    db,
    sql`select id, email from users where company_id = ${viewer.companyId} and deactivated_at is null
      and (id = any(${sql.param(ids)}::uuid[]) or email = any(${sql.param(emails)}::text[]))`,
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

/** The default relation of a new contact, from the viewer's hierarchy. */
function usualRelation({ user_id, email }: Named, hierarchy: ReadonlyMap<string, Relation>): Relation {
  const said = [user_id ?? email, email].flatMap((key) => hierarchy.get(key) ?? [])
  return relationBy(said, user_id !== null)
}

/**
 * Adds contacts, or updates existing ones: each person becomes one contact.
 * @throws not_found for a person who is no colleague; cannot_add_yourself; too_many_contacts; invalid_input for a colleague as external
 */
export async function addContacts(platform: Platform, viewer: Viewer, inputs: readonly ContactInput[]) {
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const named = namedIn(inputs, await colleaguesIn(tx, viewer, inputs), viewer)
    const kept = await contactsOf(tx, viewer)
    const known = new Set(kept.map(keyOf))
    const fresh = [...named.values()].filter((one) => !known.has(keyOf(one)))
    if (kept.length + fresh.length > MAX_CONTACTS) throw new Problem('too_many_contacts')

    await merge(tx, viewer, kept, named)
    if (fresh.length > 0) await insert(tx, viewer, platform.clock(), fresh)
    const now = new Map((await contactsOf(tx, viewer)).map((entry) => [keyOf(entry), entry]))
    const stored = [...named.keys()].flatMap((key) => now.get(key) ?? [])
    return { contacts: await toContacts(tx, viewer, stored, platform.clock()), added: fresh.length, merged: inputs.length - fresh.length }
  })
}

async function insert(tx: Queryable, viewer: Viewer, now: Date, fresh: readonly Named[]): Promise<void> {
  const hierarchy = await hierarchyOf(tx, viewer)
  await tx.insert(contacts).values(
    fresh.map((one) => ({
      company_id: viewer.companyId,
      id: newId(now),
      user_id: viewer.userId,
      ...stored(one),
      relation: one.relation ?? usualRelation(one, hierarchy),
      created_at: now,
    })),
  )
}

/** A colleague is stored by id and has their own name; an external contact by address, with the names that the viewer gave. */
const stored = ({ user_id, email, first_name, last_name }: Named) =>
  user_id === null
    ? { contact_user_id: null, email, first_name, last_name }
    : { contact_user_id: user_id, email: null, first_name: '', last_name: '' }

/** Updates each existing contact with the given details; duplicate rows are merged. */
async function merge(tx: Queryable, viewer: Viewer, kept: readonly Entry[], named: ReadonlyMap<string, Named>): Promise<void> {
  const again = kept.filter((entry) => named.has(keyOf(entry)))
  await dropDoubles(tx, viewer, again)
  const changes = again.map((entry) => {
    const said = named.get(keyOf(entry))
    const names = { first_name: said?.first_name || entry.first_name, last_name: said?.last_name || entry.last_name }
    return { id: entry.rowIds[0], ...stored({ ...entry, ...names }), relation: said?.relation ?? entry.relation }
  })
  if (changes.length === 0) return
  await tx.execute(
    sql`update contacts ct set contact_user_id = x.contact_user_id, email = x.email, first_name = x.first_name,
      last_name = x.last_name, relation = x.relation
      from json_to_recordset(${JSON.stringify(changes)}::json)
        as x (id uuid, contact_user_id uuid, email text, first_name text, last_name text, relation text)
      where ct.company_id = ${viewer.companyId} and ct.user_id = ${viewer.userId} and ct.id = x.id`,
  )
}

/** An external contact who became a colleague may exist beside that colleague: the memberships of both rows are merged. */
async function dropDoubles(tx: Queryable, viewer: Viewer, entries: readonly Entry[]): Promise<void> {
  const doubles = entries.flatMap(({ rowIds: [keep, ...others] }) => others.map((drop) => ({ keep, drop })))
  if (doubles.length === 0) return
  await tx.execute(
    sql`insert into contact_group_members (company_id, group_id, contact_id)
      select cm.company_id, cm.group_id, x.keep
      from json_to_recordset(${JSON.stringify(doubles)}::json) as x (keep uuid, "drop" uuid)
      join contact_group_members cm on cm.company_id = ${viewer.companyId} and cm.contact_id = x."drop"
      on conflict do nothing`,
  )
  await remove(
    tx,
    viewer,
    doubles.map(({ drop }) => drop),
  )
}

const remove = (db: Queryable, viewer: Viewer, ids: readonly string[]) =>
  db
    .delete(contacts)
    .where(and(eq(contacts.company_id, viewer.companyId), eq(contacts.user_id, viewer.userId), inArray(contacts.id, [...ids])))

/**
 * Changes a contact's relation, or an external contact's names.
 * @throws not_found; contact_is_colleague for the names of a colleague; invalid_input for a colleague as external
 */
export async function updateContact(
  platform: Platform,
  viewer: Viewer,
  id: string,
  patch: { [Field in 'relation' | 'first_name' | 'last_name']?: Named[Field] | undefined },
): Promise<Contact> {
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const entry = await getEntry(tx, viewer, id)
    const isNamed = patch.first_name !== undefined || patch.last_name !== undefined
    if (entry.user_id !== null && isNamed) throw new Problem('contact_is_colleague')
    if (entry.user_id !== null && patch.relation === 'outside') throw notOutside('relation')
    const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    if (Object.keys(changes).length > 0) {
      await tx
        .update(contacts)
        .set(changes)
        .where(and(eq(contacts.company_id, viewer.companyId), eq(contacts.id, entry.rowIds[0])))
    }
    const [contact] = await toContacts(tx, viewer, [await getEntry(tx, viewer, id)], platform.clock())
    if (!contact) throw notFound()
    return contact
  })
}

/**
 * Deletes a contact, also from groups.
 * @throws not_found
 */
export async function deleteContact(platform: Platform, viewer: Viewer, id: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    await remove(tx, viewer, (await getEntry(tx, viewer, id)).rowIds)
  })
}
