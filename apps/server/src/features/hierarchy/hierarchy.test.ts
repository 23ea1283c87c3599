import { type HierarchySave, hierarchy } from '@reflet/contract/hierarchy'
import { describe, expect, test } from 'vitest'
import { rows, sql } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { allLists } from '../../test/invitation.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, me, ada, bob, cleo } = useCompanyPerTest(app, ['me', 'ada', 'bob', 'cleo'], { badges_active: true })

const mine = { params: { userId: '1' } }
const id = (user: TestUser) => ({ user_id: user.id })
const save = (lists: HierarchySave, who = me) => app.call(who, hierarchy.saveHierarchy, { body: allLists(lists) })
const listed = async (who = me) => (await app.call(who, hierarchy.getHierarchy, mine)).body.hierarchical

describe('the five lists', () => {
  test('are stored in their order, colleagues with their current names, and replaced as a whole', async () => {
    const saved = await save({
      equal_users: [id(bob), { email: 'Zoe@Partner.Example', first_name: 'Zoé' }, { email: 'amy@partner.example' }],
      superior_users: [id(ada)],
      outside_users: [{ email: 'client@partner.example', last_name: 'Client' }],
    })
    expect(saved.status).toBe(200)
    expect(saved.body.hierarchical.map(({ relation, email }) => [relation, email])).toEqual([
      ['superior', ada.email],
      ['equal', bob.email],
      ['equal', 'zoe@partner.example'],
      ['equal', 'amy@partner.example'],
      ['outside', 'client@partner.example'],
    ])
    await app.database.db.execute(sql`update users set first_name = 'Adèle', job_title = 'Captain' where id = ${ada.id}`)
    expect(await listed()).toMatchObject([
      { user_id: ada.id, first_name: 'Adèle', job_title: 'Captain' },
      { user_id: bob.id },
      { user_id: null, first_name: 'Zoé', last_name: '', job_title: '', avatar_url: null },
      { user_id: null },
      { user_id: null, last_name: 'Client' },
    ])
    await save({ coworker_users: [id(bob)] })
    expect(await listed()).toMatchObject([{ user_id: bob.id, relation: 'coworker' }])
    expect((await save({})).body.hierarchical).toEqual([])
  })

  test('resolve the address of a colleague, and reveal nothing about that of another company’s employee', async () => {
    await save({ lower_users: [{ email: cleo.email.toUpperCase(), first_name: 'Typed', last_name: 'Name' }] })
    const [member] = await listed()
    expect(member).toMatchObject({ user_id: cleo.id, email: cleo.email, relation: 'lower' })
    expect(member?.first_name).not.toBe('Typed')
    const elsewhere = await createUser(app, await createCompany(app, { badges_active: true }), { first_name: 'Secret' })
    await save({ lower_users: [{ email: elsewhere.email }] })
    expect(await listed()).toMatchObject([{ user_id: null, email: elsewhere.email, first_name: '' }])
    expect((await save({ lower_users: [id(elsewhere)] })).status).toBe(404)
  })

  test('leave out a former colleague, and cannot name one', async () => {
    const gone = await createUser(app, company)
    await save({ equal_users: [id(gone), id(bob)] })
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
    expect(await listed()).toMatchObject([{ user_id: bob.id }])
    expect((await save({ equal_users: [id(gone)] })).status).toBe(404)
    expect(await listed(), 'nothing changes by a refusal').toMatchObject([{ user_id: bob.id }])
  })

  test('have at most a hundred entries each', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ email: `many-${index}@partner.example` }))
    expect((await save({ equal_users: many })).status).toBe(400)
    expect((await save({ equal_users: many.slice(1) })).body.hierarchical).toHaveLength(100)
  })
})

