import { MAX_CONTACTS } from '@reflet/contract/contacts'
import { type HierarchySave, hierarchy, MAX_HIERARCHY_LIST } from '@reflet/contract/hierarchy'
import { sharing } from '@reflet/contract/sharing'
import { describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { contactCalls } from '../../test/contacts.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser, type TestUser } from '../../test/factories.ts'
import { addManager, allLists } from '../../test/invitation.ts'
import { answer, ask } from '../../test/requests.ts'
import { share } from '../../test/sharing.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, me, ada, bob } = useCompanyPerTest(app, { me: {}, ada: {}, bob: {} }, { badges_active: true })
const { add, list, change, remove } = contactCalls(app)

const mine = { params: { userId: '1' } }
const id = ({ id }: TestUser) => ({ user_id: id })
const save = (lists: HierarchySave, who = me) => app.call(who, hierarchy.saveHierarchy, { body: allLists(lists) })
const listed = async (who: TestUser = me) =>
  (await app.call(who, hierarchy.getHierarchy, mine)).body.hierarchical.map(({ email, relation }) => [email, relation])
const contactOf = async (who: TestUser, owner: TestUser = me) => (await list(owner)).contacts.find(({ user_id }) => user_id === who.id)
const manage = (who: TestUser | null, owner = me) => app.call(owner, sharing.setManager, { body: { user_id: who?.id ?? null } })
const manager = async (owner = me) => (await app.call(owner, sharing.getManager)).body

/** One answer of mine that my manager reads. */
async function shareAnAnswer() {
  await share(app, me, await answer(app, bob, await ask(app, me, bob)))
}

describe('contacts and the five lists are one store', () => {
  test('a contact with a relation is at the end of that list, which has another version then; without one they wait for a place', async () => {
    const { version } = (await save({ equal_users: [id(bob)] })).body
    await add(
      me,
      { ...id(ada), relation: 'equal' },
      { email: 'late@partner.example', relation: 'equal' },
      { email: 'wait@partner.example' },
    )
    expect(await listed()).toEqual([bob.email, ada.email, 'late@partner.example'].map((email) => [email, 'equal']))
    expect((await list(me)).total).toBe(4)
    expectProblem(await save({ lower_users: [id(bob)], version }), 409, 'hierarchy_changed')
  })

  test('another relation moves them, the same one leaves them where they are', async () => {
    await add(me, { ...id(ada), relation: 'equal' }, { ...id(bob), relation: 'equal' })
    await change(me, (await contactOf(ada))?.id as string, { relation: 'equal' })
    expect(await listed()).toEqual([
      [ada.email, 'equal'],
      [bob.email, 'equal'],
    ])
    await change(me, (await contactOf(ada))?.id as string, { relation: 'coworker' })
    expect(await listed()).toEqual([
      [bob.email, 'equal'],
      [ada.email, 'coworker'],
    ])
    await add(me, { ...id(bob), relation: 'coworker' })
    expect(await listed()).toEqual([
      [ada.email, 'coworker'],
      [bob.email, 'coworker'],
    ])
  })

  test('the lists make contacts, and removing a person from a list keeps the contact', async () => {
    await save({ superior_users: [id(ada)], lower_users: [{ email: 'pat@partner.example', first_name: 'Pat' }] })
    expect((await list(me)).contacts).toMatchObject([
      { user_id: ada.id, relation: 'superior' },
      { first_name: 'Pat', relation: 'lower' },
    ])
    await save({ equal_users: [id(ada)] })
    expect((await list(me)).contacts).toMatchObject([
      { user_id: ada.id, relation: 'equal' },
      { first_name: 'Pat', relation: 'outside' },
    ])
    await remove(me, (await contactOf(ada))?.id as string)
    expect(await listed()).toEqual([])
  })

  test('the lists know a contact by address who became a colleague', async () => {
    await add(me, { email: 'soon@company.example', first_name: 'Old' })
    const soon = await createUser(app, company, { email: 'soon@company.example', first_name: 'New' })
    await save({ equal_users: [id(soon)] })
    expect((await list(me)).contacts).toMatchObject([{ user_id: soon.id, first_name: 'New', relation: 'equal' }])
    expect((await list(me)).total).toBe(1)
  })

  test('a full list takes no more: the relation is kept, without a place', async () => {
    const many = Array.from({ length: MAX_HIERARCHY_LIST + 3 }, (_, n) => ({
      email: `many${n}@partner.example`,
      relation: 'lower' as const,
    }))
    await add(me, ...many)
    expect(await listed()).toHaveLength(MAX_HIERARCHY_LIST)
    const { contacts: found } = await list(me, { query: `many${MAX_HIERARCHY_LIST + 2}` })
    expect(found).toMatchObject([{ relation: 'lower' }])
  })

  test('the lists add no contacts beyond the limit', async () => {
    await app.database.db.execute(sql`insert into contacts (company_id, id, user_id, email, relation, origin, created_at)
      select ${company.id}, gen_random_uuid(), ${me.id}, 'n' || n || '@out.example', 'outside', 'address', now()
      from generate_series(1, ${MAX_CONTACTS}) n`)
    expectProblem(await save({ equal_users: [id(ada)] }), 422, 'too_many_contacts')
    expect((await save({ equal_users: [{ email: 'n1@out.example' }] })).status).toBe(200)
  })

  test('both views at the same time write one row', async () => {
    const replies = await Promise.all([
      add(me, { ...id(ada), relation: 'equal' }),
      save({ lower_users: [id(ada), id(bob)] }),
      add(me, id(bob)),
      save({ equal_users: [id(bob)] }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await list(me)).contacts.map(({ user_id }) => user_id).sort()).toEqual([ada.id, bob.id].sort())
  })
})

describe('a cycle is refused by every view', () => {
  test('adding or changing a contact', async () => {
    await save({ superior_users: [id(me)] }, ada)
    const added = await add(me, id(bob), { ...id(ada), relation: 'superior' })
    expectProblem(added, 422, 'hierarchy_cycle', { fields: { 'contacts.1.relation': 'cycle' } })
    expect((await list(me)).total).toBe(0)
    await add(me, id(ada))
    const changed = await change(me, (await contactOf(ada))?.id as string, { relation: 'superior' })
    expectProblem(changed, 422, 'hierarchy_cycle', { fields: { relation: 'cycle' } })
    expect((await change(me, (await contactOf(ada))?.id as string, { relation: 'lower' })).status).toBe(200)
  })

  test('when contacts say it concurrently', async () => {
    const replies = await Promise.all([add(me, { ...id(ada), relation: 'superior' }), add(ada, { ...id(me), relation: 'superior' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('without badges a contact keeps the relation, without a place', async () => {
    const plain = await createCompany(app)
    const [one, other] = [await createUser(app, plain), await createUser(app, plain)]
    expect((await add(one, { ...id(other), relation: 'superior' })).status).toBe(200)
    expect((await add(other, { ...id(one), relation: 'superior' })).body.contacts).toMatchObject([{ relation: 'superior' }])
    const { rows } = await app.database.pool.query('select position from contacts where user_id = any($1)', [[one.id, other.id]])
    expect(rows.map(({ position }) => position).sort()).toEqual([0, null])
  })
})

describe('my manager', () => {
  test('is a superior of mine from then on, and stays one when I remove them', async () => {
    await add(me, { ...id(ada), relation: 'equal' })
    await manage(ada)
    expect(await listed()).toEqual([[ada.email, 'superior']])
    await manage(bob)
    await manage(null)
    expect(await listed()).toEqual([
      [ada.email, 'superior'],
      [bob.email, 'superior'],
    ])
  })

  test('who leads me and whom I lead has no place: the lists have no cycle', async () => {
    expect([await manage(ada), await manage(me, ada)].map(({ status }) => status)).toEqual([200, 200])
    expect([await listed(), await listed(ada)]).toEqual([[[ada.email, 'superior']], []])
    expect((await contactOf(me, ada))?.relation).toBe('superior')
  })

  test.each<[string, (contactId: string) => Promise<{ status: number }>]>([
    ['another relation', (contactId) => change(me, contactId, { relation: 'equal' })],
    ['another relation of the same person', () => add(me, { ...id(ada), relation: 'coworker' })],
    ['deleting the contact', (contactId) => remove(me, contactId)],
    ['another list', () => save({ lower_users: [id(ada)] })],
    ['lists without them', () => save({ equal_users: [id(bob)] })],
  ])('is no longer, with %s: what was shared is closed', async (_, act) => {
    await manage(ada)
    await shareAnAnswer()
    expect((await manager()).shared).toBe(1)
    expect((await act((await contactOf(ada))?.id as string)).status).toBe(200)
    expect(await manager()).toMatchObject({ manager: null, shared: 0 })
    expect((await app.call(ada, sharing.listShared)).body.answers).toEqual([])
  })

  test('stays with any change that leaves them a superior', async () => {
    await manage(ada)
    await shareAnAnswer()
    await save({ superior_users: [id(bob), id(ada)] })
    await add(me, { ...id(ada), relation: 'superior' }, { ...id(bob), relation: 'equal' })
    expect(await manager()).toMatchObject({ manager: { id: ada.id }, shared: 1 })
  })

  test('is suggested among my superiors, then the colleague whom I asked to fill the lists', async () => {
    await addManager(app, me, bob.email)
    await save({ superior_users: [id(ada)] })
    expect((await manager()).suggestions.map(({ id }) => id)).toEqual([ada.id, bob.id])
    expect((await manager()).manager, 'never set without a choice').toBeNull()
  })
})
