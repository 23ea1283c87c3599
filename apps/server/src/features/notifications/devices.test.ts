import { account } from '@reflet/contract/account'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { MAX_DEVICES, push } from '@reflet/contract/push'
import { session } from '@reflet/contract/session'
import { expect, onTestFinished, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { buildAppForThisTest, type TestApp } from '../../test/build-test-app.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser, signIn, type TestUser } from '../../test/factories.ts'
import { createBrowser, startApns, startFcm, startWebPush } from '../../test/push-services.ts'
import { askMarked, register, usePushStage } from '../../test/push-stage.ts'
import { aRequest } from '../../test/requests.ts'

const setUp = usePushStage()

const stored = (app: TestApp) =>
  rows(app.database.db, { id: t.uuid, user_id: t.uuid }, sql`select id, user_id from push_tokens order by id`)

test('the available push services depend on the settings', async () => {
  const bare = await buildAppForThisTest()
  const user = await createUser(bare, await createCompany(bare))
  const services = await bare.call(user, push.getPushServices)
  expect(services.body).toEqual({ types: ['webpush'], web_push_key: bare.vault.webPushKeys().publicKey })
  expectProblem(await register(bare, user, 'device:1', 'fcm'), 422, 'push_unavailable')
  expectProblem(await register(bare, user, 'a1'.repeat(32), 'apns'), 422, 'push_unavailable')
})

test('each kind of device is reached by its service', async () => {
  const [web, fcm, apns] = [await startWebPush(), await startFcm(), await startApns()]
  onTestFinished(() => {
    for (const service of [web, fcm, apns]) service.close()
  })
  const app = await buildAppForThisTest({ push: { fcm: fcm.settings, apns: apns.settings, webPushAt: [web.url] } })
  const company = await createCompany(app)
  const [camille, amir] = [await createUser(app, company), await createUser(app, company)]
  expect((await app.call(amir, push.getPushServices)).body.types).toEqual(['fcm', 'apns', 'webpush'])
  const device = 'A1'.repeat(32)
  for (const [type, token] of [
    ['fcm', 'device:1'],
    ['apns', device],
    ['webpush', web.browser().token],
  ] as const)
    expect((await register(app, amir, token, type)).body).toEqual({ result: true })
  await askMarked(app, camille, amir)
  await app.mails()
  expect([fcm.messages.take(), apns.take(), web.take()].map((calls) => calls.length)).toEqual([1, 1, 1])

  expect((await app.call(amir, push.forgetPushToken, { body: { token: device.toLowerCase() } })).body).toEqual({ result: true })
  expect(await stored(app)).toHaveLength(2)
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.169.254/latest/meta-data',
  'http://localhost:3000/api/user',
  'https://fcm.googleapis.com.attacker.example/fcm/send/abc',
  'http://fcm.googleapis.com/fcm/send/abc',
])('an invented push address is not called: %s', async (endpoint) => {
  const { app, amir } = await setUp()
  const refused = await register(app, amir, JSON.stringify({ ...JSON.parse(createBrowser('https://x.example').token), endpoint }))
  expectProblem(refused, 422, 'push_unavailable')
  expect(await stored(app)).toEqual([])
})

test.each([
  ['webpush', 'not json'],
  ['webpush', '{"endpoint":"https://fcm.googleapis.com/x"}'],
  ['apns', 'no hexadecimal'],
  ['fcm', 'two words'],
  ['telegraph', 'abc'],
] as const)('what is no token of %s is no input: %s', async (type, token) => {
  const { app, amir } = await setUp()
  const refused = await register(app, amir, token, type as 'fcm')
  expectProblem(refused, 400, 'invalid_input')
})

test('registering again changes nothing, also with renewed keys or another encoding', async () => {
  const { app, amir, camille, service, deliver } = await setUp()
  const [browser, renewed] = [service.browser(), service.browser()]
  await register(app, amir, browser.token)
  const before = await stored(app)
  await register(app, amir, browser.token)
  const { endpoint } = JSON.parse(browser.token)
  const { keys } = JSON.parse(renewed.token)
  await register(app, amir, JSON.stringify({ keys, endpoint }))
  expect(await stored(app)).toEqual(before)
  await askMarked(app, camille, amir)
  const { calls } = await deliver()
  expect(calls.map(({ path }) => path)).toEqual([browser.path])
  expect(calls[0] && renewed.open(calls[0]).link).toMatch('/answer?group=')
})

test('a device that changes its owner, in this company or another, shows the new owner’s messages only', async () => {
  const { app, company, camille, amir, browserOf, deliver } = await setUp()
  const elsewhere = await createCompany(app)
  const [other, asker] = [await createUser(app, elsewhere), await createUser(app, elsewhere)]
  const browser = await browserOf(amir)
  await askMarked(app, camille, amir)
  expect((await deliver(browser)).shown[0]).toHaveLength(1)

  await register(app, other, browser.token)
  expect(await stored(app)).toMatchObject([{ user_id: other.id }])
  await askMarked(app, camille, amir)
  await askMarked(app, asker, other)
  expect((await deliver(browser)).shown[0]?.map(({ body }) => body)).toEqual([expect.stringContaining('would like your feedback')])

  const third = await createUser(app, company)
  await register(app, third, browser.token)
  expect(await stored(app)).toMatchObject([{ user_id: third.id }])
  expect((await app.call(amir, push.forgetPushToken, { body: { token: browser.token } })).status, 'somebody else’s').toBe(200)
  expect(await stored(app)).toHaveLength(1)
})

test('pending messages to a device are dropped when it changes its owner', async () => {
  const { app, camille, amir, browserOf, service, deliver } = await setUp()
  const browser = await browserOf(amir)
  service.refuse({ status: 503 })
  await askMarked(app, camille, amir)
  await deliver()
  service.refuse(null)
  await register(app, camille, browser.token)
  app.advance(HOUR_MS)
  expect((await deliver()).calls).toEqual([])
})

test('of concurrent registrations of one device, one wins, with its own session', async () => {
  const { app, company, service } = await setUp()
  const browser = service.browser()
  const people = await Promise.all(Array.from({ length: 8 }, () => createUser(app, company)))
  const replies = await Promise.all(people.map((who) => register(app, who, browser.token)))
  expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200))
  const owners = await rows(
    app.database.db,
    { own: t.bool },
    sql`select s.user_id = t.user_id as own from push_tokens t join sessions s on s.company_id = t.company_id and s.id = t.session_id`,
  )
  expect(owners).toEqual([{ own: true }])
})

