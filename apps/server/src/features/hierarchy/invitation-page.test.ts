import { DAY_MS } from '@reflet/contract/durations'
import { type HierarchyLists, hierarchy, MANAGER_LINK_DAYS } from '@reflet/contract/hierarchy'
import { sharing } from '@reflet/contract/sharing'
import { beforeEach, describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { contactCalls } from '../../test/contacts.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser, type TestUser } from '../../test/factories.ts'
import { BOSS, inviteManager, linkCalls } from '../../test/invitation.ts'
import { stopMailsTo } from '../../test/stop-links.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, me, ada, bob } = useCompanyPerTest(
  app,
  {
    me: { first_name: 'Camille', last_name: 'Martin', locale: 'fr' },
    ada: { last_name: 'Able', job_title: 'Captain' },
    bob: { last_name: 'Best' },
  },
  { badges_active: true },
)
const link = linkCalls(app)

beforeEach(() => app.mails())

const id = (user: TestUser) => ({ user_id: user.id })
const invite = (email = BOSS) => inviteManager(app, me, email)
const listed = async () => (await app.call(me, hierarchy.getHierarchy, { params: { userId: '1' } })).body
const { add, list } = contactCalls(app)

describe('the manager’s page', () => {
  test('shows the lists, then the manager, then the contacts; no colleague’s address', async () => {
    await app.call(me, hierarchy.saveHierarchy, { body: { equal_users: [id(ada), { email: 'pat@partner.example', first_name: 'Pat' }] } })
    await add(me, id(bob), { email: 'friend@partner.example', first_name: 'Fred' })
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

  test('shows a manager who is listed as a colleague once', async () => {
    await add(me, id(ada))
    const view = await link.open(await invite(ada.email))
    expect(view.body.people).toMatchObject([{ user_id: ada.id, email: ada.email, relation: null }])
  })

  test('opening it, with GET and HEAD, many times, has no effect', async () => {
    const token = await invite()
    const all = () =>
      rows(
        app.database.db,
        {
          company_id: t.uuid,
          id: t.uuid,
          user_id: t.uuid,
          email: t.text,
          first_name: t.text,
          last_name: t.text,
          locale: t.text,
          token_hash: t.bytes,
          created_at: t.time,
          expires_at: t.time,
          mailed_at: t.time,
          reminded_at: nullable(t.time),
          filled_at: nullable(t.time),
          stopped_at: nullable(t.time),
          replaced_at: nullable(t.time),
          mails: t.bigint,
        },
        sql`select i.*, (select count(*) from outbox) as mails from hierarchy_invitations i where user_id = ${me.id}`,
      )
    const before = await all()
    for (let i = 0; i < 3; i++) {
      await fetch(`${app.url}/api/hierarchical-links/${token}`, { method: 'HEAD' })
      await link.open(token)
    }
    expect(await all()).toEqual(before)
  })

  test('saves the lists, repeatedly until the link expires, and keeps the employee’s manager', async () => {
    await app.call(me, sharing.setManager, { body: { user_id: ada.id } })
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
    expect((await app.call(me, sharing.getManager)).body.manager?.id).toBe(ada.id)
    expect((await link.fill(token, { lower_users: [id(ada)] })).status).toBe(200)
    expect((await listed()).hierarchical).toMatchObject([{ user_id: ada.id, relation: 'lower' }])
    app.advance(MANAGER_LINK_DAYS * DAY_MS)
    expectProblem(await link.fill(token, {}), 410, 'gone')
  })

  test('accepts only ids that it shows, by the same rules', async () => {
    await add(me, id(ada))
    const token = await invite()
    for (const stranger of [bob, me, await createUser(app, await createCompany(app))])
      expectProblem(await link.fill(token, { equal_users: [id(stranger)] }), 404, 'not_found')
    expect((await link.fill(token, { equal_users: [id(ada)], lower_users: [id(ada)] })).body).toMatchObject({
      code: 'hierarchy_twice',
      fields: { 'equal_users.0': 'twice', 'lower_users.0': 'twice' },
    })
    expect((await link.fill(token, { outside_users: [id(ada)] })).body.fields).toEqual({ 'outside_users.0': 'colleague' })
    expectProblem(await link.fill(token, { coworker_users: [{ email: me.email }] }), 422, 'cannot_add_yourself')
    await app.call(ada, hierarchy.saveHierarchy, { body: { superior_users: [id(me)] } })
    expect((await link.fill(token, { superior_users: [id(ada)] })).body).toMatchObject({
      code: 'hierarchy_cycle',
      fields: { 'superior_users.0': 'cycle' },
    })
    expect((await listed()).hierarchical).toEqual([])
  })

  test('never reveals whether a typed address is a colleague’s', async () => {
    await add(me, id(ada))
    const token = await invite()
    await app.call(bob, hierarchy.saveHierarchy, { body: { superior_users: [id(me)] } })
    const stranger = 'unknown@partner.example'
    /** The response to the manager who types this address: the same for everyone. */
    const replyTo = async (lists: (email: string) => HierarchyLists, email: string) => {
      const { status, body } = await link.fill(token, lists(email))
      return JSON.stringify([status, body.people]).replaceAll(email, stranger)
    }
    const equal = (email: string) => ({ equal_users: [{ email }] })
    const outside = (email: string) => ({ outside_users: [{ email, first_name: 'Typed' }] })
    const beside = (email: string) => ({ lower_users: [id(ada)], equal_users: [{ email }] })
    const circular = (email: string) => ({ superior_users: [{ email }] })
    for (const lists of [equal, outside, beside, circular])
      for (const colleague of [ada, bob]) expect(await replyTo(lists, colleague.email)).toBe(await replyTo(lists, stranger))
    await link.fill(token, equal(bob.email))
    expect((await listed()).hierarchical, 'the employee sees who it is').toMatchObject([{ user_id: bob.id, first_name: 'Bob' }])
    await app.call(me, hierarchy.saveHierarchy, { body: { equal_users: [], lower_users: [id(bob)] } })
    expect((await link.open(token)).body.people[0], 'and the page still what was typed').toMatchObject({
      user_id: null,
      email: bob.email,
      relation: 'lower',
      first_name: '',
    })
  })

  test('a list that is not sent stays, as it was written: nothing shows whose address it is', async () => {
    await add(me, id(ada))
    const token = await invite()
    const change = async (lists: HierarchyLists) => {
      const { status, body } = await app.call(null, hierarchy.saveHierarchyLink, { params: { token }, body: lists })
      return [status, body.people?.filter(({ relation }) => relation).map(({ user_id, email, relation }) => [user_id ?? email, relation])]
    }
    const replies = async (email: string) => {
      await link.fill(token, { lower_users: [{ email }] })
      return JSON.stringify([await change({}), await change({ equal_users: [id(ada)] })]).replaceAll(email, 'typed')
    }
    expect(await replies('pat@partner.example')).toContain('["typed","lower"]')
    expect(await replies(ada.email)).toBe(await replies('pat@partner.example'))
  })

  test('shows a colleague by name beside the typed address, and removing the address leaves the colleague', async () => {
    await add(me, id(ada))
    const token = await invite()
    const names = (view: { people: { user_id: string | null; email: string | null; relation: string | null }[] }) =>
      view.people.map(({ user_id, email, relation }) => [user_id ?? email, relation])
    const typed = await link.fill(token, { lower_users: [{ email: ada.email }] })
    expect(names(typed.body)).toEqual([
      [ada.email, 'lower'],
      [BOSS, null],
      [ada.id, null],
    ])
    expect((await listed()).hierarchical).toMatchObject([{ user_id: ada.id, relation: 'lower' }])
    const chosen = await link.fill(token, { equal_users: [id(ada)], superior_users: [{ email: ada.email }] })
    expect(names(chosen.body)).toEqual([
      [ada.email, 'superior'],
      [ada.id, 'equal'],
      [BOSS, null],
    ])
    expect(names((await link.fill(token, {})).body)).toEqual([
      [BOSS, null],
      [ada.id, null],
    ])
    const { contacts: left } = await list(me)
    expect(left, 'only the employee’s own contact is left').toMatchObject([{ user_id: ada.id, relation: 'coworker' }])
  })

  test('expires with either account, and with the company’s badges', async () => {
    const token = await invite(ada.email)
    for (const user of [me, ada]) {
      await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${user.id}`)
      expectProblem(await link.open(token), 410, 'gone')
      await app.database.db.execute(sql`update users set deactivated_at = null where id = ${user.id}`)
    }
    await app.database.db.execute(sql`update companies set badges_active = false where company_id = ${company.id}`)
    expectProblem(await link.fill(token, {}), 410, 'gone')
    expect((await stopMailsTo(app, company.id, ada.email)).status, 'stopping the mails still works').toBe(200)
  })
})

test('the employee and the manager do not overwrite each other’s changes', async () => {
  const token = await invite()
  const { version } = (await link.open(token)).body
  expect((await listed()).version, 'both see the same version').toBe(version)
  const save = (user: TestUser, from: string) => app.call(me, hierarchy.saveHierarchy, { body: { equal_users: [id(user)], version: from } })
  expect((await save(ada, version)).status).toBe(200)
  expectProblem(await link.fill(token, { lower_users: [{ email: 'pat@partner.example' }], version }), 409, 'hierarchy_changed')
  expect(await listed()).toMatchObject({ hierarchical: [{ user_id: ada.id }], manager: { filled_at: null } })
  const again = await link.fill(token, { lower_users: [{ email: bob.email }], version: (await link.open(token)).body.version })
  expect(again.status).toBe(200)
  expect((await listed()).version).toBe(again.body.version)
  expectProblem(await save(ada, version), 409, 'hierarchy_changed')
  // The typed address of a deleted colleague stays as typed: the version does not reveal whose it was.
  await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${bob.id}`)
  expect((await link.open(token)).body.version).toBe(again.body.version)
})
