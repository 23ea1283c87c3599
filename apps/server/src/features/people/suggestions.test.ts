import { contacts } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import type { Relation } from '@reflet/contract/groups'
import { guest } from '@reflet/contract/guest'
import { people } from '@reflet/contract/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hierarchyMembers } from '../../db/schema/contacts.ts'
import { users } from '../../db/schema/people.ts'
import { newId } from '../../platform/ids.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import {
  aKey,
  anAnswer,
  createCompany,
  createUser,
  createUsers,
  openSession,
  type TestCompany,
  type TestUser,
} from '../../test/factories.ts'
import { stopMailsTo } from '../../test/stop-links.ts'

const app: TestApp = await buildTestApp()
afterAll(() => app.close())

let company: TestCompany
let me: TestUser

beforeEach(async () => {
  company = await createCompany(app)
  me = await createUser(app, company)
})

const DAY = 86_400_000
/** Sessions end after a month without use: after a jump of the clock everybody has a new one. */
const again = async (who: TestUser): Promise<TestUser> => ({ ...who, token: await openSession(app, who.company.id, who.id) })

const suggest = async (who: TestUser = me) => {
  const reply = await app.call(await again(who), people.suggestPeople, { params: { userId: '1' } })
  expect(reply.status).toBe(200)
  return reply.body.suggestions
}
const emails = async () => (await suggest()).map(({ email }) => email)
const keep = (...inputs: ({ user_id: string; relation?: Relation } | { email: string; first_name?: string })[]) =>
  app.call(me, contacts.addContacts, { params: { userId: '1' }, body: { contacts: inputs } })
const place = (member: { user?: TestUser; email?: string }, relation: Relation, position = 0) =>
  app.database.db.insert(hierarchyMembers).values({
    company_id: company.id,
    id: newId(app.now()),
    user_id: me.id,
    member_user_id: member.user?.id ?? null,
    email: member.email ?? null,
    relation,
    position,
    created_at: app.now(),
  })
const workIn = (department: string, ...all: TestUser[]) =>
  Promise.all(all.map(({ id }) => app.database.db.update(users).set({ department }).where(eq(users.id, id))))

async function ask(from: TestUser, to: ({ user_id: string } | { email: string })[], confidential = false) {
  const body = { skill_ids: [company.skillIds[0] as string], recipients: to, confidential, idempotency_key: aKey() }
  return (await app.call(await again(from), feedback.createRequest, { body })).body
}
const answer = async (giver: TestUser, request: Awaited<ReturnType<typeof ask>>) => {
  const id = request.feedbacks.find(({ recipient }) => recipient.user_id === giver.id)?.id as string
  return app.call(await again(giver), feedback.answerFeedback, { params: { id }, body: anAnswer() })
}

