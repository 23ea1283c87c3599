import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { session } from '@reflet/contract/session'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { deviceIn, logIn, PASSWORD, resetToken, usePasswords } from '../../test/logins.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { forgetEnded } from './schedules.commands.ts'

const OFFICE = '198.51.100.7'
const app = useTestApp({ settings: { trustProxy: 1 } })
const { company } = useCompany(app)
const newUser = usePasswords(app, company)

let number = 0
/** An address of a separate network. */
const elsewhere = () => `10.${(++number >> 8) & 255}.${number & 255}.1`

type From = { readonly ip?: string; readonly device?: string }
const login = (username: string, { ip = OFFICE, device }: From = {}, password = PASSWORD) =>
  logIn(app, username, password, { 'x-forwarded-for': ip, ...(device && { cookie: device }) })
const fail = async (username: string, from: From = {}, times = 1) => {
  for (let i = 0; i < times; i++) expect((await login(username, from, 'wrong')).status).toBe(401)
}
/** The device cookie that a login sets in its browser. */
async function deviceOf(username: string, from: From = {}): Promise<string> {
  const reply = await login(username, from)
  expect(reply.status).toBe(200)
  return deviceIn(reply)
}

describe('wrong passwords', () => {
  test('lock the account for their network, and for no other', async () => {
    const user = await newUser()
    await fail(user.email, {}, 10)
    expect((await login(user.email)).status, 'locked here').toBe(401)
    expect((await login(user.email, { ip: '198.51.100.200' })).status, 'and in the whole network').toBe(401)
    expect((await login(user.email, { ip: elsewhere() })).status, 'not elsewhere').toBe(200)
    app.advance(MINUTE_MS + 1000)
    expect((await login(user.email)).status).toBe(200)
  })

  test('do not lock a browser with an earlier login, even on the same network', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const device = await deviceOf(user.email)
    const foreign = await deviceOf(other.email)
    await fail(user.email, {}, 10)
    expect((await login(user.email, { device })).status).toBe(200)
    expect((await login(user.email, { device: foreign })).status, 'the cookie of another account').toBe(401)
    const forged = device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await login(user.email, { device: forged })).status, 'a forged one').toBe(401)
    expect((await login(user.email, { device: 'device=x' })).status, 'nonsense').toBe(401)
  })

  test('entered in that browser lock that browser', async () => {
    const user = await newUser()
    const device = await deviceOf(user.email)
    await fail(user.email, { device }, 10)
    expect((await login(user.email, { device })).status).toBe(401)
    expect((await login(user.email, { device, ip: elsewhere() })).status, 'wherever it is').toBe(401)
    expect((await login(user.email)).status, 'others go on').toBe(200)
    app.advance(MINUTE_MS + 1000)
    expect((await login(user.email, { device })).status).toBe(200)
  })

  test('in a browser of two people: each has their own counter', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const first = await deviceOf(one.email)
    const both = await deviceOf(two.email, { device: first })
    await fail(one.email, {}, 10)
    await fail(two.email, {}, 10)
    expect((await login(one.email, { device: both })).status).toBe(200)
    expect((await login(two.email, { device: both })).status).toBe(200)
  })

  test('from many networks: only networks and browsers without an earlier login are refused, and a reset mail unlocks those', async () => {
    const user = await newUser()
    const device = await deviceOf(user.email)
    for (let i = 0; i < 100; i++) await fail(user.email, { ip: elsewhere() })
    const strange = elsewhere()
    expect((await login(user.email, { ip: strange })).status, 'a guess from a further network').toBe(401)
    expect((await login(user.email, { ip: strange, device })).status, 'a known browser').toBe(200)
    expect((await login(user.email)).status, 'a known network').toBe(200)

    const token = await resetToken(app, user.email)
    const password = 'another long password'
    const reset = await app.call(null, session.resetPassword, { body: { token, password } }, { 'x-forwarded-for': strange })
    expect(reset.status).toBe(200)
    expect((await login(user.email, { ip: strange, device: deviceIn(reset) }, password)).status).toBe(200)
  })

  test('of an unknown address lock alike, and their counters expire', async () => {
    for (let i = 0; i < 12; i++) await fail('nobody@company.example')
    const count = async () => (await rows(app.database.db, { n: t.int }, sql`select count(*)::int as n from login_attempts`))[0]?.n
    expect(await count()).toBeGreaterThan(0)
    app.advance(91 * DAY_MS)
    await forgetEnded(app.platform)
    expect(await count()).toBe(0)
  })
})

test('the device cookie contains nothing about the person and is not accessible to scripts and other sites', async () => {
  const user = await newUser()
  const set = (await login(user.email)).headers.getSetCookie().find((cookie) => cookie.startsWith('device=')) ?? ''
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=']) expect(set).toContain(attribute)
  expect(set).not.toContain(user.id)
  expect(decodeURIComponent(set)).not.toContain(user.email)
})

test('a person on the same network cannot use up the logins of a browser with an earlier login', async () => {
  const user = await newUser()
  const ip = elsewhere()
  const device = await deviceOf(user.email, { ip })
  for (let i = 0; i < 100; i++) await logIn(app, user.email, 'wrong', { 'x-forwarded-for': ip }, { client_id: 'wrong' })
  expect((await login(user.email, { ip })).status).toBe(429)
  expect((await login(user.email, { ip, device })).status).toBe(200)
})