test('a person’s devices are limited; the oldest is removed', async () => {
  const { app, amir, camille, browserOf } = await setUp()
  const theirs = await browserOf(camille)
  const first = await browserOf(amir)
  const [oldest] = (await stored(app)).filter(({ user_id }) => user_id === amir.id)
  for (let i = 1; i < MAX_DEVICES; i++) await browserOf(amir)
  await register(app, amir, first.token)
  expect(await stored(app)).toHaveLength(MAX_DEVICES + 1)
  await browserOf(amir)
  const left = await stored(app)
  expect(left).toHaveLength(MAX_DEVICES + 1)
  expect(left.map(({ id }) => id)).not.toContain(oldest?.id)
  await register(app, camille, theirs.token)
})

test('logging out ends the messages to this session’s devices only: a device belongs to the session that registered it last', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  const second = await signIn(app, amir)
  const [here, there, shared] = [await browserOf(amir), await browserOf(second), await browserOf(amir)]
  await register(app, second, shared.token)
  await app.call(amir, session.logout)
  await askMarked(app, camille, amir)
  expect((await deliver(here, there, shared)).shown.map((shown) => shown.length)).toEqual([0, 1, 1])
})

test.each<[string, (app: TestApp, who: TestUser) => Promise<unknown>]>([
  ['logging out everywhere', (app, who) => app.call(who, session.revokeTokens)],
  ['deactivation', (app, who) => app.database.db.execute(sql`update users set deactivated_at = now() where id = ${who.id}`)],
  ['deleting the account', (app, who) => app.call(who, account.deleteUser)],
])('%s ends the messages to every device, due ones too', async (_, end) => {
  const { app, camille, amir, browserOf, service, deliver } = await setUp()
  const second = await signIn(app, amir)
  await browserOf(amir)
  await browserOf(second)
  service.refuse({ status: 503 })
  await askMarked(app, camille, amir)
  expect((await deliver()).calls).toHaveLength(2)
  service.refuse(null)
  await end(app, amir)
  // Refused when the account is gone.
  await app.call(camille, feedback.createRequest, { body: aRequest(camille, amir) })
  app.advance(HOUR_MS)
  expect((await deliver()).calls).toEqual([])
})

test('an expired session ends the messages, before its row is deleted', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  const browser = await browserOf(amir)
  app.advance(29 * DAY_MS)
  const fresh = await signIn(app, camille)
  await askMarked(app, fresh, amir)
  expect((await deliver(browser)).shown[0]).toHaveLength(1)
  app.advance(2 * DAY_MS)
  await askMarked(app, fresh, amir)
  expect((await deliver(browser)).shown[0]).toEqual([])
})

test('a token that its service no longer accepts is deleted, with its pending messages', async () => {
  const { app, camille, amir, browserOf, service, deliver } = await setUp()
  const [gone, living] = [await browserOf(amir), await browserOf(amir)]
  service.refuse(({ path }) => (path === gone.path ? { status: 410 } : null))
  await askMarked(app, camille, amir)
  expect((await deliver(gone, living)).shown.map((shown) => shown.length)).toEqual([1, 1])
  expect(await stored(app)).toHaveLength(1)
  expect(await rows(app.database.db, {}, sql`select from pushes where sent_at is null`)).toEqual([])
  await askMarked(app, camille, amir)
  app.advance(HOUR_MS)
  expect((await deliver(gone, living)).shown.map((shown) => shown.length)).toEqual([0, 1])
})

test('no token is in clear text in the database or the log', async () => {
  const { app, amir, browserOf, lines } = await setUp()
  const browser = await browserOf(amir)
  const [row] = await rows(
    app.database.db,
    { line: t.text, sealed: t.bytes },
    sql`select t::text as line, sealed_token as sealed from push_tokens t`,
  )
  expect(row?.line).not.toContain(browser.path)
  expect(row?.sealed.includes(browser.path)).toBe(false)
  expect(lines.join()).not.toContain(browser.path)
})
