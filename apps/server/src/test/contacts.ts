import { type ContactInput, contacts } from '@reflet/contract/contacts'
import type { Relation } from '@reflet/contract/relations'
import { excluded, insertInto, sql } from '../db/index.ts'
import { newId } from '../platform/ids.ts'
import type { TestApp } from './build-test-app.ts'
import type { TestUser } from './factories.ts'

const me = { userId: '1' }

/** The calls about contacts, and what is stored of them. */
export function contactCalls(app: TestApp) {
  const add = (who: TestUser, ...inputs: ContactInput[]) => app.call(who, contacts.addContacts, { params: me, body: { contacts: inputs } })
  const list = async (who: TestUser, query: { query?: string; cursor?: string } = {}) =>
    (await app.call(who, contacts.listContacts, { params: me, query })).body
  const change = (who: TestUser, id: string, body: object) => app.call(who, contacts.updateContact, { params: { ...me, id }, body })
  const remove = (who: TestUser, id: string) => app.call(who, contacts.deleteContact, { params: { ...me, id } })
  const rowsOf = async (who: TestUser) =>
    (await app.database.pool.query('select contact_user_id, email, relation from contacts where user_id = $1 order by id', [who.id])).rows
  return { add, list, change, remove, rowsOf }
}

/** Puts someone into a list of a hierarchy, without the rules of the call that saves it. */
export const placeInHierarchy = (
  app: TestApp,
  owner: TestUser,
  member: { user?: TestUser; email?: string },
  relation: Relation,
  position = 0,
) => {
  const row = {
    company_id: owner.company.id,
    id: newId(app.now()),
    user_id: owner.id,
    contact_user_id: member.user?.id ?? null,
    email: member.email ?? null,
    origin: member.user ? 'named' : 'address',
    relation,
    position,
    created_at: app.now(),
  }
  const key = sql.identifier(member.user ? 'contact_user_id' : 'email')
  return app.database.db.execute(
    sql`${insertInto('contacts', row)} on conflict (company_id, user_id, ${key}) do update set ${excluded(['relation', 'position'])}`,
  )
}
