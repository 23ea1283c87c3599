import { randomBytes } from 'node:crypto'
import { coffee } from '@reflet/contract/coffee'
import type { Endpoint } from '@reflet/contract/endpoint'
import { events } from '@reflet/contract/events'
import { guest } from '@reflet/contract/guest'
import { hierarchy } from '@reflet/contract/hierarchy'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { expect, test } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { buildAppForThisTest, type TestApp } from '../test/build-test-app.ts'
import { expectProblem } from '../test/expect-problem.ts'
import { createCompany, createUser, openSession } from '../test/factories.ts'
import { deviceIn, logIn, PASSWORD } from '../test/logins.ts'
import { ask, mailedParams } from '../test/requests.ts'
import { newId } from './ids.ts'
import { hashPassword } from './passwords.ts'

const aToken = () => randomBytes(32).toString('base64url')
const bucketsOf = async (app: TestApp) =>
  (await rows(app.database.db, { n: t.int }, sql`select count(*)::int as n from rate_limits`))[0]?.n as number

/** Ten concurrent queues. */
async function inLines(times: number, call: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 10) await Promise.all(Array.from({ length: 10 }, call))
}

test('2,500 invented tokens insert only a few rows', { timeout: 1_800_000 }, async () => {
  const app = await buildAppForThisTest()
  const tried: [Endpoint, object][] = [
    [guest.getGuestView, { feedbackId: newId(app.now()) }],
    [events.getEventLink, {}],
    [coffee.getCoffeeLink, {}],
    [hierarchy.getHierarchyLink, {}],
  ]
  for (const [endpoint, params] of tried)
    await inLines(500, async () => {
      const reply = await app.call(null, endpoint, { params: { ...params, token: aToken() } } as object)
      expect([404, 429]).toContain(reply.status)
    })
  await inLines(500, async () => {
    expect((await app.call({ token: aToken() }, people.searchColleagues, { query: { query: 'a' } })).status).toBe(401)
  })
  expect(await bucketsOf(app)).toBeLessThanOrEqual(5)
})

test('an existing link has its own counter, whatever network opens it', async () => {
  const app = await buildAppForThisTest({ settings: { trustProxy: 1 } })
  const company = await createCompany(app)
  const asking = await createUser(app, company)
  const sent = await ask(app, asking, { email: 'guest@partner.example' })
  const params = mailedParams(app, sent.feedbacks[0])
  const open = (from: string) => app.call(null, guest.getGuestView, { params }, { 'x-forwarded-for': from })
  for (let i = 0; i < 20; i++) expect((await open(`203.0.${i}.1`)).status).toBe(200)
  const limited = await open('203.0.99.1')
  expectProblem(limited, 429, 'slow_down')
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  app.advance(61_000)
  expect((await open('203.0.99.1')).status).toBe(200)
})

test.each([
  ['an IPv6 /64', (i: number) => `2001:db8:1:2:${i.toString(16)}::${i.toString(16)}`, '2001:db8:1:2::ffff', '2001:db8:1:3::1'],
  ['an IPv4 /24', (i: number) => `203.0.113.${i}`, '::ffff:203.0.113.250', '203.0.114.1'],
])('%s counts as one caller', async (_what, addressOf, inside, outside) => {
  const app = await buildAppForThisTest({ settings: { trustProxy: 1 } })
  const login = (from: string) =>
    app.call(
      null,
      session.login,
      { body: { grant_type: 'password', client_id: 'wrong', username: 'a', password: 'b' } },
      { 'x-forwarded-for': from },
    )
  for (let i = 0; i < 100; i++) expect((await login(addressOf(i))).status).toBe(400)
  expectProblem(await login(inside), 429, 'slow_down')
  expect((await login(outside)).status).toBe(400)
})

test('a person has one counter for all their sessions', async () => {
  const app = await buildAppForThisTest()
  const company = await createCompany(app, { badges_active: true })
  const me = await createUser(app, company)
  const elsewhere = { token: await openSession(app, company.id, me.id) }
  for (let i = 0; i < 10; i++) expect((await app.call(i % 2 ? me : elsewhere, hierarchy.remindManager)).status).toBe(409)
  for (const who of [me, elsewhere]) expectProblem(await app.call(who, hierarchy.remindManager), 429, 'slow_down')
  const colleague = await createUser(app, company)
  expect((await app.call(colleague, hierarchy.remindManager)).status, 'somebody else is not limited').toBe(409)
})

test('a browser with earlier logins is not limited with its network, except for the logins of others', async () => {
  const app = await buildAppForThisTest()
  const [me, other] = await Promise.all(
    ['me', 'other'].map(async () => createUser(app, await createCompany(app), { password_hash: await hashPassword(PASSWORD) })),
  )
  if (!me || !other) throw new Error('no people')
  const device = deviceIn(await logIn(app, me.email))
  for (let i = 0; i < 99; i++) expect((await logIn(app, 'a', 'b', {}, { client_id: 'wrong' })).status).toBe(400)
  const invented = `device=${randomBytes(16).toString('base64url')}.${aToken()}`
  for (const cookie of ['', invented]) expectProblem(await logIn(app, me.email, PASSWORD, { cookie }), 429, 'slow_down')
  expect((await logIn(app, me.email, PASSWORD, { cookie: device })).status).toBe(200)
  expectProblem(await logIn(app, other.email, PASSWORD, { cookie: device }), 429, 'slow_down')
})
