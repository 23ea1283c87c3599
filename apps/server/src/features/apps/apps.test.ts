import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { updates } from '@reflet/contract/updates'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../platform/passwords.ts'
import { readSettings } from '../../platform/settings.ts'
import { buildAppForThisTest } from '../../test/build-test-app.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser } from '../../test/factories.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { CLIENT_ID } from '../session/session.commands.ts'

const CERTIFICATE = Array.from({ length: 32 }, () => 'AB').join(':')
const { apps } = readSettings({
  MIN_APP_VERSION: '1.4.0',
  LATEST_APP_VERSION: '1.6',
  IOS_STORE_URL: 'https://apps.example/reflet',
  IOS_APP_ID: 'ABCDE12345.app.reflet',
  ANDROID_CERTIFICATES: `${CERTIFICATE}, ${CERTIFICATE.toLowerCase()}`,
})
const app = useTestApp({ settings: { apps } })
const { company } = useCompany(app)
const PASSWORD = 'a long enough password'
const ORIGINS = ['capacitor://localhost', 'https://localhost']

describe('the update check', () => {
  test('says the oldest and the latest version, and the store of the system that asks', async () => {
    expect((await app.call(null, updates.checkUpdate)).body).toEqual({ minVersion: '1.4.0', latestVersion: '1.6' })
    const ios = { minVersion: '1.4.0', latestVersion: '1.6', storeUrl: 'https://apps.example/reflet' }
    expect((await app.call(null, updates.checkUpdate, { query: { platform: 'ios' } })).body).toEqual(ios)
    expect((await app.call(null, updates.checkUpdate, { query: { platform: 'android' } })).body).toEqual({
      minVersion: '1.4.0',
      latestVersion: '1.6',
    })
    expectProblem(await app.call(null, updates.checkUpdate, { query: { platform: 'symbian' as 'ios' } }), 400, 'invalid_input')
  })

  test('without settings every version is accepted, and no app opens links', async () => {
    const plain = await buildAppForThisTest()
    expect((await plain.call(null, updates.checkUpdate)).body).toEqual({ minVersion: '0.0.0' })
    for (const file of ['assetlinks.json', 'apple-app-site-association'])
      expect((await fetch(`${plain.url}/.well-known/${file}`)).status).toBe(404)
  })

  test.each([
    { MIN_APP_VERSION: 'latest' },
    { LATEST_APP_VERSION: '1.2.3-beta' },
    { IOS_STORE_URL: 'javascript:alert(1)' },
    { IOS_APP_ID: 'app.reflet' },
    { ANDROID_APP_ID: 'reflet' },
    { ANDROID_CERTIFICATES: 'AB:CD' },
  ])('a bad setting is refused by its name: %o', (setting) => {
    expect(() => readSettings(setting)).toThrow(`Setting ${Object.keys(setting)[0]}`)
  })
})

test('the systems learn which app opens mailed links', async () => {
  const android = await fetch(`${app.url}/.well-known/assetlinks.json`)
  expect(android.headers.get('content-type')).toContain('application/json')
  expect(await android.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: { namespace: 'android_app', package_name: 'app.reflet', sha256_cert_fingerprints: [CERTIFICATE, CERTIFICATE] },
    },
  ])
  const ios = await fetch(`${app.url}/.well-known/apple-app-site-association`)
  expect(ios.headers.get('content-type')).toContain('application/json')
  const { applinks, webcredentials } = (await ios.json()) as {
    applinks: { details: { appIDs: string[]; components: Record<string, string>[] }[] }
    webcredentials: { apps: string[] }
  }
  expect(applinks.details[0]?.appIDs).toEqual(['ABCDE12345.app.reflet'])
  expect(applinks.details[0]?.components.map((one) => one['/'])).toEqual(['/guest-answer/*', '/reset-password/*', '/coffee/*', '/event/*'])
  expect(webcredentials.apps).toEqual(['ABCDE12345.app.reflet'])
})

/** As a browser sends it: Node's `fetch` sets its own Origin. */
async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const sent = request(`${app.url}${path}`, { method, headers })
  const [reply] = (await once(sent.end(body), 'response')) as [IncomingMessage]
  return { status: reply.statusCode, headers: reply.headers, text: await text(reply) }
}

