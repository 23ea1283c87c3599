import { contacts } from '@reflet/contract/contacts'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { people } from '@reflet/contract/people'
import type { Relation } from '@reflet/contract/relations'
import { describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { placeInHierarchy } from '../../test/contacts.ts'
import { anAnswer, createCompany, createUser, createUsers, signIn, type TestUser } from '../../test/factories.ts'
import { ask, feedbackOf, mailedParams } from '../../test/requests.ts'
import { stopMailsTo } from '../../test/stop-links.ts'
import { passTime, useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, me } = useCompanyPerTest(app, ['me'])

const suggest = async (who: TestUser = me) => {
  const reply = await app.call(await signIn(app, who), people.suggestPeople, { params: { userId: '1' } })
  expect(reply.status).toBe(200)
  return reply.body.suggestions
}
const emails = async () => (await suggest()).map(({ email }) => email)
const keep = (...inputs: ({ user_id: string; relation?: Relation } | { email: string; first_name?: string })[]) =>
  app.call(me, contacts.addContacts, { params: { userId: '1' }, body: { contacts: inputs } })
const workIn = (department: string, ...all: TestUser[]) =>
  Promise.all(all.map(({ id }) => app.database.db.execute(sql`update users set department = ${department} where id = ${id}`)))

const askAgain = async (from: TestUser, to: Parameters<typeof ask>[2], confidential = false) =>
  ask(app, await signIn(app, from), to, { confidential })
const answer = async (giver: TestUser, request: Awaited<ReturnType<typeof ask>>) => {
  const id = feedbackOf(request, giver)
  return app.call(await signIn(app, giver), feedback.answerFeedback, { params: { id }, body: anAnswer() })
}

describe('suggested people', () => {
  test('are listed once, with the best reason and the known relation', async () => {
    const [boss, friend, asker, answered, neighbour] = (await createUsers(app, company, 5)) as [
      TestUser,
      TestUser,
      TestUser,
      TestUser,
      TestUser,
    ]
    await workIn('Sales', me, boss, friend, asker, answered, neighbour)
    await answer(answered, await askAgain(me, [{ user_id: answered.id }, { user_id: boss.id }]))
    await passTime(app, 31 * DAY_MS, me)
    await app.database.db.execute(sql`update feedbacks set status = 'expired' where status = 'pending'`)
    await askAgain(asker, [{ user_id: me.id }])
    await askAgain(boss, [{ user_id: me.id }])
    await placeInHierarchy(app, me, { user: boss }, 'superior')
    await placeInHierarchy(app, me, { email: 'mentor@out.example' }, 'outside')
    await keep({ user_id: boss.id }, { user_id: friend.id }, { email: 'client@out.example', first_name: 'Client' })
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

  test('exclude those whom I asked within 30 days, and are sorted least recently asked first', async () => {
    const [first, second, never] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await keep({ user_id: never.id }, { user_id: first.id }, { user_id: second.id }, { email: 'out@out.example' })
    const early = await askAgain(me, [{ user_id: first.id }, { email: 'out@out.example' }])
    await answer(first, early)
    app.advance(DAY_MS)
    await answer(second, await askAgain(me, [{ user_id: second.id }]))
    expect(await emails()).toEqual([never.email])
    app.advance(29 * DAY_MS + MINUTE_MS)
    expect(await emails()).toEqual([never.email, first.email])
    app.advance(DAY_MS)
    expect(await emails()).toEqual([never.email, first.email, second.email])
    await app.database.db.execute(sql`update feedbacks set status = 'expired' where status = 'pending'`)
    expect(await emails()).toEqual([never.email, 'out@out.example', first.email, second.email])
  })

  test('exclude those whose answer is pending, however long', async () => {
    const [slow] = (await createUsers(app, company, 1)) as [TestUser]
    await keep({ user_id: slow.id }, { email: 'slow@out.example' })
    await askAgain(me, [{ user_id: slow.id }, { email: 'slow@out.example' }])
    app.advance(40 * DAY_MS)
    expect(await emails()).toEqual([])
  })

  test('do not reveal who has answered a confidential request', async () => {
    const givers = await createUsers(app, company, 4)
    await keep(...givers.map(({ id }) => ({ user_id: id })))
    await workIn('Lab', me, ...givers)
    const request = await askAgain(
      me,
      givers.map(({ id }) => ({ user_id: id })),
      true,
    )
    expect(await suggest()).toEqual([])
    await answer(givers[0] as TestUser, request)
    expect(await suggest()).toEqual([])
    app.advance(31 * DAY_MS)
    const before = await suggest()
    expect(before.map(({ email }) => email).sort()).toEqual(givers.map(({ email }) => email).sort())
    await app.database.db.execute(sql`update requests set expires_at = expires_at + interval '100 days'`)
    await answer(givers[1] as TestUser, request)
    await answer(givers[2] as TestUser, request)
    expect(await suggest(), 'released or not').toEqual(before)
    await app.database.db.execute(sql`delete from contacts`)
    await workIn('', me)
    app.advance(31 * DAY_MS)
    expect(await suggest(), 'a confidential answer is no reason').toEqual([])
  })

  test('ignore a request that was undone at once; a later cancelled one counts', async () => {
    const [one] = (await createUsers(app, company, 1)) as [TestUser]
    await keep({ user_id: one.id })
    const cancel = async (id: string) => app.call(await signIn(app, me), feedback.cancelRequest, { params: { id } })
    await cancel((await askAgain(me, [{ user_id: one.id }])).id)
    expect(await emails()).toEqual([one.email])
    const late = await askAgain(me, [{ user_id: one.id }])
    app.advance(MINUTE_MS)
    await cancel(late.id)
    expect(await emails()).toEqual([])
  })

  test('exclude me, deactivated people and unsubscribed guests', async () => {
    const gone = await createUser(app, company, { deactivated: true, email: 'gone@company.example' })
    await app.database.db.execute(sql`insert into contacts (company_id, id, user_id, contact_user_id, email, relation, created_at) values
      (${company.id}, gen_random_uuid(), ${me.id}, ${gone.id}, null, 'coworker', now()), (${company.id}, gen_random_uuid(), ${me.id}, null, ${me.email}, 'outside', now()),
      (${company.id}, gen_random_uuid(), ${me.id}, null, ${gone.email}, 'outside', now())`)
    await workIn('Sales', me, gone)
    await keep({ email: 'stopped@out.example' })
    expect(await emails()).toEqual(['stopped@out.example'])
    const sent = await askAgain(me, [{ email: 'stopped@out.example' }])
    const { token, feedbackId } = mailedParams(app, sent.feedbacks[0])
    const params = { token, feedbackId }
    expect((await stopMailsTo(app, company.id, 'stopped@out.example')).status).toBe(200)
    expect((await app.call(null, guest.guestDecline, { params, body: {} })).status).toBe(200)
    app.advance(31 * DAY_MS)
    expect(await emails()).toEqual([])
  })

  test('include an external person who became a colleague once, as that colleague', async () => {
    await keep({ email: 'joined@company.example', first_name: 'Old' })
    await placeInHierarchy(app, me, { email: 'joined@company.example' }, 'superior')
    const joined = await createUser(app, company, { email: 'joined@company.example', first_name: 'New' })
    expect(await suggest()).toMatchObject([{ user_id: joined.id, first_name: 'New', reason: 'hierarchy', relation: 'superior' }])
    await app.database.db.execute(sql`update contacts set relation = 'outside', position = null where user_id = ${me.id}`)
    expect(await suggest()).toMatchObject([{ user_id: joined.id, first_name: 'New', reason: 'contact', relation: 'coworker' }])
  })

  test('do not include those who asked me more than 90 days ago', async () => {
    const [asker] = (await createUsers(app, company, 1)) as [TestUser]
    await askAgain(asker, [{ user_id: me.id }])
    app.advance(89 * DAY_MS)
    expect(await suggest()).toMatchObject([{ user_id: asker.id, reason: 'asked_you' }])
    app.advance(2 * DAY_MS)
    expect(await suggest()).toEqual([])
  })

  test('list busy people last, whatever the reason', async () => {
    const [boss, free, asker] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await placeInHierarchy(app, me, { user: boss }, 'superior')
    await keep({ user_id: free.id })
    for (let n = 0; n < 3; n++) await askAgain(asker, [{ user_id: boss.id }])
    expect((await suggest()).map(({ email, open_requests }) => [email, open_requests])).toEqual([
      [boss.email, 3],
      [free.email, 0],
    ])
    await askAgain(asker, [{ user_id: boss.id }])
    expect((await suggest()).map(({ email, open_requests }) => [email, open_requests])).toEqual([
      [free.email, 0],
      [boss.email, 4],
    ])
  })

  test('are at most twelve, with some of every reason', async () => {
    const all = await createUsers(app, company, 30)
    await workIn('Sales', me, ...all)
    await keep(...all.slice(0, 20).map(({ id }) => ({ user_id: id })))
    const reasons = (await suggest()).map(({ reason }) => reason)
    expect(reasons).toHaveLength(12)
    expect(reasons.filter((reason) => reason === 'same_department')).toHaveLength(6)
    expect(reasons.slice(0, 4)).toEqual(['contact', 'contact', 'contact', 'same_department'])
  })

  test('exclude other companies and departments, also when I have no department', async () => {
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
