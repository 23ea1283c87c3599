import { contacts } from '@reflet/contract/contacts'
import { hierarchy } from '@reflet/contract/hierarchy'
import { myManager } from '@reflet/contract/manager'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../test/factories.ts'

let app: TestApp
let company: TestCompany
let me: TestUser
let boss: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app, { badges_active: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  me = await createUser(app, company)
  boss = await createUser(app, company, { first_name: 'Oliver', job_title: 'Team lead' })
})

const set = (user_id: string | null, who = me) => app.call(who, myManager.setManager, { body: { user_id } })
const get = async (who = me) => (await app.call(who, myManager.getManager)).body
const mine = { params: { userId: '1' } } as const

describe('my manager', () => {
  test('is who I say, until I say otherwise', async () => {
    expect(await get()).toEqual({ manager: null, shared: 0, suggestions: [] })
    const saved = await set(boss.id)
    expect(saved.body).toMatchObject({ manager: { id: boss.id, first_name: 'Oliver', job_title: 'Team lead' }, shared: 0, suggestions: [] })
    expect(JSON.stringify(saved.body), 'a name, no address').not.toContain(boss.email)
    expect((await set(boss.id.toUpperCase())).body.manager?.id).toBe(boss.id)
    expect((await set(null)).body.manager).toBeNull()
    expect((await set(null)).status).toBe(200)
  })

  test('is somebody else, of my company, who works here', async () => {
    const self = await set(me.id.toUpperCase())
    expect([self.status, self.body.code]).toEqual([422, 'manager_is_yourself'])
    const elsewhere = await createUser(app, await createCompany(app))
    const gone = await createUser(app, company, { deactivated: true })
    for (const { id } of [elsewhere, gone]) {
      const refused = await set(id)
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    }
    expect((await get()).manager).toBeNull()
  })

  test('two may name each other at once', async () => {
    const replies = await Promise.all([set(boss.id), set(me.id, boss)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('suggestions', () => {
  test('are the superiors of my hierarchy, then those among my contacts, each once, never somebody outside', async () => {
    const [equal, above, gone] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await app.call(me, hierarchy.saveHierarchy, {
      body: {
        superior_users: [{ user_id: boss.id }, { user_id: gone.id }, { email: 'chair@outside.example', first_name: 'Chair' }],
        equal_users: [{ user_id: equal.id }],
      },
    })
    await app.call(me, contacts.addContacts, {
      ...mine,
      body: {
        contacts: [
          { user_id: above.id, relation: 'superior' },
          { user_id: boss.id, relation: 'superior' },
          { user_id: equal.id, relation: 'equal' },
        ],
      },
    })
    await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${gone.id}`)
    expect((await get()).suggestions.map(({ id }) => id)).toEqual([boss.id, above.id])
    await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${above.id}`)
    expect((await get()).suggestions.map(({ id }) => id)).toEqual([boss.id])
    await set(boss.id)
    expect((await get()).suggestions, 'none while there is a manager').toEqual([])
  })

  test('know a contact’s address as the colleague’s who has it by now', async () => {
    const plain = await createUser(app, await createCompany(app))
    const address = 'later@company.example'
    await app.call(plain, contacts.addContacts, {
      ...mine,
      body: { contacts: ['never@outside.example', address].map((email) => ({ email, relation: 'superior' as const })) },
    })
    expect((await get(plain)).suggestions).toEqual([])
    const later = await createUser(app, plain.company, { email: address })
    expect((await get(plain)).suggestions).toEqual([
      { id: later.id, first_name: expect.any(String), last_name: expect.any(String), job_title: '', avatar_url: null },
    ])
  })

  test('are at most ten, and of the contacts alone where the company has no badges', async () => {
    const plain = await createCompany(app)
    const user = await createUser(app, plain)
    const others = await createUsers(app, plain, 12)
    await app.call(user, contacts.addContacts, {
      ...mine,
      body: { contacts: others.map(({ id }) => ({ user_id: id, relation: 'superior' as const })) },
    })
    expect((await get(user)).suggestions).toHaveLength(10)
    const onlyInHierarchy = await createUser(app, plain)
    await app.database.db.execute(sql`insert into hierarchy_members (company_id, id, user_id, member_user_id, relation, position, created_at)
      values (${plain.id}, ${onlyInHierarchy.id}, ${onlyInHierarchy.id}, ${user.id}, 'superior', 0, ${app.now()})`)
    expect((await get(onlyInHierarchy)).suggestions).toEqual([])
  })
})