function logIn(headers: Record<string, string>, username: string, password: string) {
  const form = new URLSearchParams({ grant_type: 'password', client_id: CLIENT_ID, username, password })
  return send('POST', session.login.path, { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, String(form))
}

describe.each(ORIGINS)('a native app at %s', (origin) => {
  const asApp = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }

  test('is allowed by a preflight, without credentials', async () => {
    const preflight = { ...asApp, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization,content-type' }
    const { status, headers } = await send('OPTIONS', '/api/users/1', preflight)
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['access-control-allow-methods']).toContain('PATCH')
    expect(headers['access-control-allow-headers']).toBe('authorization, content-type')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers.vary).toContain('Origin')
  })

  test('logs in, and gets a token and no cookie; then its token alone counts', async () => {
    const user = await createUser(app, company, { password_hash: await hashPassword(PASSWORD) })
    const opened = await logIn(asApp, user.email, PASSWORD)
    expect(opened.status).toBe(200)
    expect(opened.headers['set-cookie']).toBeUndefined()
    expect(opened.headers['access-control-allow-origin']).toBe(origin)
    const { access_token } = JSON.parse(opened.text)
    const me = await send('GET', '/api/users/1', { ...asApp, authorization: `Bearer ${access_token}` })
    expect(me.status).toBe(200)
    expect(me.headers['access-control-allow-origin']).toBe(origin)
    const changed = await send(
      'PATCH',
      '/api/users/1',
      { ...asApp, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      '{"locale":"de"}',
    )
    expect(changed.status).toBe(200)
    const withCookie = await send('GET', '/api/users/1', { ...asApp, cookie: `access_token=${access_token}` })
    expect(withCookie.status, 'a cookie gives a page of another origin no access').toBe(403)
    const out = await send('POST', session.logout.path, { ...asApp, authorization: `Bearer ${access_token}` })
    expect(out.status).toBe(200)
    expect(out.headers['set-cookie']).toBeUndefined()
    expect((await app.call({ token: access_token }, people.getUser, { params: { userId: '1' } })).status).toBe(401)
  })

  test('reads why it was refused, and how long it has to wait', async () => {
    const refused = await send('GET', '/api/users/1', asApp)
    expect(refused.status).toBe(401)
    expect(refused.headers['access-control-allow-origin']).toBe(origin)
    expect(refused.headers['access-control-expose-headers']).toContain('retry-after')
    const unknown = await send('GET', '/api/nothing', asApp)
    expect([unknown.status, unknown.headers['access-control-allow-origin']]).toEqual([404, origin])
    const health = await send('GET', '/health/live', asApp)
    expect([health.status, health.headers['access-control-allow-origin']]).toEqual([200, origin])
  })
})

test.each([
  'https://localhost:8443',
  'http://localhost',
  'capacitor://localhost.example',
  'https://evil.example',
  'null',
  'ionic://localhost',
])('a page at %s stays another site', async (origin) => {
  const asPage = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
  const preflight = await send('OPTIONS', '/api/users/1', { ...asPage, 'access-control-request-method': 'GET' })
  expect(preflight.status).toBe(404)
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  const user = await createUser(app, company)
  const read = await send('GET', '/api/users/1', { ...asPage, authorization: `Bearer ${user.token}` })
  expect(read.headers['access-control-allow-origin']).toBeUndefined()
  const login = await logIn(asPage, user.email, 'x')
  expect([login.status, JSON.parse(login.text).code]).toEqual([403, 'csrf_failed'])
})

test('the web app of a server at https://localhost has its cookies: its browser says that the call stays there', async () => {
  const user = await createUser(app, company, { password_hash: await hashPassword(PASSWORD) })
  const asPage = { host: 'localhost', origin: 'https://localhost', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  const opened = await logIn(asPage, user.email, PASSWORD)
  expect(opened.status).toBe(200)
  expect(String(opened.headers['set-cookie'])).toContain('access_token=')
  expect(opened.headers['access-control-allow-origin']).toBeUndefined()
})
