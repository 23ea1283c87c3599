import { contacts, MAX_GROUP_MEMBERS, MAX_GROUPS } from '@reflet/contract/contacts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'

let app: TestApp
let company: TestCompany
let owner: TestUser
let ids: string[]

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())

const me = { userId: '1' }
const NOBODY = '0199aaaa-0000-7000-8000-000000000000'

/** An owner with three contacts, named so that their order is not that of adding. */
async function anOwner() {
  owner = await createUser(app, company)
  const added = await app.call(owner, contacts.addContacts, {
    params: me,
    body: { contacts: ['Zoé', 'Émile', 'anna'].map((last_name, n) => ({ email: `member${n}@out.example`, last_name })) },
  })
  ids = added.body.contacts.map(({ id }) => id)
}
const create = (name: string, contact_ids: string[] = []) =>
  app.call(owner, contacts.createGroup, { params: me, body: { name, contact_ids } })
const update = (id: string, body: object, who = owner) => app.call(who, contacts.updateGroup, { params: { ...me, id }, body })
const list = async (cursor?: string | null) =>
  (await app.call(owner, contacts.listGroups, { params: me, query: cursor ? { cursor } : {} })).body

test('holds contacts in the order of their names', async () => {
  await anOwner()
  const made = await create('  Équipe ', ids)
  expect(made.body).toMatchObject({ name: 'Équipe' })
  expect(made.body.contacts.map(({ last_name }) => last_name)).toEqual(['anna', 'Émile', 'Zoé'])
  expect((await list()).groups).toEqual([made.body])
})

test('is renamed and its members are replaced, each alone', async () => {
  await anOwner()
  const { id } = (await create('First', ids)).body
  expect((await update(id, { name: 'Second' })).body).toMatchObject({ name: 'Second', contacts: [{}, {}, {}] })
  const [one] = ids as [string]
  expect((await update(id, { contact_ids: [one] })).body).toMatchObject({ name: 'Second', contacts: [{ id: one }] })
  expect((await update(id, { contact_ids: [] })).body.contacts).toEqual([])
  expect((await update(id, { name: 'SECOND' })).body.name, 'its own name is not another’s').toBe('SECOND')
})

test('has a name of its own, capitals and surrounding space aside', async () => {
  await anOwner()
  await create('Équipe')
  const other = (await create('Other')).body.id
  for (const reply of [await create(' éQUIPE '), await create('E\u0301quipe'), await update(other, { name: 'ÉQUIPE' })])
    expect([reply.status, reply.body.code]).toEqual([409, 'group_exists'])
  expect((await create('Equipe 2')).status).toBe(200)
  const first = owner
  await anOwner()
  expect(first.id).not.toBe(owner.id)
  expect((await create('Équipe')).status, 'of another person').toBe(200)
})

test('a name that is made twice at once is made once', async () => {
  await anOwner()
  const replies = await Promise.all(['Twin', 'twin', 'TWIN'].map((name) => create(name, ids)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await list()).groups).toHaveLength(1)
})

test('takes only contacts of one’s own, all or nothing', async () => {
  await anOwner()
  const foreign = ids[0] as string
  const before = owner
  await anOwner()
  expect(before.id).not.toBe(owner.id)
  const { id } = (await create('Mine', [ids[0] as string])).body
  for (const reply of [
    await create('Theirs', [ids[0] as string, foreign]),
    await create('Nobody', [NOBODY]),
    await update(id, { name: 'Changed', contact_ids: [foreign] }),
  ])
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  expect((await list()).groups).toMatchObject([{ name: 'Mine', contacts: [{ id: ids[0] }] }])
  for (const contact_ids of [[ids[0], ids[0]?.toUpperCase()], Array(MAX_GROUP_MEMBERS + 1).fill(NOBODY)]) {
    const reply = await create('Bad', contact_ids as string[])
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
  }
})

test('is its owner’s alone; removing it keeps the contacts', async () => {
  await anOwner()
  const { id } = (await create('Mine', ids)).body
  const stranger = await createUser(app, company)
  const removal = (who: TestUser) => app.call(who, contacts.deleteGroup, { params: { ...me, id } })
  for (const reply of [await update(id, { name: 'Stolen' }, stranger), await removal(stranger)])
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  expect((await removal(owner)).status).toBe(200)
  expect((await removal(owner)).status).toBe(404)
  expect((await list()).groups).toEqual([])
  expect((await app.call(owner, contacts.listContacts, { params: me })).body.total).toBe(3)
})

test('pages by name without a gap or a double', async () => {
  await anOwner()
  const names = Array.from({ length: 45 }, (_, n) => `${n % 2 ? 'é' : 'E'}quipe ${String(n).padStart(2, '0')}`)
  for (const name of names.toReversed()) await create(name, ids)
  const first = await list()
  const second = await list(first.next_cursor)
  const third = await list(second.next_cursor)
  expect([first, second, third].map(({ groups }) => groups.length)).toEqual([20, 20, 5])
  expect(third.next_cursor).toBeNull()
  expect([first, second, third].flatMap(({ groups }) => groups.map(({ name }) => name))).toEqual(names)
})

test('are a hundred at most; each of them can still be changed', async () => {
  await anOwner()
  const made = []
  for (let n = 0; n < MAX_GROUPS; n++) made.push(await create(`Group ${n}`))
  expect(made.map(({ status }) => status)).toEqual(Array(MAX_GROUPS).fill(200))
  const refused = await create('One more')
  expect([refused.status, refused.body.code]).toEqual([422, 'too_many_groups'])
  expect((await update(made[0]?.body.id as string, { name: 'Renamed' })).status).toBe(200)
})
