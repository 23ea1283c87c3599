import { adminPeople } from '@reflet/contract/admin-people'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { HOUR_MS } from '@reflet/contract/durations'
import { session } from '@reflet/contract/session'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import type { TestUser } from '../../../test/factories.ts'
import { codeOf, logIn } from '../../../test/logins.ts'
import { beginOpenId, returnTo, settingsOfOpenId, startOpenId } from '../../../test/openid.ts'
import {
  beginSignIn,
  codeIn,
  createProvider,
  encoded,
  fromAnywhere,
  postResponse,
  responseOf,
  rightTexts,
  settingsOfSaml,
  signed,
  type TestProvider,
} from '../../../test/saml.ts'
import { passTime, useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const { company, anne, bert } = useCompanyPerTest(app, { anne: { role: 'admin' }, bert: { role: 'admin' } })
let provider: TestProvider
let code: string

beforeEach(async () => {
  provider = await createProvider('idp', app.now())
  code = await codeOf(app, company)
  for (const [name, { id }] of Object.entries({ anne, bert }))
    await app.call(anne, adminPeople.updatePerson, { params: { id }, body: { registration_number: `${name}-${code}` } })
})

const setSaml = (more: object = {}) => app.call(anne, adminSignIn.setSaml, { body: { ...settingsOfSaml(provider), ...more } })
const rule = (password_login: 'everyone' | 'admins' | 'nobody') => app.call(anne, adminSignIn.updateSignIn, { body: { password_login } })
const refused = (answer: Awaited<ReturnType<typeof rule>>) => expectProblem(answer, 409, 'sign_in_not_tested')

/** Signs a person in at the SAML provider, with a browser of its own. */
async function signInAs(name: string, query = ''): Promise<{ token: string }> {
  const begun = await beginSignIn(app, code, query)
  const texts = rightTexts(app, code, provider, begun.requestId, `${name}-${code}`)
  const { location } = await postResponse(app, code, encoded(signed(responseOf(texts), provider)), begun.cookie)
  const { email, token } = codeIn(location)
  if (query) return { token }
  const { status, body } = await logIn(app, email, token, { cookie: begun.cookie, ...fromAnywhere() })
  expect(status).toBe(200)
  return { token: body.access_token }
}

describe('passwords for no one', () => {
  test('need a sign-in by this administrator through the provider as it is set up now', async () => {
    await setSaml()
    refused(await rule('nobody'))
    expect((await rule('admins')).status, 'administrators keep a way in').toBe(200)
    await signInAs('bert')
    refused(await rule('nobody'))
    const { link } = (await app.call(anne, adminSignIn.beginSignInTest, { body: { protocol: 'saml' } })).body
    await signInAs('anne', new URL(link).search)
    refused(await rule('nobody'))
    const own = await signInAs('anne')
    await app.call(own, session.logout)
    await setSaml({ sso_url: 'https://idp.example/moved' })
    refused(await rule('nobody'))
    await app.call(await signInAs('anne'), session.logout)
    expect((await rule('nobody')).body.password_login, 'by a session that has ended').toBe('nobody')
    expect((await app.call(anne, adminSignIn.updateSignIn, { body: { password_login: 'nobody', second_factor: 'admins' } })).status).toBe(
      200,
    )
  })

  test('a sign-in of more than a day ago is none', async () => {
    await setSaml()
    await signInAs('anne')
    await passTime(app, 25 * HOUR_MS, anne as TestUser)
    refused(await rule('nobody'))
  })
})

describe('while passwords are for no one', () => {
  const close = async () => {
    await signInAs('anne')
    expect((await rule('nobody')).status).toBe(200)
  }

  test('the provider is not replaced: certificates are added, and what signs no one in changes', async () => {
    await setSaml()
    await close()
    const other = await createProvider('idp', app.now())
    for (const more of [
      { sso_url: 'https://idp.example/moved' },
      { certificates: [other.certificate] },
      { person_by: 'email' },
      { attribute: 'upn' },
    ])
      refused(await setSaml(more))
    expect((await setSaml({ certificates: [provider.certificate, other.certificate], create_people: true })).status).toBe(200)
    expect((await rule('admins')).status).toBe(200)
    expect((await setSaml({ certificates: [other.certificate] })).status).toBe(200)
  })

  test('the one that leads is not removed for another one that was not tried', async () => {
    const openId = await startOpenId()
    await setSaml()
    await close()
    expect((await app.call(anne, adminSignIn.setOidc, { body: settingsOfOpenId(openId) })).status, 'SAML leads').toBe(200)
    refused(await app.call(anne, adminSignIn.deleteSaml))
    const begun = await beginOpenId(app, code)
    const now = Math.floor(app.now().getTime() / 1000)
    const claims = {
      iss: openId.issuer,
      aud: openId.clientId,
      sub: '1',
      nonce: begun.nonce,
      iat: now,
      exp: now + 300,
      email: anne.email,
      email_verified: true,
    }
    const id_token = await openId.sign(claims)
    openId.answer = () => ({ body: { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token } })
    const { email, token } = codeIn((await returnTo(app, code, `state=${begun.state}&code=c`, begun.cookie)).location)
    expect((await logIn(app, email, token, { cookie: begun.cookie, ...fromAnywhere() })).status).toBe(200)
    expect((await app.call(anne, adminSignIn.deleteSaml)).body.saml).toBeNull()
    refused(await app.call(anne, adminSignIn.setOidc, { body: settingsOfOpenId(openId) }))
    expectProblem(await app.call(anne, adminSignIn.deleteOidc), 409, 'single_sign_on_missing')
    refused(await setSaml())
    const { client_secret: _, ...kept } = settingsOfOpenId(openId)
    expect((await app.call(anne, adminSignIn.setOidc, { body: kept })).status, 'as it is').toBe(200)
    await app.database.db.execute(sql`update companies set password_login = 'admins' where company_id = ${company.id}`)
    expect((await setSaml()).status).toBe(200)
  })
})
