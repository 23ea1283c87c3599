import { coffee } from '@reflet/contract/coffee'
import { feedback } from '@reflet/contract/feedback'
import { account } from '@reflet/contract/account'
import { events } from '@reflet/contract/events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './test/build-test-app.ts'
import { rows } from './db/index.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from './test/factories.ts'

let app: TestApp
let company: TestCompany
let me: TestUser
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await createCompany(app)
  me = await createUser(app, company)
})
const say = (what: string, r: { status: number; body: unknown }) => console.log(what, r.status, JSON.stringify(r.body).slice(0, 300))
const ask = async (from: TestUser, to: TestUser[], over: object = {}) =>
  (await app.call(from, feedback.createRequest, { body: { skill_ids: company.skillIds.slice(0, 1), recipients: to.map((u) => ({ user_id: u.id })), idempotency_key: aKey(), ...over } as never })).body

test('outage doubles reminders and answered', async () => {
  const [a, b, giver] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
  const first = await ask(a, [giver])
  await app.mails()
  app.advance(2 * 864e5)
  const second = await ask(b, [giver])
  await app.mails()
  app.advance(864e5)
  app.refuseMails(true)
  await app.call(a, feedback.remindRequest, { params: { id: first.id } })
  console.log('failed', (await app.mails()).length)
  app.advance(36e5 * 5)
  await app.call(b, feedback.remindRequest, { params: { id: second.id } })
  app.refuseMails(false)
  app.advance(36e5 * 24)
  for (const m of await app.mails()) console.log('REMIND', m.subject, m.text?.slice(0, 200).replace(/\n/g, ' '))
  app.refuseMails(true)
  await app.call(giver, feedback.answerFeedback, { params: { id: first.feedbacks[0]!.id }, body: anAnswer() })
  await app.mails()
  const third = await ask(a, [b])
  app.advance(36e5)
  await app.call(b, feedback.answerFeedback, { params: { id: third.feedbacks[0]!.id }, body: anAnswer() })
  app.refuseMails(false)
  app.advance(36e5)
  for (const m of await app.mails()) console.log('ANSWERED', JSON.stringify(m.to), m.subject)
})

test('thanks toggled', async () => {
  const [giver] = (await createUsers(app, company, 1)) as [TestUser]
  const r = await ask(me, [giver])
  await app.call(giver, feedback.answerFeedback, { params: { id: r.feedbacks[0]!.id }, body: anAnswer() })
  await app.mails()
  let n = 0
  for (let i = 0; i < 5; i++) {
    await app.call(me, feedback.rateAnswer, { params: { id: r.feedbacks[0]!.id }, body: { stars: 5, thanks: i % 2 ? null : 'x' } as never })
    n += (await app.mails()).length
    app.advance(36e5)
  }
  console.log('thanks mails', n)
})

test('coffee with a deactivated organiser', async () => {
  const slot = new Date(app.now().getTime() + 36e5 * 60).toISOString()
  const other = await createUser(app, company)
  const made = await app.call(me, coffee.createCoffee, { body: { invitee: { user_id: other.id }, slots: [slot], idempotency_key: aKey() } as never })
  await app.mails()
  await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${me.id}`)
  const token = app.platform.vault.deriveToken('coffee', made.body.id)
  say('link', await app.call(null, coffee.getCoffeeLink, { params: { token } }))
  say('accept', await app.call(null, coffee.acceptCoffeeLink, { params: { token }, body: { slot } }))
  for (const m of await app.mails()) console.log('COFFEE', JSON.stringify(m.to), m.subject)
})

test('due 9999', async () => {
  const other = await createUser(app, company)
  for (const due_at of ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00Z'])
    say('due ' + due_at, await app.call(me, feedback.createRequest, { body: { skill_ids: company.skillIds.slice(0, 1), recipients: [{ user_id: other.id }], due_at, idempotency_key: aKey() } as never }))
})

test('leaving at an event, then the third colleague answers', async () => {
  const made = await app.call(me, events.createEvent, { body: { title: 'x', takes_place_on: app.now().toISOString().slice(0, 10), ends_at: new Date(app.now().getTime() + 864e5).toISOString(), skill_ids: company.skillIds.slice(0, 1), confidential: true, idempotency_key: aKey() } as never })
  const token = made.body.link.split('/').at(-1) as string
  const us = await createUsers(app, company, 4)
  const answer = (u: TestUser) => app.call(u, events.answerEvent, { params: { token }, body: { answers: [{ ...anAnswer(), skill_id: company.skillIds[0] as string }] } } as never)
  await answer(us[0]!)
  await answer(us[1]!)
  say('left', await app.call(us[0]!, account.deleteUser, {}))
  await answer(us[2]!)
  console.log('n after leaving', JSON.stringify((await app.call(me, feedback.listAnswers, { query: {} })).body.confidential.map((c) => c.n)))
  await answer(us[3]!)
  console.log('n after one more', JSON.stringify((await app.call(me, feedback.listAnswers, { query: {} })).body.confidential.map((c) => c.n)))
  void rows
})
