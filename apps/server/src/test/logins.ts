import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { beforeAll } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { CLIENT_ID } from '../features/session/session.commands.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { TestApp } from './build-test-app.ts'
import { hashCheaply } from './cheap-passwords.ts'
import { createUser, type TestCompany } from './factories.ts'

export const PASSWORD = 'a long enough phrase'

/** The call that opens a session, by a password or by the code of a single sign-on. */
export const logIn = (app: TestApp, username: string, password = PASSWORD, headers: Record<string, string> = {}, more: object = {}) =>
  app.call(null, session.login, { body: { grant_type: 'password', client_id: CLIENT_ID, username, password, ...more } }, headers)

/** People whose password is `PASSWORD`, for all tests of a file, in which hashing costs little. */
export function usePasswords(app: TestApp, company: TestCompany) {
  let password_hash = ''
  hashCheaply()
  beforeAll(async () => {
    password_hash = await hashPassword(PASSWORD)
  })
  return (options: Parameters<typeof createUser>[2] = {}) => createUser(app, company, { password_hash, ...options })
}

/** The own record: who may read it is signed in. */
export const readOwn = (app: TestApp, who: { token: string }) => app.call(who, people.getUser, { params: { userId: '1' } })

/** The cookie by which a browser is recognised after a login. */
export const deviceIn = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';')[0] ?? ''

/** The token in the link of a mail that sets a password or decides about an address. */
export const tokenIn = (text = '') => /\/(?:reset-password|address)\/([\w-]{43})/.exec(text)?.[1] ?? ''

/** Requests a link to a new password; returns its token. */
export async function resetToken(app: TestApp, email: string): Promise<string> {
  await app.mails()
  await app.call(null, session.forgottenPassword, { body: { email } })
  return tokenIn((await app.mails())[0]?.text)
}

export const codeOf = async (app: TestApp, { id }: { id: string }) =>
  (await rows(app.database.db, { code: t.text }, sql`select code from companies where company_id = ${id}`))[0]?.code ?? ''

/** Why the latest sign-in of the company was refused, by its log. */
export async function lastRefusal(app: TestApp, { id }: { id: string }): Promise<string | undefined> {
  const [entry] = await rows(
    app.database.db,
    { reason: t.text },
    sql`select details->>'reason' as reason from audit_log
      where company_id = ${id} and action = 'sign_in_refused' order by at desc, id desc limit 1`,
  )
  return entry?.reason
}