describe('whom to ask', () => {
  test('everybody once, for the best reason, with the relation that is known', async () => {
    const [boss, friend, asker, answered, neighbour] = (await createUsers(app, company, 5)) as [
      TestUser,
      TestUser,
      TestUser,
      TestUser,
      TestUser,
    ]
    await workIn('Sales', me, boss, friend, asker, answered, neighbour)
    await answer(answered, await ask(me, [{ user_id: answered.id }, { user_id: boss.id }]))
    app.advance(31 * DAY)
    me = await again(me)
    await app.database.db.execute(sql`update feedbacks set status = 'expired' where status = 'pending'`)
    await ask(asker, [{ user_id: me.id }])
    await ask(boss, [{ user_id: me.id }])
    await place({ user: boss }, 'superior')
    await place({ email: 'mentor@out.example' }, 'outside')
    await keep({ user_id: boss.id, relation: 'equal' }, { user_id: friend.id }, { email: 'client@out.example', first_name: 'Client' })
    const found = await suggest()
    expect(found.map(({ email, reason, relation }) => [email, reason, relation])).toEqual([
      ['mentor@out.example', 'hierarchy', 'outside'],
      [boss.email, 'hierarchy', 'superior'],
      ['client@out.example', 'contact', 'outside'],
      [friend.email, 'contact', 'coworker'],
      [asker.email, 'asked_you', null],
      [answered.email, 'answered_before', null],
      [neighbour.email, 'same_department', null],
    ])
    expect(found[2]).toMatchObject({ user_id: null, first_name: 'Client', job_title: '', avatar_url: null, open_requests: 0 })
    expect(await suggest(), 'the same at each look').toEqual(found)
  })

  test('nobody whom I asked within 30 days, and then the least recently asked first', async () => {
    const [first, second, never] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await keep({ user_id: never.id }, { user_id: first.id }, { user_id: second.id }, { email: 'out@out.example' })
    const early = await ask(me, [{ user_id: first.id }, { email: 'out@out.example' }])
    await answer(first, early)
    app.advance(DAY)
    await answer(second, await ask(me, [{ user_id: second.id }]))
    expect(await emails()).toEqual([never.email])
    app.advance(29 * DAY + 60_000)
    expect(await emails()).toEqual([never.email, first.email])
    app.advance(DAY)
    expect(await emails()).toEqual([never.email, first.email, second.email])
    await app.database.db.execute(sql`update feedbacks set status = 'expired' where status = 'pending'`)
    expect(await emails()).toEqual([never.email, 'out@out.example', first.email, second.email])
  })

  test('nobody whose answer I still wait for, however long', async () => {
    const [slow] = (await createUsers(app, company, 1)) as [TestUser]
    await keep({ user_id: slow.id }, { email: 'slow@out.example' })
    await ask(me, [{ user_id: slow.id }, { email: 'slow@out.example' }])
    app.advance(40 * DAY)
    expect(await emails()).toEqual([])
  })

  test('of those asked confidentially nothing shows who has answered', async () => {
    const givers = await createUsers(app, company, 4)
    await keep(...givers.map(({ id }) => ({ user_id: id })))
    await workIn('Lab', me, ...givers)
    const request = await ask(
      me,
      givers.map(({ id }) => ({ user_id: id })),
      true,
    )
    expect(await suggest()).toEqual([])
    await answer(givers[0] as TestUser, request)
    expect(await suggest()).toEqual([])
    app.advance(31 * DAY)
    const before = await suggest()
    expect(before.map(({ email }) => email).sort()).toEqual(givers.map(({ email }) => email).sort())
    await app.database.db.execute(sql`update requests set expires_at = expires_at + interval '100 days'`)
    await answer(givers[1] as TestUser, request)
    await answer(givers[2] as TestUser, request)
    expect(await suggest(), 'released or not').toEqual(before)
    await app.database.db.execute(sql`delete from contacts`)
    await workIn('', me)
    app.advance(31 * DAY)
    expect(await suggest(), 'a confidential answer is no reason').toEqual([])
  })

  test('a request that was taken back at once asked nobody; one that was cancelled later did', async () => {
    const [one] = (await createUsers(app, company, 1)) as [TestUser]
    await keep({ user_id: one.id })
    const cancel = async (id: string) => app.call(await again(me), feedback.cancelRequest, { params: { id } })
    await cancel((await ask(me, [{ user_id: one.id }])).id)
    expect(await emails()).toEqual([one.email])
    const late = await ask(me, [{ user_id: one.id }])
    app.advance(60_000)
    await cancel(late.id)
    expect(await emails()).toEqual([])
  })

  test('never me, nobody deactivated, no guest who wants no mail', async () => {
    const gone = await createUser(app, company, { deactivated: true, email: 'gone@company.example' })
    await app.database.db.execute(
      sql`insert into contacts (company_id, id, user_id, contact_user_id, email, relation, created_at) values
        (${company.id}, gen_random_uuid(), ${me.id}, ${gone.id}, null, 'coworker', now()), (${company.id}, gen_random_uuid(), ${me.id}, null, ${me.email}, 'outside', now()),
        (${company.id}, gen_random_uuid(), ${me.id}, null, ${gone.email}, 'outside', now())`,
    )
    await workIn('Sales', me, gone)
    await keep({ email: 'stopped@out.example' })
    expect(await emails()).toEqual(['stopped@out.example'])
    const sent = await ask(me, [{ email: 'stopped@out.example' }])
    const [feedbackId = '', token = ''] = sent.feedbacks[0]?.guest_link?.split('/').reverse() ?? []
    const params = { token, feedbackId }
    expect((await stopMailsTo(app, company.id, 'stopped@out.example')).status).toBe(200)
    expect((await app.call(null, guest.guestDecline, { params, body: {} })).status).toBe(200)
    app.advance(31 * DAY)
    expect(await emails()).toEqual([])
  })

  test('an outsider who became a colleague is that colleague, once', async () => {
    await keep({ email: 'joined@company.example', first_name: 'Old' })
    await place({ email: 'joined@company.example' }, 'superior')
    const joined = await createUser(app, company, { email: 'joined@company.example', first_name: 'New' })
    expect(await suggest()).toMatchObject([{ user_id: joined.id, first_name: 'New', reason: 'hierarchy', relation: 'superior' }])
    await app.database.db.delete(hierarchyMembers).where(eq(hierarchyMembers.user_id, me.id))
    expect(await suggest()).toMatchObject([{ user_id: joined.id, first_name: 'New', reason: 'contact', relation: 'coworker' }])
  })

  test('who asked me more than 90 days ago is no reason any more', async () => {
    const [asker] = (await createUsers(app, company, 1)) as [TestUser]
    await ask(asker, [{ user_id: me.id }])
    app.advance(89 * DAY)
    expect(await suggest()).toMatchObject([{ user_id: asker.id, reason: 'asked_you' }])
    app.advance(2 * DAY)
    expect(await suggest()).toEqual([])
  })

  test('busy people come last, whatever the reason', async () => {
    const [boss, free, asker] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await place({ user: boss }, 'superior')
    await keep({ user_id: free.id })
    for (let n = 0; n < 3; n++) await ask(asker, [{ user_id: boss.id }])
    expect((await suggest()).map(({ email, open_requests }) => [email, open_requests])).toEqual([
      [boss.email, 3],
      [free.email, 0],
    ])
    await ask(asker, [{ user_id: boss.id }])
    expect((await suggest()).map(({ email, open_requests }) => [email, open_requests])).toEqual([
      [free.email, 0],
      [boss.email, 4],
    ])
  })

  test('at most twelve, of every reason some', async () => {
    const all = await createUsers(app, company, 30)
    await workIn('Sales', me, ...all)
    await keep(...all.slice(0, 20).map(({ id }) => ({ user_id: id })))
    const reasons = (await suggest()).map(({ reason }) => reason)
    expect(reasons).toHaveLength(12)
    expect(reasons.filter((reason) => reason === 'same_department')).toHaveLength(6)
    expect(reasons.slice(0, 4)).toEqual(['contact', 'contact', 'contact', 'same_department'])
  })

  test('nobody of another company or department, and nobody for want of a department', async () => {
    const other = await createCompany(app)
    const [stranger] = (await createUsers(app, other, 1)) as [TestUser]
    const [colleague] = (await createUsers(app, company, 1)) as [TestUser]
    await workIn('Sales', me, stranger)
    await workIn('Support', colleague)
    await keep({ email: stranger.email })
    expect(await suggest()).toMatchObject([{ user_id: null, email: stranger.email, first_name: '' }])
    await workIn('', me, colleague)
    expect((await suggest()).map(({ reason }) => reason)).toEqual(['contact'])
  })
})
