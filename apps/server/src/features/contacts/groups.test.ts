import { contacts, MAX_GROUP_MEMBERS, MAX_GROUPS } from '@reflet/contract/contacts'
import { beforeEach, expect, test } from 'vitest'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, type TestUser } from '../../test/factories.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
let owner: TestUser
let ids: string[]

const me = { userId: '1' }
const UNKNOWN_ID = '0199aaaa-0000-7000-8000-000000000000'

/** An owner with three contacts, whose names sort differently from the order of insertion. */
async function anOwner() {
  owner = await createUser(app, company)
  const added = await app.call(owner, contacts.addContacts, {
    params: me,
    body: { contacts: ['Zoé', 'Émile', 'anna'].map((last_name, n) => ({ email: `member${n}@out.example`, last_name })) },
  })
  ids = added.body.contacts.map(({ id }) => id)
}
beforeEach(anOwner)

const create = (name: string, contact_ids: string[] = []) =>
  app.call(owner, contacts.createGroup, { params: me, body: { name, contact_ids } })
const update = (id: string, body: object, who = owner) => app.call(who, contacts.updateGroup, { params: { ...me, id }, body })
const list = async (cursor?: string | null) =>
  (await app.call(owner, contacts.listGroups, { params: me, query: cursor ? { cursor } : {} })).body

test('a group lists its contacts by name', async () => {
  const made = await create('  Équipe ', ids)
  expect(made.body).toMatchObject({ name: 'Équipe' })
  expect(made.body.contacts.map(({ last_name }) => last_name)).toEqual(['anna', 'Émile', 'Zoé'])
  expect((await list()).groups).toEqual([made.body])
})

test('a group is renamed or its members are replaced, independently', async () => {
  const { id } = (await create('First', ids)).body
  expect((await update(id, { name: 'Second' })).body).toMatchObject({ name: 'Second', contacts: [{}, {}, {}] })
  const [one] = ids as [string]
  expect((await update(id, { contact_ids: [one] })).body).toMatchObject({ name: 'Second', contacts: [{ id: one }] })
  expect((await update(id, { contact_ids: [] })).body.contacts).toEqual([])
  expect((await update(id, { name: 'SECOND' })).body.name, 'its own name is not another’s').toBe('SECOND')
})

test('a group’s name is unique, ignoring case and surrounding spaces', async () => {
  await create('Équipe')
  const other = (await create('Other')).body.id
  for (const reply of [await create(' éQUIPE '), await create('E\u0301quipe'), await update(other, { name: 'ÉQUIPE' })])
    expectProblem(reply, 409, 'group_exists')
  expect((await create('Equipe 2')).status).toBe(200)
  const first = owner
  await anOwner()
  expect(first.id).not.toBe(owner.id)
  expect((await create('Équipe')).status, 'of another person').toBe(200)
})

test('of two concurrent groups with the same name one is created', async () => {
  const replies = await Promise.all(['Twin', 'twin', 'TWIN'].map((name) => create(name, ids)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await list()).groups).toHaveLength(1)
})

test('a group accepts only the viewer’s own contacts, all or nothing', async () => {
  const foreign = ids[0] as string
  const before = owner
  await anOwner()
  expect(before.id).not.toBe(owner.id)
  const { id } = (await create('Mine', [ids[0] as string])).body
  for (const reply of [
    await create('Theirs', [ids[0] as string, foreign]),
    await create('Nobody', [UNKNOWN_ID]),
    await update(id, { name: 'Changed', contact_ids: [foreign] }),
  ])
    expectProblem(reply, 404, 'not_found')
  expect((await list()).groups).toMatchObject([{ name: 'Mine', contacts: [{ id: ids[0] }] }])
  for (const contact_ids of [[ids[0], ids[0]?.toUpperCase()], Array(MAX_GROUP_MEMBERS + 1).fill(UNKNOWN_ID)]) {
    const reply = await create('Bad', contact_ids as string[])
    expectProblem(reply, 400, 'invalid_input')
  }
})

test('a group is removed and changed by its owner only; the contacts stay', async () => {
  const { id } = (await create('Mine', ids)).body
  const stranger = await createUser(app, company)
  const removal = (who = owner) => app.call(who, contacts.deleteGroup, { params: { ...me, id } })
  for (const reply of [await update(id, { name: 'Stolen' }, stranger), await removal(stranger)]) expectProblem(reply, 404, 'not_found')
  expect([(await removal()).status, (await removal()).status]).toEqual([200, 404])
  expect((await list()).groups).toEqual([])
  expect((await app.call(owner, contacts.listContacts, { params: me })).body.total).toBe(3)
})

test('groups are paged by name without gaps or duplicates', async () => {
  const names = Array.from({ length: 45 }, (_, n) => `${n % 2 ? 'é' : 'E'}quipe ${String(n).padStart(2, '0')}`)
  for (const name of names.toReversed()) await create(name, ids)
  const first = await list()
  const second = await list(first.next_cursor)
  const third = await list(second.next_cursor)
  expect([first, second, third].map(({ groups }) => groups.length)).toEqual([20, 20, 5])
  expect(third.next_cursor).toBeNull()
  expect([first, second, third].flatMap(({ groups }) => groups.map(({ name }) => name))).toEqual(names)
})

test('groups are limited to a hundred; each of them can still be changed', async () => {
  const made = []
  for (let n = 0; n < MAX_GROUPS; n++) made.push(await create(`Group ${n}`))
  expect(made.map(({ status }) => status)).toEqual(Array(MAX_GROUPS).fill(200))
  const refused = await create('One more')
  expectProblem(refused, 422, 'too_many_groups')
  expect((await update(made[0]?.body.id as string, { name: 'Renamed' })).status).toBe(200)
})
