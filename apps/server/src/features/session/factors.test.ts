import { randomBytes } from 'node:crypto'
import { adminAudit } from '@reflet/contract/admin-audit'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { loginSteps } from '@reflet/contract/login-steps'
import { security } from '@reflet/contract/security'
import { session } from '@reflet/contract/session'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { openSession, signIn, type TestUser } from '../../test/factories.ts'
import { deviceIn, logIn, PASSWORD, readOwn, resetToken, usePasswords } from '../../test/logins.ts'
import { createAuthenticator, type Wrong } from '../../test/passkeys.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const app = useTestApp()
const { company, anne } = useCompanyPerTest(app, { anne: { role: 'admin' } })
const newUser = usePasswords(app, company)

const login = (username: string, password = PASSWORD, headers: Record<string, string> = {}) => logIn(app, username, password, headers)
const second = (body: object) => app.call(null, loginSteps.loginSecondFactor, { body: body as never })
const codeOf = (secret: string, at = app.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
const policy = (body: object) => app.call(anne, adminSignIn.updateSignIn, { body })
const subjects = async () => (await app.mails()).map(({ subject, to }) => ({ subject, to: [to].flat()[0]?.text }))

async function withTotp(user: TestUser) {
  const { secret } = (await app.call(user, security.beginTotp)).body
  const confirmed = await app.call(user, security.confirmTotp, { body: { code: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  app.advance(30_000)
  return { secret, codes: confirmed.body.recovery_codes ?? [] }
}

const options = async (user: TestUser) => (await app.call(user, security.addPasskey, { body: {} })).body.options ?? {}
const addPasskey = (user: TestUser, passkey: object) => app.call(user, security.addPasskey, { body: { passkey } as never })
async function withPasskey(user: TestUser) {
  const authenticator = createAuthenticator(app.url)
  const added = await addPasskey(user, authenticator.register(await options(user)))
  expect(added.status).toBe(200)
  return { authenticator, id: added.body.passkey?.id ?? '' }
}
type Authenticator = ReturnType<typeof createAuthenticator>
const begunLogin = async () => (await app.call(null, loginSteps.loginPasskey, { body: {} })).body.options ?? {}
const passkeyLogin = async ({ sign }: Authenticator, wrong?: Wrong, begun?: Record<string, unknown>) =>
  app.call(null, loginSteps.loginPasskey, { body: { passkey: sign(begun ?? (await begunLogin()), wrong) } })

const challengeOf = async (user: TestUser, password = PASSWORD) => {
  const reply = await login(user.email, password)
  expectProblem(reply, 401, 'second_factor_required')
  return reply.body.second_factor as { challenge: string; factors: string[]; passkey: Record<string, unknown> | null }
}
const refusals = async () =>
  (await app.call(anne, adminAudit.listAudit, { query: { action: 'sign_in_refused' } })).body.entries.map((entry) => ({
    ...entry,
    reason: (entry.details as { reason: string }).reason,
  }))
const passwordsFor = (who: 'everyone' | 'admins' | 'nobody') =>
  app.database.db.execute(sql`update companies set password_login = ${who} where company_id = ${company.id}`)

describe('an authenticator app', () => {
  test('is asked for after the password; a code is accepted once, within a step of the clock', async () => {
    const user = await newUser()
    const { secret, codes } = await withTotp(user)
    expect(codes).toHaveLength(10)
    expect((await app.call(user, security.getSecurity)).body).toMatchObject({ totp: true, recovery_codes: 10 })
    const due = await challengeOf(user)
    expect(due).toMatchObject({ factors: ['totp', 'recovery_code'], passkey: null })
    expectProblem(await second({ challenge: due.challenge, code: '000000' }), 422, 'wrong_code')
    const code = codeOf(secret)
    const opened = await second({ challenge: due.challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(opened.body.recovery_codes).toBeNull()
    expect((await readOwn(app, { token: opened.body.access_token })).status).toBe(200)
    expectProblem(await second({ challenge: due.challenge, code: codeOf(secret) }), 410, 'gone')
    const again = await challengeOf(user)
    expectProblem(await second({ challenge: again.challenge, code }), 422, 'wrong_code')
    const late = new Date(app.now().getTime() - 2 * 30_000)
    expectProblem(await second({ challenge: again.challenge, code: codeOf(secret, late) }), 422, 'wrong_code')
    app.advance(30_000)
    expect((await second({ challenge: again.challenge, code: codeOf(secret) })).status).toBe(200)
  })

  test('is not in use before its first code, and replaces the one before only then', async () => {
    const user = await newUser()
    const abandoned = (await app.call(user, security.beginTotp)).body
    expect((await login(user.email)).status).toBe(200)
    const { secret } = (await app.call(user, security.beginTotp)).body
    expectProblem(await app.call(user, security.confirmTotp, { body: { code: codeOf(abandoned.secret) } }), 422, 'wrong_code')
    expect((await app.call(user, security.confirmTotp, { body: { code: codeOf(secret) } })).status).toBe(200)
    expectProblem(await app.call(user, security.confirmTotp, { body: { code: codeOf(secret) } }), 410, 'gone')
    const next = (await app.call(user, security.beginTotp)).body
    app.advance(30_000)
    const due = await challengeOf(user)
    expectProblem(await second({ challenge: due.challenge, code: codeOf(next.secret) }), 422, 'wrong_code')
    expect((await second({ challenge: due.challenge, code: codeOf(secret) })).status).toBe(200)
    const replaced = await app.call(user, security.confirmTotp, { body: { code: codeOf(next.secret) } })
    expect(replaced.body.recovery_codes, 'there are some already').toBeNull()
    app.advance(30_000)
    const last = await challengeOf(user)
    expectProblem(await second({ challenge: last.challenge, code: codeOf(secret) }), 422, 'wrong_code')
    expect((await second({ challenge: last.challenge, code: codeOf(next.secret) })).status).toBe(200)
  })

  test('cannot be guessed: five wrong codes end a challenge, and failures count across challenges', async () => {
    const user = await newUser()
    const { secret } = await withTotp(user)
    const due = await challengeOf(user)
    for (let attempt = 0; attempt < 5; attempt++)
      expectProblem(await second({ challenge: due.challenge, code: '000000' }), 422, 'wrong_code')
    expectProblem(await second({ challenge: due.challenge, code: codeOf(secret) }), 410, 'gone')
    const next = await challengeOf(user)
    for (let attempt = 0; attempt < 5; attempt++) await second({ challenge: next.challenge, code: '000000' })
    const locked = await challengeOf(user)
    expectProblem(await second({ challenge: locked.challenge, code: codeOf(secret) }), 422, 'wrong_code')
    app.advance(2 * MINUTE_MS)
    expect((await second({ challenge: locked.challenge, code: codeOf(secret) })).status, 'after the lockout').toBe(200)
  })

  test('of concurrent uses of one code one opens a session', async () => {
    const user = await newUser()
    const { secret } = await withTotp(user)
    const challenges = await Promise.all([1, 2, 3].map(() => challengeOf(user)))
    const replies = await Promise.all(challenges.map(({ challenge }) => second({ challenge, code: codeOf(secret) })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  test('a challenge ends after ten minutes, with the account and with its company’s permission', async () => {
    const user = await newUser()
    const { secret } = await withTotp(user)
    const due = await challengeOf(user)
    app.advance(11 * MINUTE_MS)
    expectProblem(await second({ challenge: due.challenge, code: codeOf(secret) }), 410, 'gone')
    const open = await challengeOf(user)
    await passwordsFor('nobody')
    expectProblem(await second({ challenge: open.challenge, code: codeOf(secret) }), 401, 'unauthenticated')
    expectProblem(await second({ challenge: 'A'.repeat(43), code: '123456' }), 410, 'gone')
    expectProblem(await second({ challenge: open.challenge }), 401, 'unauthenticated')
  })
})

describe('an attacker who knows the password', () => {
  test('gets no counter of their own by invented devices', async () => {
    const user = await newUser()
    const { secret } = await withTotp(user)
    const guess = async (code: string) => {
      const due = await challengeOf(user)
      const cookie = `device=${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`
      return app.call(null, loginSteps.loginSecondFactor, { body: { challenge: due.challenge, code } }, { cookie })
    }
    for (let attempt = 0; attempt < 12; attempt++) await guess('000000')
    expectProblem(await guess(codeOf(secret)), 422, 'wrong_code')
    const wrong = (await refusals()).filter(({ reason }) => reason === 'second_factor')
    expect(wrong.length, 'entered until the lock').toBe(10)
    expect(wrong[0]).toMatchObject({ actor: { id: null }, target: { id: user.id } })
  })

  test('cannot go on with a challenge after the password was changed or reset', async () => {
    const user = await newUser()
    const { secret } = await withTotp(user)
    const before = await challengeOf(user)
    expect((await app.call(user, security.changePassword, { body: { current: PASSWORD, new: 'another long phrase' } })).status).toBe(200)
    expectProblem(await second({ challenge: before.challenge, code: codeOf(secret) }), 410, 'gone')
    const due = await challengeOf(user, 'another long phrase')
    const token = await resetToken(app, user.email)
    await app.call(null, session.resetPassword, { body: { token, password: 'a third long phrase' } })
    expectProblem(await second({ challenge: due.challenge, code: codeOf(secret) }), 410, 'gone')
  })

  test('of two who set up the first factor at once one does', async () => {
    await policy({ second_factor: 'everyone' })
    const user = await newUser()
    const enrol = async (who: TestUser) => {
      const due = await challengeOf(who)
      const { passkey } = (await app.call(null, loginSteps.loginEnrolment, { body: { challenge: due.challenge, factor: 'passkey' } })).body
      return { challenge: due.challenge, passkey: createAuthenticator(app.url).register(passkey ?? {}) }
    }
    const [before, ...both] = [await enrol(user), await enrol(user), await enrol(user)]
    const replies = await Promise.all(both.map((body) => second(body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410])
    expectProblem(await second(before), 410, 'gone')
    expect((await challengeOf(user)).factors).toEqual(['passkey', 'recovery_code'])

    const other = await newUser()
    const late = await enrol(other)
    await withTotp(other)
    expectProblem(await second(late), 410, 'gone')
    expect((await challengeOf(other)).factors).toEqual(['totp', 'recovery_code'])
  })
})

test('another site, another subdomain and a foreign origin log no one in', async () => {
  const { email } = await newUser()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])
    expectProblem(await logIn(app, email, PASSWORD, headers), 403, 'csrf_failed', { because: JSON.stringify(headers) })
  expect((await login(email, PASSWORD, { origin: app.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('what came by a link is a code, never a password', async () => {
  expectProblem(await logIn(app, (await newUser()).email, PASSWORD, {}, { sign_on: 'true' }), 401, 'unauthenticated')
})

describe('recovery codes', () => {
  test('open one session each, in any spelling, and each use is mailed', async () => {
    const user = await newUser()
    const { codes } = await withTotp(user)
    await app.mails()
    const [first = ''] = codes
    expect(first).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    const due = await challengeOf(user)
    expect((await second({ challenge: due.challenge, code: first.toLowerCase().replace('-', ' ') })).status).toBe(200)
    expect((await subjects()).map(({ subject }) => subject)).toContain('A recovery code was used to sign in')
    const again = await challengeOf(user)
    expectProblem(await second({ challenge: again.challenge, code: first }), 422, 'wrong_code')
    expect((await app.call(user, security.getSecurity)).body.recovery_codes).toBe(9)
    const { recovery_codes: fresh } = (await app.call(user, security.makeRecoveryCodes)).body
    expectProblem(await second({ challenge: again.challenge, code: fresh[0] ?? '' }), 410, 'gone')
    const { challenge } = await challengeOf(user)
    expectProblem(await second({ challenge, code: codes[1] ?? '' }), 422, 'wrong_code')
    expect((await second({ challenge, code: fresh[0] ?? '' })).status).toBe(200)
  })

  test('are of one person only, stored as hashes, and need a factor', async () => {
    const user = await newUser()
    const other = await newUser()
    const { codes } = await withTotp(user)
    await withTotp(other)
    const due = await challengeOf(other)
    expectProblem(await second({ challenge: due.challenge, code: codes[0] ?? '' }), 422, 'wrong_code')
    const stored = await rows(app.database.db, { text: t.text }, sql`select encode(code_hash, 'escape') as text from recovery_codes`)
    expect(stored.some(({ text }) => codes.some((code) => text.includes(code.replace('-', ''))))).toBe(false)
    expectProblem(await app.call(await newUser(), security.makeRecoveryCodes), 403, 'forbidden')
  })
})

describe('a passkey', () => {
  test('logs in alone, and stands for both factors', async () => {
    const user = await newUser()
    const { authenticator } = await withPasskey(user)
    const opened = await passkeyLogin(authenticator)
    expect((await readOwn(app, { token: opened.body.access_token ?? '' })).body.user.email).toBe(user.email)
    const { sessions } = (await app.call(user, security.listSessions)).body
    expect(sessions.map(({ method }) => method).sort()).toEqual(['passkey', 'password'])
  })

  test('is the second step after a password', async () => {
    const user = await newUser()
    const { authenticator } = await withPasskey(user)
    const due = await challengeOf(user)
    expect(due.factors).toEqual(['passkey'])
    const passkey = authenticator.sign(due.passkey ?? {})
    expect((await second({ challenge: due.challenge, passkey })).status).toBe(200)
    const again = await challengeOf(user)
    expectProblem(await second({ challenge: again.challenge, passkey }), 422, 'passkey_refused')
    const { authenticator: strange } = await withPasskey(await newUser())
    const foreign = { challenge: again.challenge, passkey: strange.sign(again.passkey ?? {}) }
    expectProblem(await second(foreign), 422, 'passkey_refused')
  })

  test.each<[string, Wrong]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an invented challenge', { challenge: 'AAAA' }],
    ['without verification of the user', { isVerified: false }],
    ['a counter that goes back', { counter: 0 }],
    [
      'another signature',
      { signature: (right) => Buffer.concat([right.subarray(0, 8), Buffer.from([~(right[8] ?? 0)]), right.subarray(9)]) },
    ],
  ])('is refused from %s', async (_name, wrong) => {
    const user = await newUser()
    const { authenticator } = await withPasskey(user)
    expect((await passkeyLogin(authenticator)).status).toBe(200)
    expectProblem(await passkeyLogin(authenticator, wrong), 401, 'unauthenticated')
    const fresh = createAuthenticator(app.url).register(await options(user), wrong)
    if (!('counter' in wrong || 'signature' in wrong)) expectProblem(await addPasskey(user, fresh), 422, 'passkey_refused')
  })

  test('a failure of the database is not a wrong passkey: the login can be retried', async () => {
    const user = await newUser()
    const { authenticator } = await withPasskey(user)
    const due = await challengeOf(user)
    const { db } = app.database
    const passkey = authenticator.sign(due.passkey ?? {})
    await db.execute(sql`alter table passkey_challenges rename to moved_challenges`)
    try {
      expect((await second({ challenge: due.challenge, passkey })).status).toBe(500)
    } finally {
      await db.execute(sql`alter table moved_challenges rename to passkey_challenges`)
    }
    expect((await second({ challenge: due.challenge, passkey })).status).toBe(200)
  })

  test('how a passkey is reached is stored as far as it is a word: the browser says it unsigned', async () => {
    const user = await newUser()
    for (const transports of [['internal', 'a\0b', 'a\ud800', 'x'.repeat(30), ['usb'], null, 5, 'hybrid'], 'internal', { a: 1 }, null, 5]) {
      const passkey = createAuthenticator(app.url).register(await options(user))
      Object.assign(passkey.response, { transports })
      expect((await addPasskey(user, passkey)).status, JSON.stringify(transports)).toBe(200)
    }
    const stored = await rows(
      app.database.db,
      { transports: t.texts },
      sql`select transports from passkeys where user_id = ${user.id} order by created_at, id`,
    )
    expect(stored.map(({ transports }) => transports)).toEqual([['internal', 'hybrid'], [], [], [], []])
  })

  test('a challenge is for one use, one person, one purpose and five minutes', async () => {
    const user = await newUser()
    const { authenticator } = await withPasskey(user)
    const begun = await begunLogin()
    expect((await passkeyLogin(authenticator, {}, begun)).status).toBe(200)
    expectProblem(await passkeyLogin(authenticator, {}, begun), 401, 'unauthenticated')
    const old = await begunLogin()
    app.advance(6 * MINUTE_MS)
    expectProblem(await passkeyLogin(authenticator, {}, old), 401, 'unauthenticated')
    const passkey = authenticator.sign(await begunLogin())
    expectProblem(await app.call(user, security.reauthenticate, { body: { passkey } }), 422, 'passkey_refused')
    const mine = createAuthenticator(app.url).register(await options(user))
    expectProblem(await addPasskey(await newUser(), mine), 422, 'passkey_refused')
  })

  test('is stored once, and at most twenty for a person', async () => {
    const user = await newUser()
    const authenticator = createAuthenticator(app.url)
    const add = async (who: TestUser) => addPasskey(who, authenticator.register(await options(who)))
    expect((await add(user)).status).toBe(200)
    expectProblem(await add(user), 409, 'passkey_known')
    expectProblem(await add(await newUser()), 409, 'passkey_known')
    await app.database.db.execute(sql`insert into passkeys (company_id, id, user_id, credential_id, public_key, counter, name, backed_up, created_at)
      select company_id, gen_random_uuid(), user_id, 'copy-' || n, public_key, 0, name, false, created_at from passkeys, generate_series(1, 19) n where user_id = ${user.id}`)
    expectProblem(await app.call(user, security.addPasskey, { body: {} }), 422, 'limit_reached')
  })
})

describe('what the company demands', () => {
  test('leads through enrolment at the next login, by app or passkey', async () => {
    expect((await policy({ second_factor: 'everyone' })).body.second_factor).toBe('everyone')
    const user = await newUser()
    const due = await challengeOf(user)
    expect(due.factors).toEqual([])
    const enrol = (challenge: string, factor: 'totp' | 'passkey') =>
      app.call(null, loginSteps.loginEnrolment, { body: { challenge, factor } })
    const { totp } = (await enrol(due.challenge, 'totp')).body
    expect(totp?.uri).toContain('otpauth://totp/Reflet')
    expectProblem(await second({ challenge: due.challenge, code: '000000' }), 422, 'wrong_code')
    const opened = await second({ challenge: due.challenge, code: codeOf(totp?.secret ?? '') })
    expect(opened.status).toBe(200)
    expect(opened.body.recovery_codes).toHaveLength(10)
    expectProblem(await enrol((await challengeOf(user)).challenge, 'totp'), 403, 'forbidden')
    expectProblem(await app.call({ token: opened.body.access_token }, security.deleteTotp), 409, 'last_second_factor')

    const other = await newUser()
    const authenticator = createAuthenticator(app.url)
    const begun = await challengeOf(other)
    const { passkey } = (await enrol(begun.challenge, 'passkey')).body
    expect((await second({ challenge: begun.challenge, passkey: authenticator.register(passkey ?? {}) })).status).toBe(200)
    expect((await challengeOf(other)).factors).toEqual(['passkey', 'recovery_code'])
  })

  test('of administrators only, spares the others', async () => {
    await policy({ second_factor: 'admins' })
    expect((await login((await newUser()).email)).status).toBe(200)
    await challengeOf(await newUser({ role: 'admin' }))
  })

  test('passwords are refused as if they were wrong, where the provider alone signs people in', async () => {
    expectProblem(await policy({ password_login: 'nobody' }), 409, 'single_sign_on_missing')
    const user = await newUser()
    const admin = await newUser({ role: 'admin' })
    const { authenticator } = await withPasskey(user)
    await passwordsFor('admins')
    const refused = await login(user.email)
    expectProblem(refused, 401, 'unauthenticated')
    expect(refused.body).not.toHaveProperty('second_factor')
    expectProblem(await passkeyLogin(authenticator), 401, 'unauthenticated')
    const body = { current: PASSWORD, new: 'another long phrase' }
    expectProblem(await app.call(user, security.changePassword, { body }), 403, 'forbidden')
    expectProblem(await app.call(user, security.beginTotp), 403, 'forbidden')
    expectProblem(await app.call(user, security.reauthenticate, { body: { password: PASSWORD } }), 403, 'forbidden')
    const begun = (await app.call(user, security.reauthenticate, { body: {} })).body.options ?? {}
    expectProblem(await app.call(user, security.reauthenticate, { body: { passkey: authenticator.sign(begun) } }), 403, 'forbidden')
    expect((await app.call(user, security.getSecurity)).body.password_allowed).toBe(false)
    expect(await resetToken(app, user.email), 'no mail').toBe('')
    expect((await login(admin.email)).status).toBe(200)
    expect((await refusals())[0]?.details).toEqual({ reason: 'password_login_forbidden' })

    await passwordsFor('nobody')
    expectProblem(await login(admin.email), 401, 'unauthenticated')
    const until = new Date(app.now().getTime() + 60 * MINUTE_MS)
    await app.database.db.execute(sql`update companies set emergency_until = ${until} where company_id = ${company.id}`)
    expect((await login(admin.email)).status, 'the operator’s emergency sign-in').toBe(200)
    expectProblem(await login(user.email), 401, 'unauthenticated')
    app.advance(61 * MINUTE_MS)
    expectProblem(await login(admin.email), 401, 'unauthenticated')
  })

  test('the last way in stays', async () => {
    const user = await newUser()
    const { id } = await withPasskey(user)
    await app.database.db.execute(sql`update users set password_hash = null where id = ${user.id}`)
    expectProblem(await app.call(user, security.deletePasskey, { params: { id } }), 409, 'last_way_in')
    await app.database.db.execute(sql`update users set password_hash = 'a hash' where id = ${user.id}`)
    expect((await app.call(user, security.deletePasskey, { params: { id } })).status).toBe(200)
  })
})

describe('a recent sign-in', () => {
  test('is needed for what cannot be taken back, and the password or a passkey renews it', async () => {
    const user = await newUser()
    const other = await signIn(app, user)
    const { authenticator, id } = await withPasskey(user)
    app.advance(11 * MINUTE_MS)
    const calls = [
      () => app.call(user, security.beginTotp),
      () => app.call(user, security.addPasskey, { body: {} }),
      () => app.call(user, security.deletePasskey, { params: { id } }),
      () => app.call(user, security.deleteTotp),
      () => app.call(user, security.makeRecoveryCodes),
      () => app.call(user, security.endOtherSessions),
      () => app.call(user, security.endSession, { params: { id } }),
      () => app.call(user, security.confirmTotp, { body: { code: '123456' } }),
    ]
    for (const call of calls) expectProblem(await call(), 403, 'reauthentication_required')
    expectProblem(await app.call(user, security.reauthenticate, { body: { password: 'wrong' } }), 422, 'wrong_password')
    expectProblem(await app.call(user, security.beginTotp), 403, 'reauthentication_required')
    expect((await app.call(user, security.reauthenticate, { body: { password: PASSWORD } })).body).toEqual({ options: null })
    expect((await app.call(user, security.beginTotp)).status).toBe(200)
    expectProblem(await app.call(other, security.beginTotp), 403, 'reauthentication_required')
    app.advance(11 * MINUTE_MS)
    const begun = (await app.call(user, security.reauthenticate, { body: {} })).body.options ?? {}
    expect((await app.call(user, security.reauthenticate, { body: { passkey: authenticator.sign(begun) } })).status).toBe(200)
    expect((await app.call(user, security.endOtherSessions)).body).toEqual({ ended: 1 })
    expect((await readOwn(app, other)).status).toBe(401)
  })

  test('a stolen session is no way to guess the password', async () => {
    const user = await newUser()
    for (let attempt = 0; attempt < 10; attempt++) await app.call(user, security.reauthenticate, { body: { password: `wrong ${attempt}` } })
    expectProblem(await app.call(user, security.reauthenticate, { body: { password: PASSWORD } }), 429, 'slow_down')
    app.advance(MINUTE_MS + 1000)
    expectProblem(await app.call(user, security.reauthenticate, { body: { password: 'wrong' } }), 422, 'wrong_password')
  })
})

describe('sessions', () => {
  test('are listed with device, network and method, and ended one by one', async () => {
    const user = await newUser()
    const opened = await login(user.email, PASSWORD, FIREFOX)
    const { sessions } = (await app.call(user, security.listSessions)).body
    const [own, other] = [true, false].map((is) => sessions.find(({ current }) => current === is))
    expect(other).toMatchObject({ browser: 'Firefox', system: 'Linux', method: 'password', network: '127.0.0.0/24' })
    expectProblem(await app.call(user, security.endSession, { params: { id: own?.id ?? '' } }), 404, 'not_found')
    expect((await app.call(user, security.endSession, { params: { id: other?.id ?? '' } })).status).toBe(200)
    expect((await readOwn(app, { token: opened.body.access_token })).status).toBe(401)
    app.advance(31 * DAY_MS)
    const fresh = { token: await openSession(app, company.id, user.id) }
    expect((await app.call(fresh, security.listSessions)).body.sessions).toHaveLength(1)
  })

  test('a new device is mailed, a known one is not', async () => {
    const user = await newUser()
    await app.mails()
    const first = await login(user.email, PASSWORD, FIREFOX)
    const [mail, ...others] = await app.mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('New sign-in to your Reflet account')
    expect(mail?.text).toContain('Firefox, Linux')
    await login(user.email, PASSWORD, { ...FIREFOX, cookie: deviceIn(first) })
    expect(await app.mails()).toEqual([])
    const newcomer = await newUser()
    await app.database.db.execute(sql`update users set activated_at = null where id = ${newcomer.id}`)
    await login(newcomer.email)
    expect(await app.mails(), 'the first sign-in of all').toEqual([])
  })
})

describe('the own password', () => {
  let number = 0
  const change = (user: TestUser, next: string, current = PASSWORD) =>
    app.call(user, security.changePassword, { body: { current, new: next } })

  test('is changed with the current one, to a name and more; other sessions end, and the person is mailed', async () => {
    const user = await newUser({ first_name: 'Hadjar' })
    const other = await signIn(app, user)
    const next = 'hadjar likes slow trains'
    expectProblem(await change(user, next, 'wrong'), 422, 'wrong_password')
    expect((await change(user, next)).status).toBe(200)
    expect((await subjects()).map(({ subject }) => subject)).toEqual(['Your password was changed'])
    expect((await readOwn(app, other)).status).toBe(401)
    expect((await readOwn(app, user)).status).toBe(200)
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, next)).status).toBe(200)
  })

  test.each([
    ['too short', 'short', 'too_short'],
    ['too short, in two parts a letter', 'e\u0301'.repeat(5), 'too_short'],
    ['too short but for invisible letters', `short${'\u200b'.repeat(8)}`, 'too_short'],
    ['among the common ones with an invisible letter', 'qwertyuiop\u200b', 'common'],
    ['among the common ones', 'qwertyuiop', 'common'],
    ['among the common ones in capitals', 'QwertyUiop', 'common'],
    ['the own name with digits', 'HadjarMartin2026!', 'personal'],
    ['the own name with an accent left out', 'Hadjar-Martín-99', 'personal'],
    ['the address', 'personal.one1234567', 'personal'],
  ])('is refused when it is %s', async (_name, next, reason) => {
    const user = await newUser({ first_name: 'Hadjar', last_name: 'Martin', email: `personal.one${++number}@company.example` })
    expectProblem(await change(user, next), 422, 'password_too_weak', { fields: { new: reason } })
  })

  test('of concurrent changes one succeeds', async () => {
    const user = await newUser()
    const replies = await Promise.all(['the first long phrase', 'the second long phrase'].map((next) => change(user, next)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

test('an administrator resets lost factors: everything of the person’s goes, and they are mailed', async () => {
  const user = await newUser()
  await withTotp(user)
  await withPasskey(user)
  await app.mails()
  expect((await app.call(anne, adminSignIn.resetFactors, { params: { id: user.id } })).status).toBe(200)
  expect(await subjects()).toEqual([{ subject: 'Your two-step sign-in was reset', to: user.email }])
  expect((await readOwn(app, user)).status).toBe(401)
  expect((await login(user.email)).status).toBe(200)
  const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'factors_reset' } })).body
  expect(entries).toMatchObject([{ actor: { id: anne.id }, target: { id: user.id } }])
})
