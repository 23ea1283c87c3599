import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { session } from '@reflet/contract/session'
import { describe, expect, test } from 'vitest'
import { rows, sql } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, openSession } from '../../test/factories.ts'
import { logIn, PASSWORD, readOwn, resetToken, usePasswords } from '../../test/logins.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const newUser = usePasswords(app, company)
const login = (username: string, password = PASSWORD) => logIn(app, username, password)
const me = (token: string) => readOwn(app, { token })

/** The cookies of a response, as a browser would send them back. */
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

describe('login', () => {
  test('returns a token that gives access to the own record, and cookies that scripts and other sites cannot use', async () => {
    const user = await newUser()
    const reply = await login(user.email.toUpperCase())
    expect(reply.status).toBe(200)
    expect(Buffer.from(reply.body.access_token, 'base64url')).toHaveLength(32)
    const own = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('access_token=')) ?? ''
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(own).toContain(attribute)
    expect((await me(reply.body.access_token)).body.user.email).toBe(user.email)
    const stored = await rows(
      app.database.db,
      {},
      sql`select from sessions where encode(token_hash, 'escape') like ${`%${reply.body.access_token}%`}`,
    )
    expect(stored).toHaveLength(0)
  })

  test('fails alike for an unknown address, a wrong password, no password and a deactivated account', async () => {
    const user = await newUser()
    const [gone, invited] = [await newUser({ deactivated: true }), await createUser(app, company)]
    for (const [email, password] of [['nobody@company.example'], [user.email, 'wrong'], [gone.email], [invited.email]] as const) {
      const { status, body, headers } = await login(email, password)
      expect([status, { ...body, request_id: '' }], email).toEqual([401, { code: 'unauthenticated', request_id: '' }])
      expect(headers.getSetCookie(), email).toEqual([])
    }
  })

  test('ten wrong passwords lock for a minute, further ones for longer, the right one fails meanwhile', async () => {
    const user = await newUser()
    for (let i = 0; i < 10; i++) expect((await login(user.email, 'wrong')).status).toBe(401)
    expect((await login(user.email)).status).toBe(401)
    app.advance(MINUTE_MS + 1000)
    expect((await login(user.email, 'wrong')).status).toBe(401)
    app.advance(MINUTE_MS + 1000)
    expect((await login(user.email)).status, 'two minutes after the eleventh').toBe(401)
    app.advance(MINUTE_MS)
    expect((await login(user.email)).status).toBe(200)
    expect((await login(user.email, 'wrong')).status).toBe(401)
    expect((await login(user.email)).status, 'the count starts anew').toBe(200)
  })

  test('concurrent guesses do not bypass the lockout', async () => {
    const user = await newUser()
    // A busy machine refuses some with 503, which do not count: they are retried.
    for (let left = 20, rounds = 0; left > 0; rounds++) {
      expect(rounds).toBeLessThan(20)
      const guesses = await Promise.all(Array.from({ length: left }, () => login(user.email, 'wrong')))
      expect(guesses.every(({ status }) => status === 401 || status === 503)).toBe(true)
      left = guesses.filter(({ status }) => status === 503).length
    }
    expect((await login(user.email)).status, 'locked by them').toBe(401)
  })

  test.each([
    ['another grant', { grant_type: 'client_credentials' }],
    ['another client', { client_id: 'other' }],
    ['no password', { password: '' }],
    ['an unknown field', { scope: 'all' }],
  ])('%s is refused as invalid input', async (_what, more) => {
    const reply = await logIn(app, 'someone@company.example', PASSWORD, {}, more)
    expectProblem(reply, 400, 'invalid_input')
    expect(Object.keys(reply.body.fields ?? {})).toHaveLength(1)
  })
})

