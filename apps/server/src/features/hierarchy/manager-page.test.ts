import { type HierarchyLists, hierarchy, MANAGER_LINK_DAYS } from '@reflet/contract/hierarchy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../../db/index.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'
import { BOSS, codeOf, inviteManager, linkCalls } from '../../test/manager.ts'
import { stopMailsTo } from '../../test/stop-links.ts'

const DAY = 86_400_000
let app: TestApp
let company: TestCompany
let me: TestUser
let ada: TestUser
let bob: TestUser
let link: ReturnType<typeof linkCalls>

beforeAll(async () => {
  app = await buildTestApp()
  link = linkCalls(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  company = await createCompany(app, { badges_active: true })
  me = await createUser(app, company, { first_name: 'Camille', last_name: 'Martin', locale: 'fr' })
  ada = await createUser(app, company, { first_name: 'Ada', last_name: 'Able', job_title: 'Captain' })
  bob = await createUser(app, company, { first_name: 'Bob', last_name: 'Best' })
  await app.mails()
})

const id = (user: TestUser) => ({ user_id: user.id })
const invite = (email = BOSS) => inviteManager(app, me, email)
const listed = async () => (await app.call(me, hierarchy.getHierarchy, { params: { userId: '1' } })).body
const contact = async (values: { user?: TestUser; email?: string; first_name?: string }) =>
  app.database.db.execute(
    sql`insert into contacts (company_id, id, user_id, contact_user_id, email, first_name, relation, created_at)
      values (${company.id}, gen_random_uuid(), ${me.id}, ${values.user?.id ?? null}, ${values.email ?? null}, ${values.first_name ?? ''}, 'coworker', now())`,
  )

describe('the manager’s page', () => {
  test('shows the lists, then the manager, then the contacts; no colleague’s address', async () => {
    await app.call(me, hierarchy.saveHierarchy, { body: { equal_users: [id(ada), { email: 'pat@partner.example', first_name: 'Pat' }] } })
    await contact({ user: ada })
    await contact({ user: bob })
    await contact({ email: 'friend@partner.example', first_name: 'Fred' })
    await contact({ email: 'pat@partner.example' })
    const view = await link.open(await invite())
    expect(view.body.people.map(({ user_id, email, first_name, relation }) => [user_id, email, first_name, relation])).toEqual([
      [ada.id, null, 'Ada', 'equal'],
      [null, 'pat@partner.example', 'Pat', 'equal'],
      [null, BOSS, 'Olga', null],
      [bob.id, null, 'Bob', null],
      [null, 'friend@partner.example', 'Fred', null],
    ])
    for (const colleague of [me, ada, bob]) expect(JSON.stringify(view.body)).not.toContain(colleague.email)
  })

  test('knows a manager who stands there as a colleague', async () => {
    await contact({ user: ada })
    const view = await link.open(await invite(ada.email))
    expect(view.body.people).toMatchObject([{ user_id: ada.id, email: ada.email, relation: null }])
  })

  test('opening it, with GET and HEAD, many times, changes nothing', async () => {
    const token = await invite()
    const all = () =>
      rows(app.database.db, sql`select i.*, (select count(*) from outbox) as mails from hierarchy_invitations i where user_id = ${me.id}`)
    const before = await all()
    for (let i = 0; i < 3; i++) {
      await fetch(`${app.url}/api/hierarchical-links/${token}`, { method: 'HEAD' })
      await link.open(token)
    }
    expect(await all()).toEqual(before)
  })

  test('fills the lists, and again until the link ends', async () => {
    await contact({ user: ada })
    const token = await invite()
    const saved = await link.fill(token, { superior_users: [{ email: BOSS, first_name: 'Olga' }], equal_users: [id(ada)] })
    expect(saved.body).toMatchObject({
      filled_at: expect.any(String),
      people: [
        { email: BOSS, relation: 'superior' },
        { user_id: ada.id, relation: 'equal' },
      ],
    })
    const employee = await listed()
    expect(employee.hierarchical).toMatchObject([
      { email: BOSS, relation: 'superior' },
      { user_id: ada.id, relation: 'equal' },
    ])
    expect(employee.manager).toMatchObject({ filled_at: expect.any(String), can_remind: false })
    expect((await link.fill(token, { lower_users: [id(ada)] })).status).toBe(200)
    expect((await listed()).hierarchical).toMatchObject([{ user_id: ada.id, relation: 'lower' }])
    app.advance(MANAGER_LINK_DAYS * DAY)
    expect(codeOf(await link.fill(token, {}))).toEqual([410, 'gone'])
  })

  test('places nobody by an id that it does not show', async () => {
    const token = await invite()
    for (const stranger of [bob, me, await createUser(app, await createCompany(app))])
      expect(codeOf(await link.fill(token, { equal_users: [id(stranger)] }))).toEqual([404, 'not_found'])
  })

  test('holds the same rules', async () => {
    await contact({ user: ada })
    const token = await invite()
    expect((await link.fill(token, { equal_users: [id(ada)], lower_users: [id(ada)] })).body).toMatchObject({
      code: 'hierarchy_twice',
      fields: { 'equal_users.0': 'twice', 'lower_users.0': 'twice' },
    })
    expect((await link.fill(token, { outside_users: [id(ada)] })).body.fields).toEqual({ 'outside_users.0': 'colleague' })
    expect((await link.fill(token, { coworker_users: [{ email: me.email }] })).body.code).toBe('cannot_add_yourself')
    await app.call(ada, hierarchy.saveHierarchy, { body: { superior_users: [id(me)] } })
    expect((await link.fill(token, { superior_users: [id(ada)] })).body).toMatchObject({
      code: 'hierarchy_cycle',
      fields: { 'superior_users.0': 'cycle' },
    })
    expect((await listed()).hierarchical).toEqual([])
  })

  test('never tells whether a typed address is a colleague’s', async () => {
    await contact({ user: ada })
    const token = await invite()
    await app.call(bob, hierarchy.saveHierarchy, { body: { superior_users: [id(me)] } })
    const stranger = 'nobody@partner.example'
    /** What the manager is told when they type this address: the same for everybody. */
    const told = async (lists: (email: string) => Partial<HierarchyLists>, email: string) => {
      const { status, body } = await link.fill(token, lists(email))
      return JSON.stringify([status, body.people]).replaceAll(email, stranger)
    }
    const equal = (email: string) => ({ equal_users: [{ email }] })
    const outside = (email: string) => ({ outside_users: [{ email, first_name: 'Typed' }] })
    const beside = (email: string) => ({ lower_users: [id(ada)], equal_users: [{ email }] })
    const circular = (email: string) => ({ superior_users: [{ email }] })
    for (const lists of [equal, outside, beside, circular])
      for (const colleague of [ada, bob]) expect(await told(lists, colleague.email)).toBe(await told(lists, stranger))
    await link.fill(token, equal(bob.email))
    expect((await listed()).hierarchical, 'the employee sees who it is').toMatchObject([{ user_id: bob.id, first_name: 'Bob' }])
    await app.call(me, hierarchy.saveHierarchy, { body: { lower_users: [id(bob)] } })
    expect((await link.open(token)).body.people[0], 'and the page still what was typed').toMatchObject({
      user_id: null,
      email: bob.email,
      first_name: '',
    })
  })

  test('ends with either account, and with the company’s badges', async () => {
    const token = await invite(ada.email)
    for (const user of [me, ada]) {
      await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${user.id}`)
      expect(codeOf(await link.open(token))).toEqual([410, 'gone'])
      await app.database.db.execute(sql`update users set deactivated_at = null where id = ${user.id}`)
    }
    await app.database.db.execute(sql`update companies set badges_active = false where company_id = ${company.id}`)
    expect(codeOf(await link.fill(token, {}))).toEqual([410, 'gone'])
    expect((await stopMailsTo(app, company.id, ada.email)).status, 'stopping the mails still works').toBe(200)
  })

  test('is nobody’s without the token', async () => {
    for (const reply of [await link.open('x'.repeat(43)), await link.fill('x'.repeat(43), {}), await link.stop('x'.repeat(43))])
      expect(codeOf(reply)).toEqual([404, 'not_found'])
  })
})

test('the employee and the manager do not undo what the other saved meanwhile', async () => {
  const token = await invite()
  const { version } = (await link.open(token)).body
  expect((await listed()).version, 'both see the same version').toBe(version)
  const save = (user: TestUser, from: string) => app.call(me, hierarchy.saveHierarchy, { body: { equal_users: [id(user)], version: from } })
  expect((await save(ada, version)).status).toBe(200)
  const late = await link.fill(token, { lower_users: [{ email: 'pat@partner.example' }], version })
  expect(codeOf(late)).toEqual([409, 'hierarchy_changed'])
  expect(await listed()).toMatchObject({ hierarchical: [{ user_id: ada.id }], manager: { filled_at: null } })
  const again = await link.fill(token, { lower_users: [{ email: bob.email }], version: (await link.open(token)).body.version })
  expect(again.status).toBe(200)
  expect((await listed()).version).toBe(again.body.version)
  expect(codeOf(await save(ada, version))).toEqual([409, 'hierarchy_changed'])
  // A typed address of a colleague who leaves stays as it was typed: the version does not tell whose it was.
  await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${bob.id}`)
  expect((await link.open(token)).body.version).toBe(again.body.version)
})
