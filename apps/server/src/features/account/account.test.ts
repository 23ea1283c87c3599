import { account } from '@reflet/contract/account'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import type { Endpoint } from '@reflet/contract/endpoint'
import { feedback, type SentRequest } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { skills } from '@reflet/contract/skills'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, openSession, type TestUser } from '../../test/factories.ts'
import { logIn, readOwn } from '../../test/logins.ts'
import { meanwhile } from '../../test/meanwhile.ts'
import { answer, ask, feedbacksOf, mailedParams } from '../../test/requests.ts'
import { passTime, useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { remindUnanswered } from '../feedback/schedules.commands.ts'

const app = useTestApp()
const { company } = useCompany(app, [], { badges_active: true })

const mine = { params: { userId: '1' } } as const
const leave = (who: { token: string }) => app.call(who, account.deleteUser)
/** Recipients of the mails sent since the last call. */
const mailed = async () => (await app.mails()).flatMap(({ to }) => [to ?? []].flat().map(({ text }) => text))
const counted = async (query: ReturnType<typeof sql>) => (await rows(app.database.db, { n: t.int }, query))[0]?.n

const aboutTwoSkills = () => ({ skill_ids: company.skillIds.slice(0, 2) })
const idFor = (giver: TestUser, request: SentRequest, place = 0) => feedbacksOf(request, giver)[place]?.id as string
const seen = async (who: TestUser, request: SentRequest) => (await app.call(who, feedback.getRequest, { params: { id: request.id } })).body

/** `/guest-answer/{token}/{feedbackId}` */
const linkOf = (request: SentRequest) => ({
  params: mailedParams(
    app,
    request.feedbacks.find(({ recipient }) => recipient.user_id === null),
  ),
})

describe('deleting an account', () => {
  test('ends every session at once, clears the cookies, and makes the address unknown', async () => {
    const me = await createUser(app, company)
    const elsewhere = await openSession(app, company.id, me.id)
    const reply = await leave(me)
    expect([reply.status, reply.body]).toEqual([200, { result: true }])
    const cleared = reply.headers.getSetCookie()
    for (const name of ['access_token', 'XSRF-TOKEN'])
      expect(cleared.find((cookie) => cookie.startsWith(`${name}=;`))).toContain('Expires=Thu, 01 Jan 1970')
    for (const token of [me.token, elsewhere]) {
      expect((await readOwn(app, { token })).status).toBe(401)
      expect((await leave({ token })).status).toBe(401)
    }
    await app.call(null, session.forgottenPassword, { body: { email: me.email } })
    expect(await mailed()).not.toContain(me.email)
    const again = await createUser(app, company, { email: me.email })
    expect((await readOwn(app, again)).body.feedbacks.received.total).toBe(0)
  })

  test('twice at the same time happens once', async () => {
    const me = await createUser(app, company)
    const elsewhere = await openSession(app, company.id, me.id)
    const replies = await Promise.all([leave(me), leave({ token: elsewhere })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('whose session ends meanwhile is refused for that, not for an old sign-in', async () => {
    const me = await createUser(app, company)
    await app.database.pool.query(`update sessions set used_at = used_at - interval '2 hours' where user_id = $1`, [me.id])
    // The call has found its session and stores its use when it waits.
    const reply = await meanwhile(
      app,
      (ending) => ending.query('delete from sessions where user_id = $1', [me.id]),
      () => leave(me),
      async () => {},
    )
    expectProblem(reply, 401, 'unauthenticated')
  })

  test('is allowed to the only administrator', async () => {
    const me = await createUser(app, await createCompany(app), { role: 'admin' })
    expect((await leave(me)).status).toBe(200)
  })
})

describe('answers of a deleted account', () => {
  test('stay with the receiver, without a name', async () => {
    const [me, receiver] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const request = await ask(app, receiver, [me])
    await answer(app, me, request, { keep: 'Stays' })
    await leave(me)
    const { answers } = (await app.call(receiver, feedback.listAnswers)).body
    const deletedPerson = { id: null, first_name: '', last_name: '', job_title: '', avatar_url: null }
    expect(answers).toMatchObject([{ keep: 'Stays', rating: 4, giver: deletedPerson }])
    expect((await seen(receiver, request)).feedbacks[0]).toMatchObject({
      status: 'answered',
      recipient: { user_id: null, email: null, first_name: '', last_name: '', avatar_url: null },
    })
    const { newsfeed: news } = (await app.call(receiver, newsfeed.listNews)).body
    expect(news.find(({ kind }) => kind === 'answer_received')).toMatchObject({ actor: null })
  })

  test('that are confidential still count, released or waiting', async () => {
    const givers = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
    const receiver = await createUser(app, company)
    const asked = () => ask(app, receiver, givers, { confidential: true })
    const [shown, waiting] = [await asked(), await asked()]
    for (const giver of givers.slice(0, 3)) await answer(app, giver, shown)
    for (const giver of givers.slice(0, 2)) await answer(app, giver, waiting)
    await leave(givers[0])
    const read = async () => (await app.call(receiver, feedback.listAnswers)).body.confidential.map(({ n }) => n)
    expect(await read()).toEqual([3])
    await answer(app, givers[2], waiting)
    expect(await read()).toEqual([3, 3])
  })

  test('that were given as a guest before the account existed stay without a name, too', async () => {
    const receiver = await createUser(app, company)
    const stranger = await createUser(app, await createCompany(app))
    const address = { email: 'before-joining@company.example', first_name: 'Befana' }
    const askedBy = (who: TestUser) => ask(app, who, [address])
    const [answered, pending, elsewhere] = [await askedBy(receiver), await askedBy(receiver), await askedBy(stranger)]
    await app.call(null, guest.guestAnswer, { ...linkOf(answered), body: anAnswer({ keep: 'As a guest' }) })
    await leave(await createUser(app, company, { email: address.email }))
    expect((await app.call(receiver, feedback.listAnswers)).body.answers).toMatchObject([
      { keep: 'As a guest', giver: { id: null, first_name: '' } },
    ])
    const [item] = (await seen(receiver, pending)).feedbacks
    expect(item).toMatchObject({ status: 'cancelled', recipient: { email: null, first_name: '' } })
    expect(item).not.toHaveProperty('guest_link')
    for (const request of [answered, pending]) expect((await app.call(null, guest.getGuestView, linkOf(request))).status).toBe(404)
    expect((await app.call(null, guest.getGuestView, linkOf(elsewhere))).body.guest.first_name, 'another company’s').toBe('Befana')
  })
})

describe('pending data of a deleted account', () => {
  test('requests that wait for their answer are cancelled; no one is reminded', async () => {
    const [me, receiver] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const request = await ask(app, receiver, [me], aboutTwoSkills())
    await answer(app, me, request)
    await leave(me)
    expect((await seen(receiver, request)).feedbacks.map(({ status }) => status).sort()).toEqual(['answered', 'cancelled'])
    expect((await seen(receiver, request)).can.remind).toBe(false)
    await mailed()
    app.advance(4 * DAY_MS)
    await remindUnanswered(app.platform)
    expect(await mailed()).not.toContain(me.email)
  })

  test('on a confidential request, the requester learns as little as before about their answer', async () => {
    const givers = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
    const receiver = await createUser(app, company)
    const request = await ask(app, receiver, givers, { confidential: true })
    await answer(app, givers[0], request)
    await leave(givers[0])
    const afterOne = await seen(receiver, request)
    await leave(givers[1])
    const afterTwo = await seen(receiver, request)
    const shapes = ({ feedbacks }: SentRequest) =>
      feedbacks
        .filter(({ recipient }) => recipient.user_id === null)
        .map(({ id: _, recipient: { id: __, ...person }, ...rest }) => ({ ...rest, person }))
    expect(shapes(afterTwo)[0]).toEqual(shapes(afterTwo)[1])
    expect([afterOne.counts, afterOne.can]).toEqual([afterTwo.counts, afterTwo.can])
  })

  test('their own requests are deleted with the answers they received', async () => {
    const [me, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    await mailed()
    const request = await ask(app, me, [colleague, { email: 'vanishing@partner.example' }], aboutTwoSkills())
    await answer(app, colleague, request)
    await leave(me)
    expect(await mailed(), 'no mail leaves for it').toEqual([])
    for (const status of ['pending', 'answered'] as const)
      expect((await app.call(colleague, feedback.listRequestsToAnswer, { query: { status } })).body.groups).toEqual([])
    expect((await readOwn(app, colleague)).body).toMatchObject({
      feedbacks: { received: { groups: [], total: 0, requests: 0 } },
      gamification: { newsfeed: [] },
    })
    expect((await app.call(null, guest.getGuestView, linkOf(request))).status).toBe(404)
    const late = await app.call(colleague, feedback.answerFeedback, { params: { id: idFor(colleague, request, 1) }, body: anAnswer() })
    expect(late.status).toBe(404)
  })
})

test('the lists of others no longer contain the person, by account or by address; those of another company are unchanged', async () => {
  const stranger = await createUser(app, await createCompany(app, { badges_active: true }))
  const [keeper, byAddress] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
  const email = 'in-many-lists@company.example'
  for (const who of [byAddress, stranger]) {
    await app.call(who, contacts.addContacts, { ...mine, body: { contacts: [{ email, first_name: 'Liste' }] } })
    await app.call(who, hierarchy.saveHierarchy, { body: { equal_users: [{ email, first_name: 'Liste' }] } })
    await app.call(who, hierarchy.addManager, { body: { manager_email: email, manager_firstName: 'Liste', manager_lastName: 'Manager' } })
  }
  const me = await createUser(app, company, { email })
  await app.call(keeper, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: me.id }] } })
  await app.call(keeper, hierarchy.saveHierarchy, { body: { superior_users: [{ user_id: me.id }] } })
  await leave(me)

  const lists = async (who: TestUser) => ({
    contacts: (await app.call(who, contacts.listContacts, mine)).body.total,
    ...(await app.call(who, hierarchy.getHierarchy, mine)).body,
  })
  for (const who of [keeper, byAddress]) expect(await lists(who)).toMatchObject({ contacts: 0, hierarchical: [], manager: null })
  expect(await lists(stranger)).toMatchObject({ contacts: 1, hierarchical: [{ email }], manager: { email } })
})

test('the counter of failed logins is deleted', async () => {
  const me = await createUser(app, company)
  const failures = () => counted(sql`select count(*)::int as n from login_attempts where account_hash = ${hashToken(me.email)}`)
  await logIn(app, me.email, 'wrong')
  expect(await failures()).toBe(2)
  await leave(me)
  expect(await failures()).toBe(0)
})

describe('concurrency', () => {
  /** No pending feedback without a person who can answer it. */
  const orphans = () =>
    counted(sql`select count(*)::int as n from feedbacks f join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
      where f.status = 'pending' and p.user_id is null and p.guest_id is null`)

  test('any concurrent call of the person or of others ends consistently', async () => {
    for (let round = 0; round < 6; round++) {
      const [me, colleague, third, fourth] = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
      const toRemind = await ask(app, colleague, [me])
      await app.mails()
      await passTime(app, DAY_MS + HOUR_MS, me, colleague, third, fourth)
      const toMe = await ask(app, colleague, [me], aboutTwoSkills())
      const confidentially = await ask(app, colleague, [me, third, fourth, { email: 'third@partner.example' }], { confidential: true })
      const fromMe = await ask(app, me, [colleague, third], aboutTwoSkills())
      const elsewhere = { token: await openSession(app, company.id, me.id) }
      const skill_ids = company.skillIds.slice(0, 1)
      const body = anAnswer()
      const request = (to: TestUser) => ({ body: { skill_ids, recipients: [{ user_id: to.id }], idempotency_key: aKey() } })
      const calls: [{ token: string }, Endpoint, object][] = [
        [elsewhere, feedback.answerFeedback, { params: { id: idFor(me, toMe) }, body }],
        [elsewhere, feedback.declineFeedback, { params: { id: idFor(me, toMe, 1) }, body: {} }],
        [elsewhere, feedback.answerFeedback, { params: { id: idFor(me, confidentially) }, body }],
        [elsewhere, feedback.createRequest, request(colleague)],
        [elsewhere, skills.evaluateMyself, { ...mine, body: { evaluations: [{ skill_id: skill_ids[0], rating: 3 }] } }],
        [elsewhere, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: colleague.id }] } }],
        [elsewhere, people.updateUser, { ...mine, body: { job_title: 'Leaving' } }],
        [elsewhere, account.exportUser, {}],
        [colleague, feedback.createRequest, request(me)],
        [colleague, feedback.answerFeedback, { params: { id: idFor(colleague, fromMe) }, body }],
        [third, feedback.answerFeedback, { params: { id: idFor(third, fromMe) }, body }],
        [colleague, feedback.remindRequest, { params: { id: toRemind.id } }],
        [colleague, feedback.cancelRequest, { params: { id: confidentially.id } }],
        [colleague, contacts.addContacts, { ...mine, body: { contacts: [{ user_id: me.id }] } }],
      ]
      const before = calls.slice(0, round * 2).map(([who, endpoint, input]) => app.call(who, endpoint, input))
      const left = leave(me)
      const after = calls.slice(round * 2).map(([who, endpoint, input]) => app.call(who, endpoint, input))
      const replies = await Promise.all([...before, ...after])
      for (const [place, { status }] of replies.entries()) expect([200, 401, 404, 409], calls[place]?.[1].path).toContain(status)
      expect((await left).status).toBe(200)
      expect(await orphans()).toBe(0)
      expect(await counted(sql`select count(*)::int as n from requests where requester_id = ${me.id}`)).toBe(0)
      expect((await readOwn(app, elsewhere)).status).toBe(401)
    }
  })
})