describe('a session', () => {
  test('is extended for 30 days and ends after 90', async () => {
    const user = await newUser()
    const { token } = user
    for (let day = 0; day < 85; day += 17) {
      expect((await me(token)).status).toBe(200)
      app.advance(17 * DAY_MS)
    }
    expect((await me(token)).status).toBe(200)
    app.advance(6 * DAY_MS)
    expect((await me(token)).status).toBe(401)
    const idle = await openSession(app, company.id, user.id)
    app.advance(31 * DAY_MS)
    expect((await me(idle)).status).toBe(401)
  })

  test('ends at logout, and with the account; revoke-tokens ends every one', async () => {
    const user = await newUser()
    const open = () => openSession(app, company.id, user.id)
    const [second, third] = [await open(), await open()]
    expect((await app.call(user, session.logout)).status).toBe(200)
    expect((await me(user.token)).status).toBe(401)
    expect((await app.call({ token: second }, session.revokeTokens)).body.revoked).toBe(2)
    for (const token of [second, third]) expect((await me(token)).status).toBe(401)
    const last = await open()
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${user.id}`)
    expect((await me(last)).status, 'deactivated').toBe(401)
  })
})

describe('a call with the cookie', () => {
  const withCookie = async (path: string, method: string, headers: Record<string, string>) => {
    const reply = await fetch(`${app.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: '{"platform":"browser"}' }),
    })
    return [reply.status, ((await reply.json()) as { code?: string }).code]
  }

  test('needs the CSRF cookie’s value in the header when it has side effects', async () => {
    const user = await newUser()
    const cookie = cookiesOf((await login(user.email)).headers)
    const csrf = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
    const path = '/api/platform/used'
    for (const [at, method] of [
      [path, 'POST'],
      ['/api/user', 'DELETE'],
    ] as const)
      expect(await withCookie(at, method, { cookie })).toEqual([403, 'csrf_failed'])
    expect(await withCookie(path, 'POST', { cookie, 'x-xsrf-token': `${csrf}x` })).toEqual([403, 'csrf_failed'])
    expect(await withCookie(path, 'POST', { cookie, 'x-xsrf-token': csrf })).toEqual([200, undefined])
    expect(await withCookie('/api/skills', 'GET', { cookie })).toEqual([200, undefined])
    const other = cookiesOf((await login((await newUser()).email)).headers)
    expect(await withCookie(path, 'POST', { cookie: other, 'x-xsrf-token': csrf })).toEqual([403, 'csrf_failed'])
  })

  test('from another site’s page has no side effects, GET or not', async () => {
    const user = await newUser()
    const cookie = cookiesOf((await login(user.email)).headers)
    for (const site of ['cross-site', 'same-site'])
      expect(await withCookie('/api/revoke-tokens', 'GET', { cookie, 'sec-fetch-site': site })).toEqual([403, 'csrf_failed'])
    const looked = await fetch(`${app.url}/api/revoke-tokens`, { method: 'HEAD', headers: { cookie } })
    expect(looked.status, 'looking whether it is there does nothing').toBe(404)
    expect(await withCookie('/api/skills', 'GET', { cookie })).toEqual([200, undefined])
  })
})

describe('a forgotten password', () => {
  const reset = (token: string, password: string) => app.call(null, session.resetPassword, { body: { token, password } })

  test('gets the same response whether the address is known; only a known one gets a mail', async () => {
    const user = await newUser()
    await app.mails()
    for (const email of [user.email, 'nobody@company.example'])
      expect((await app.call(null, session.forgottenPassword, { body: { email } })).body).toEqual({ result: true })
    expect((await app.mails()).map(({ to }) => (to as { text: string }).text)).toEqual([user.email])
  })

  test('is reset once, within two hours, and every session ends', async () => {
    const user = await newUser()
    const token = await resetToken(app, user.email)
    expectProblem(await reset(token, 'short'), 422, 'password_too_weak')
    expect((await reset(token, 'another long password')).body).toEqual({ result: true, email: user.email })
    expect((await me(user.token)).status).toBe(401)
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, 'another long password')).status).toBe(200)
    expectProblem(await reset(token, 'a third long password'), 410, 'gone')
    app.advance(MINUTE_MS + 1000)
    const late = await resetToken(app, user.email)
    app.advance(2 * 60 * MINUTE_MS + 1000)
    expectProblem(await reset(late, 'a third long password'), 410, 'gone')
  })
})
