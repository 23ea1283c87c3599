import { contacts } from '@reflet/contract/contacts'
import { hierarchy } from '@reflet/contract/hierarchy'
import { sharing } from '@reflet/contract/sharing'
import { describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { useCompany, usePeoplePerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app, [], { badges_active: true })
const { me, boss } = usePeoplePerTest(app, company, { me: {}, boss: { first_name: 'Oliver', job_title: 'Team lead' } })

const set = (user_id: string | null, who = me) => app.call(who, sharing.setManager, { body: { user_id } })
const get = async (who = me) => (await app.call(who, sharing.getManager)).body
const mine = { params: { userId: '1' } } as const

describe('my manager', () => {
  test('is the person I set, until I change it', async () => {
    expect(await get()).toEqual({ manager: null, shared: 0, suggestions: [] })
    const saved = await set(boss.id)
    expect(saved.body).toMatchObject({ manager: { id: boss.id, first_name: 'Oliver', job_title: 'Team lead' }, shared: 0, suggestions: [] })
    expect(JSON.stringify(saved.body), 'a name, no address').not.toContain(boss.email)
    expect((await set(boss.id.toUpperCase())).body.manager?.id).toBe(boss.id)
    expect((await set(null)).body.manager).toBeNull()
    expect((await set(null)).status).toBe(200)
  })

  test('is another person, of my company, who works here', async () => {
    expectProblem(await set(me.id.toUpperCase()), 422, 'manager_is_yourself')
    const elsewhere = await createUser(app, await createCompany(app))
    const gone = await createUser(app, company, { deactivated: true })
    for (const { id } of [elsewhere, gone]) expectProblem(await set(id), 404, 'not_found')
    expect((await get()).manager).toBeNull()
  })

  test('two people may set each other concurrently', async () => {
    const replies = await Promise.all([set(boss.id), set(me.id, boss)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('suggestions', () => {
  test('are my superiors in the order of their list, never an external person', async () => {
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

  test('resolve a contact’s address to the colleague who has it now, and are at most ten, also where the company has no badges', async () => {
    const plain = await createUser(app, await createCompany(app))
    const address = 'later@company.example'
    const keep = (...kept: ({ email: string } | { user_id: string })[]) =>
      app.call(plain, contacts.addContacts, { ...mine, body: { contacts: kept.map((one) => ({ ...one, relation: 'superior' as const })) } })
    await keep({ email: 'never@outside.example' }, { email: address })
    expect((await get(plain)).suggestions).toEqual([])
    const later = await createUser(app, plain.company, { email: address })
    expect((await get(plain)).suggestions).toEqual([
      { id: later.id, first_name: expect.any(String), last_name: expect.any(String), job_title: '', avatar_url: null },
    ])
    await keep(...(await createUsers(app, plain.company, 12)).map(({ id }) => ({ user_id: id })))
    expect((await get(plain)).suggestions).toHaveLength(10)
  })
})