describe('a list that is not sent', () => {
  const change = (lists: HierarchySave, who = me) => app.call(who, hierarchy.saveHierarchy, { body: lists })
  const relations = async () => (await listed()).map(({ relation, email }) => [relation, email])

  test('stays as it is; an empty one is emptied', async () => {
    await save({ superior_users: [id(ada)], equal_users: [{ email: 'zoe@partner.example', first_name: 'Zoé' }, id(bob)] })
    const all = [
      ['superior', ada.email],
      ['equal', 'zoe@partner.example'],
      ['equal', bob.email],
    ]
    expect((await change({})).status).toBe(200)
    expect(await relations()).toEqual(all)
    expect((await change({ outside_users: [{ email: 'client@partner.example' }] })).status).toBe(200)
    expect(await relations()).toEqual([...all, ['outside', 'client@partner.example']])
    expect((await change({ equal_users: [] })).status).toBe(200)
    expect(await relations()).toEqual([all[0], ['outside', 'client@partner.example']])
  })

  test('keeps a colleague who was deactivated, and an address that has become a colleague’s', async () => {
    const gone = await createUser(app, company)
    await save({ equal_users: [id(gone), id(bob)], outside_users: [{ email: 'soon@partner.example' }] })
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
    const soon = await createUser(app, company, { email: 'soon@partner.example' })
    expect((await change({ lower_users: [id(cleo)] })).status).toBe(200)
    await app.database.db.execute(sql`update users set deactivated_at = null where id = ${gone.id}`)
    expect(await listed()).toMatchObject([{ user_id: gone.id }, { user_id: bob.id }, { user_id: cleo.id }, { email: soon.email }])
  })

  test('counts for the rules: no one is listed twice, and no cycle is closed', async () => {
    await save({ superior_users: [id(ada)], equal_users: [id(bob), { email: 'pat@partner.example' }] })
    for (const twice of [id(bob), { email: bob.email }, { email: 'pat@partner.example' }])
      expectProblem(await change({ lower_users: [twice] }), 422, 'hierarchy_twice', { fields: { 'lower_users.0': 'twice' } })
    await save({ superior_users: [id(cleo)] }, ada)
    expectProblem(await change({ lower_users: [id(cleo)] }), 422, 'hierarchy_cycle', { fields: { 'lower_users.0': 'cycle' } })
    expect((await change({ superior_users: [], lower_users: [id(cleo)] })).status).toBe(200)
    expect((await change({ equal_users: [], coworker_users: [id(bob)] })).body.hierarchical).toMatchObject([
      { user_id: cleo.id, relation: 'lower' },
      { user_id: bob.id, relation: 'coworker' },
    ])
  })
})

describe('the version of the lists', () => {
  const current = async (who = me) => (await app.call(who, hierarchy.getHierarchy, mine)).body.version

  test('depends on their content, and is sent with every save', async () => {
    const empty = await current()
    const saved = await save({ equal_users: [id(ada), id(bob)], version: empty })
    expect([saved.status, saved.body.version]).toEqual([200, await current()])
    expect(saved.body.version).not.toBe(empty)
    const swapped = await save({ equal_users: [id(bob), id(ada)], version: saved.body.version })
    expect([swapped.status, swapped.body.version === saved.body.version]).toEqual([200, false])
    expect((await save({ equal_users: [id(ada), id(bob)] })).body.version, 'the same again is the same version').toBe(saved.body.version)
  })

  test('refuses a save if it is stale, unless the content is the same', async () => {
    const begun = await current()
    await save({ superior_users: [id(ada)], version: begun })
    expectProblem(await save({ equal_users: [id(bob)], version: begun }), 409, 'hierarchy_changed')
    expect(await listed()).toMatchObject([{ user_id: ada.id, relation: 'superior' }])
    expect((await save({ superior_users: [id(ada)], version: begun })).status, 'an answer that was lost').toBe(200)
    expect((await save({ equal_users: [id(bob)], version: await current() })).status).toBe(200)
  })

  test('of two concurrent saves based on the same one, one is refused', async () => {
    for (let i = 0; i < 5; i++) {
      await save({})
      const version = await current()
      const replies = await Promise.all([ada, bob, cleo].map((colleague) => save({ equal_users: [id(colleague)], version })))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    }
  })
})

describe('a person is listed', () => {
  const address = { email: 'one@partner.example' }
  test.each([
    ['by id in two lists', () => ({ equal_users: [id(bob)], lower_users: [id(bob)] }), ['equal_users.0', 'lower_users.0']],
    ['by id in one list', () => ({ equal_users: [id(bob), id(cleo), id(bob)] }), ['equal_users.0', 'equal_users.2']],
    ['by address', () => ({ equal_users: [address], outside_users: [address] }), ['equal_users.0', 'outside_users.0']],
    [
      'by id and address',
      () => ({ superior_users: [id(bob)], lower_users: [{ email: bob.email }] }),
      ['superior_users.0', 'lower_users.0'],
    ],
  ])('once: %s', async (_what, lists, places) => {
    const fields = Object.fromEntries(places.map((place) => [place, 'twice']))
    expectProblem(await save(lists()), 422, 'hierarchy_twice', { fields })
  })

  test('never in their own lists, and as external only if they are no colleague', async () => {
    expectProblem(await save({ equal_users: [id(bob), id(me)] }), 422, 'cannot_add_yourself', { fields: { 'equal_users.1': 'self' } })
    expectProblem(await save({ lower_users: [{ email: me.email }] }), 422, 'cannot_add_yourself', { fields: { 'lower_users.0': 'self' } })
    for (const colleague of [id(bob), { email: bob.email }])
      expectProblem(await save({ outside_users: [colleague] }), 400, 'invalid_input', { fields: { 'outside_users.0': 'colleague' } })
  })
})

