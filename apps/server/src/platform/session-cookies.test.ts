import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import type { Endpoint } from '@reflet/contract/endpoint'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { CLIENT_ID } from '../features/session/session.commands.ts'
import { calls } from '../test/contract-places.ts'
import { expectProblem } from '../test/expect-problem.ts'
import { createUser, openSession } from '../test/factories.ts'
import { createProvider } from '../test/saml.ts'
import { useCompany } from '../test/use-company.ts'
import { useTestApp } from '../test/use-test-app.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'a long enough password'
const app = useTestApp({ settings: { publicUrl: () => 'https://reflet.example' } })
const { company } = useCompany(app, [], { badges_active: true })

/** As a browser sends it: Node's `fetch` sets its own Sec-Fetch-Mode. */
async function get(path: string, headers: Record<string, string>) {
  const [reply] = (await once(request(`${app.url}${path}`, { headers }).end(), 'response')) as [IncomingMessage]
  const body = await text(reply)
  const isJson = reply.headers['content-type']?.includes('json')
  return { status: reply.statusCode, body: (isJson ? JSON.parse(body) : {}) as { code?: string; user?: { email: string } } }
}
const emailOf = async (cookie: string) => (await get('/api/users/1', { cookie })).body.user?.email
const logIn = (username: string) =>
  app.call(null, session.login, { body: { grant_type: 'password', client_id: CLIENT_ID, username, password: PASSWORD } })

describe('on https', () => {
  test('the session cookie is bound to this host', async () => {
    const user = await createUser(app, company, { password_hash: await hashPassword(PASSWORD) })
    const set = (await logIn(user.email)).headers.getSetCookie()
    const own = set.find((cookie) => cookie.startsWith('__Host-access_token=')) ?? ''
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(own).toContain(attribute)
    expect(own).not.toMatch(/domain/i)
    expect(
      set.find((cookie) => cookie.startsWith('access_token=')),
      'the old one is removed',
    ).toMatch(/^access_token=;.*1970/)
    expect(set.some((cookie) => cookie.startsWith('XSRF-TOKEN='))).toBe(true)
    expect(set.some((cookie) => cookie.startsWith('__Host-device='))).toBe(true)

    const cookie = set.map((each) => each.split(';')[0]).join('; ')
    expect(await emailOf(cookie)).toBe(user.email)
    const csrf = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
    const out = await fetch(`${app.url}/api/logout`, { method: 'POST', headers: { cookie, 'x-xsrf-token': csrf } })
    expect(out.status).toBe(200)
    for (const name of ['__Host-access_token', 'access_token', 'XSRF-TOKEN'])
      expect(out.headers.getSetCookie().find((each) => each.startsWith(`${name}=;`))).toContain('1970')
  })

  test('the cookie of a single sign-on is sent with the provider’s answer, from another site', async () => {
    const { entityId: idp_entity_id, ssoUrl: sso_url, certificate } = await createProvider('idp', app.now())
    const admin = await createUser(app, company, { role: 'admin' })
    expect((await app.call(admin, adminSignIn.setSaml, { body: { idp_entity_id, sso_url, certificates: [certificate] } })).status).toBe(200)
    const [row] = await rows(app.database.db, { code: t.text }, sql`select code from companies where company_id = ${company.id}`)
    const begun = await fetch(`${app.url}/saml/${row?.code}/login`, { redirect: 'manual' })
    const [set, marker] = begun.headers.getSetCookie()
    for (const part of ['__Host-sign-in=', 'HttpOnly', 'Secure', 'SameSite=None', 'Path=/']) expect(set).toContain(part)
    for (const part of ['__Host-sign-on=1', 'Secure', 'SameSite=Strict', 'Path=/']) expect(marker, 'read by the app').toContain(part)
  })

  test('a cookie of the old name is still read; one of the new name takes precedence', async () => {
    const [old, current] = [await createUser(app, company), await createUser(app, company)]
    expect(await emailOf(`access_token=${old.token}`)).toBe(old.email)
    expect(await emailOf(`access_token=${old.token}; __Host-access_token=${current.token}`)).toBe(current.email)
    const csrf = app.vault.csrfToken(old.token)
    const reply = await fetch(`${app.url}/api/logout`, {
      method: 'POST',
      headers: { cookie: `access_token=${old.token}`, 'x-xsrf-token': csrf },
    })
    expect(reply.status).toBe(200)
  })
})

