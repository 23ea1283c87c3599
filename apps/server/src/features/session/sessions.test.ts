import { HOUR_MS } from '@reflet/contract/durations'
import { session } from '@reflet/contract/session'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { openSession, type TestUser } from '../../test/factories.ts'
import { deviceIn, logIn, readOwn, resetToken, usePasswords } from '../../test/logins.ts'
import { createBrowser, NOWHERE } from '../../test/push-services.ts'
import { register } from '../../test/push-stage.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp({ push: { webPushAt: [NOWHERE] } })
const { company } = useCompany(app)
const newUser = usePasswords(app, company)
const login = ({ email }: TestUser) => logIn(app, email)
const me = (token: string) => readOwn(app, { token })
const countOf = async (table: 'sessions' | 'push_tokens', { id }: TestUser) =>
  (await rows(app.database.db, { n: t.int }, sql`select count(*)::int as n from ${sql.identifier(table)} where user_id = ${id}`))[0]?.n

describe('a person has at most 20 sessions', () => {
  test('the least recently used one ends, with its device', async () => {
    const user = await newUser()
    const tokens = [user.token]
    expect((await register(app, user, createBrowser(NOWHERE).token)).status).toBe(200)
    for (let i = 1; i < 20; i++) {
      app.advance(2 * HOUR_MS)
      tokens.push(await openSession(app, company.id, user.id))
    }
    app.advance(2 * HOUR_MS)
    expect((await me(tokens[0] as string)).status, 'the oldest is used again').toBe(200)
    const reply = await login(user)
    expect(await countOf('sessions', user)).toBe(20)
    expect((await me(reply.body.access_token)).status).toBe(200)
    expect((await me(tokens[0] as string)).status).toBe(200)
    expect((await me(tokens[1] as string)).status, 'ended instead').toBe(401)
    expect(await countOf('push_tokens', user)).toBe(1)
    await app.database.db.execute(sql`update sessions set used_at = created_at - interval '1 day' where user_id = ${user.id} and created_at = (
      select min(created_at) from sessions where user_id = ${user.id})`)
    await login(user)
    expect((await me(tokens[0] as string)).status).toBe(401)
    expect(await countOf('push_tokens', user)).toBe(0)
  })

  test('also when they log in several times concurrently', async () => {
    const user = await newUser()
    for (let i = 1; i < 19; i++) await openSession(app, company.id, user.id)
    const replies = await Promise.all(Array.from({ length: 6 }, () => login(user)))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect(await countOf('sessions', user)).toBe(20)
    for (const { body } of replies) expect((await me(body.access_token)).status).toBe(200)
  })
})

describe('reset mails', () => {
  const MINUTE_AND_MORE = 61_000
  test('are at most five a day for one account, with an extra limit for its known browsers; the response is always the same', async () => {
    const user = await newUser()
    const cookie = deviceIn(await login(user))
    await app.mails()
    const asked = async (times: number, headers = {}) => {
      for (let i = 0; i < times; i++) {
        const reply = await app.call(null, session.forgottenPassword, { body: { email: user.email } }, headers)
        expect([reply.status, reply.body]).toEqual([200, { result: true }])
        app.advance(MINUTE_AND_MORE)
      }
      return (await app.mails()).length
    }
    expect(await asked(8)).toBe(5)
    expect(await asked(8, { cookie })).toBe(5)
    app.advance(25 * HOUR_MS)
    expect(await asked(1)).toBe(1)
  })

  test('have a token that works once, also when it is used twice concurrently', async () => {
    const user = await newUser()
    const token = await resetToken(app, user.email)
    const replies = await Promise.all(
      ['the first new password', 'the second new password'].map((password) =>
        app.call(null, session.resetPassword, { body: { token, password } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410])
  })
})