describe('a cycle is refused', () => {
  const expectCycle = (reply: Awaited<ReturnType<typeof save>>, ...places: string[]) =>
    expectProblem(reply, 422, 'hierarchy_cycle', { fields: Object.fromEntries(places.map((place) => [place, 'cycle'])) })

  test('when two people list each other as superior, or as lower, by a typed address, too', async () => {
    await save({ superior_users: [id(ada)] })
    expectCycle(await save({ equal_users: [id(cleo)], superior_users: [id(bob), id(me)] }, ada), 'superior_users.1')
    expect((await save({ superior_users: [id(bob)] }, ada)).status).toBe(200)
    expect((await save({ lower_users: [id(me)] }, ada)).status, 'superior and lower are the same edge').toBe(200)
    expect((await save({ superior_users: [id(ada)] })).status).toBe(200)
    await save({}, ada)
    expect((await save({ lower_users: [id(ada)] })).status, 'the owner’s old lists do not count').toBe(200)
    expectCycle(await save({ lower_users: [{ email: me.email }] }, ada), 'lower_users.0')
  })

  test('through a chain, from either side', async () => {
    await save({ superior_users: [id(ada)] })
    await save({ lower_users: [id(ada)] }, bob)
    await save({ superior_users: [id(bob)] }, cleo)
    // cleo is below bob
    expectCycle(await save({ superior_users: [id(cleo)] }, bob), 'superior_users.0')
    expect((await save({ lower_users: [id(ada)], superior_users: [id(bob)] }, cleo)).status, 'cleo stands between them').toBe(200)
    expectCycle(await save({ superior_users: [id(me)] }, bob), 'superior_users.0')
    expectCycle(await save({ superior_users: [id(ada)], lower_users: [id(bob)] }), 'superior_users.0', 'lower_users.0')
  })

  test('a former colleague is no part of a cycle', async () => {
    const gone = await createUser(app, company)
    await save({ superior_users: [id(gone)] })
    await save({ superior_users: [id(ada)] }, gone)
    expect((await save({ superior_users: [id(me)] }, ada)).status).toBe(422)
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
    expect((await save({ superior_users: [id(me)] }, ada)).status).toBe(200)
  })

  test('another company’s lists do not count', async () => {
    const [here, there] = (await createUsers(app, await createCompany(app, { badges_active: true }), 2)) as [TestUser, TestUser]
    await save({ superior_users: [id(there)] }, here)
    expect((await save({ superior_users: [{ email: here.email }, { email: there.email }] })).status).toBe(200)
  })

  test('even when both save concurrently', async () => {
    for (let i = 0; i < 5; i++) {
      for (const who of [me, ada, bob]) await save({}, who)
      const saved = await Promise.all([
        save({ superior_users: [id(ada)] }, me),
        save({ superior_users: [id(bob)] }, ada),
        save({ superior_users: [id(me)] }, bob),
      ])
      expect(saved.map(({ status }) => status).sort()).toEqual([200, 200, 422])
    }
  })

  test('in a company of thousands, quickly', async () => {
    const nth = (n: number) => ({ user_id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}` })
    const idOf = (n: string) => sql.raw(`('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`)
    await app.database.db.execute(sql`insert into users (company_id, id, email, first_name, last_name, locale, created_at)
      select ${company.id}::uuid, ${idOf('n')}, 'n' || n || '@many.example', 'N', n::text, 'en', now() from generate_series(1, 5000) n`)
    // Each has ten direct reports: 1 leads 2 to 11, and so on; with a chain of a thousand beside it.
    await app.database.db.execute(sql`insert into contacts (company_id, id, user_id, contact_user_id, relation, position, created_at)
      select ${company.id}::uuid, gen_random_uuid(), below, above, 'superior', 0, now() from (
        select ${idOf('n')} as below, ${idOf('(n - 2) / 10 + 1')} as above from generate_series(2, 4000) n
        union all select ${idOf('n')}, ${idOf('n + 1')} from generate_series(4001, 4999) n
      ) e`)
    const superior_users = [nth(3_999), nth(4_001)]
    const refused = await save({ superior_users, lower_users: [nth(1), nth(5_000), nth(3_998)] })
    expectCycle(refused, 'superior_users.0', 'superior_users.1', 'lower_users.0', 'lower_users.1')
    expect((await save({ superior_users, lower_users: [nth(3_998)] })).status).toBe(200)
  })
})

test('the hierarchy exists only where badges are active', async () => {
  const without = await createUser(app, await createCompany(app))
  const manager = { manager_email: 'boss@partner.example', manager_firstName: 'B', manager_lastName: 'B' }
  const replies = [
    await app.call(without, hierarchy.getHierarchy, mine),
    await save({}, without),
    await app.call(without, hierarchy.addManager, { body: manager }),
    await app.call(without, hierarchy.remindManager),
  ]
  for (const reply of replies) expectProblem(reply, 403, 'badges_inactive')
  expect(await rows(app.database.db, {}, sql`select from hierarchy_invitations where email = 'boss@partner.example'`)).toEqual([])
})