describe('on http', () => {
  const plain = useTestApp()
  const known = useCompany(plain, [])

  test('the cookie keeps its name', async () => {
    const user = await createUser(plain, known.company)
    const read = (cookie: string) => fetch(`${plain.url}/api/users/1`, { headers: { cookie } })
    expect((await read(`access_token=${user.token}`)).status).toBe(200)
    expect((await read(`__Host-access_token=${user.token}`)).status).toBe(401)
  })

  test.each([
    ['localhost', false],
    ['127.0.0.1:3000', false],
    ['[::1]:3000', false],
    ['reflet.localhost', false],
    ['192.168.1.5:3000', true],
    ['localhost.example', true],
    ['no host', true],
  ])('its cookies are for https only: %s %s', async (host, isSecure) => {
    const user = await createUser(plain, known.company, { password_hash: await hashPassword(PASSWORD) })
    const form = new URLSearchParams({ grant_type: 'password', client_id: CLIENT_ID, username: user.email, password: PASSWORD })
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
    const [reply] = (await once(request(`${plain.url}/api/login`, { method: 'POST', headers }).end(form.toString()), 'response')) as [
      IncomingMessage,
    ]
    reply.resume()
    const set = reply.headers['set-cookie'] ?? []
    expect(set.map((cookie) => cookie.split('=')[0]).sort()).toEqual(['XSRF-TOKEN', 'access_token', 'device'])
    for (const cookie of set) {
      expect(cookie.includes('; Secure'), cookie).toBe(isSecure)
      expect(cookie).toContain('; SameSite=Strict')
    }
  })
})

/** GET endpoints of the specification with side effects. */
const CHANGING = [
  'people.onboardingFinished',
  'people.onboardingDashboardFinished',
  'people.onboardingAnswerFinished',
  'people.onboardingBadgeFinished',
  'push.clearPushCounter',
  'feedback.dashboardAccess',
  'session.revokeTokens',
  'hierarchy.remindManager',
  'badges.mailBadge',
  'badges.deleteBadge',
]
/** What a name of a GET without side effects begins with. */
const READING = /\.(list|get|count|search|suggest|export|check)[A-Z]|^legal\./

describe('a URL opened in a browser', () => {
  const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }
  const gets = calls.filter(([, { method }]) => method === 'GET')
  const FILLED: Readonly<Record<string, string>> = { userId: '1', id: randomUUID() }
  const filled = ({ path }: Endpoint) => path.replace(/:(\w+)/g, (_, key: string) => FILLED[key] ?? 'x')

  test('every GET is named after what it reads, or is in the list of those with side effects', () => {
    expect(
      gets
        .map(([name]) => name)
        .filter((name) => !READING.test(name))
        .sort(),
    ).toEqual(CHANGING.toSorted())
  })

  test.each(gets)('%s', async (name, endpoint) => {
    const user = await createUser(app, company)
    const token = await openSession(app, company.id, user.id)
    const reply = await get(filled(endpoint), { cookie: `__Host-access_token=${token}`, ...opened })
    if (!CHANGING.includes(name)) return expect(reply.body.code).not.toBe('csrf_failed')
    expectProblem(reply, 403, 'csrf_failed')
    expect((await app.call({ token }, people.getUser, { params: { userId: '1' } })).status, 'nothing happened').toBe(200)
    const called = await get(filled(endpoint), {
      cookie: `__Host-access_token=${token}`,
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-origin',
    })
    expect(called.body.code, 'the app’s own call').not.toBe('csrf_failed')
  })
})
