import { session } from '@reflet/contract/session'
import { expect, test } from 'vitest'
import { rows, sql } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser } from '../../test/factories.ts'
import { deviceIn, logIn, PASSWORD } from '../../test/logins.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const { company } = useCompany(app)

const login = (username: string, password: string, network: number, device = '') =>
  logIn(app, username, password, { 'x-forwarded-for': `10.1.${network}.1`, ...(device && { cookie: device }) })

test('of 400 concurrent logins those that would wait long are refused at once, and not counted', async () => {
  const user = await createUser(app, company, { email: 'honest@company.example', password_hash: await hashPassword(PASSWORD) })
  const device = deviceIn(await login(user.email, PASSWORD, 201))
  const others = Array.from({ length: 400 }, (_, i) => login(`unknown-${i}@company.example`, 'wrong', i % 8))
  const [honest, inOwnBrowser] = await Promise.all([login(user.email, PASSWORD, 200), login(user.email, PASSWORD, 200, device)])
  const replies = await Promise.all(others)
  const refused = replies.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const reply of refused) {
    expectProblem(reply, 503, 'unavailable')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(replies.every(({ status }) => status === 503 || status === 401)).toBe(true)
  expect([200, 503]).toContain(honest.status)
  expect(inOwnBrowser.status, 'a browser that signed in before gets in').toBe(200)
  const counted = await Promise.all(
    replies.map(async ({ status }, i) => {
      const account = hashToken(`unknown-${i}@company.example`)
      const found = await rows(app.database.db, {}, sql`select from login_attempts where account_hash = ${account}`)
      return status === 503 ? found.length === 0 : found.length > 0
    }),
  )
  expect(counted.every(Boolean), 'an attempt counts only when its password is looked at').toBe(true)
})

test('an unknown reset token is refused without waiting for password hashing', async () => {
  let checked = 0
  const others = Promise.all(Array.from({ length: 60 }, () => hashPassword(PASSWORD).then(() => checked++)))
  const reset = await app.call(null, session.resetPassword, { body: { token: 'unknown', password: 'a long enough password' } })
  expectProblem(reset, 410, 'gone')
  expect(checked, 'passwords that were checked meanwhile').toBeLessThan(40)
  await others
})
