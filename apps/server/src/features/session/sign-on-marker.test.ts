import { adminPeople } from '@reflet/contract/admin-people'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, logIn, usePasswords } from '../../test/logins.ts'
import { beginOpenId, settingsOfOpenId, startOpenId } from '../../test/openid.ts'
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
} from '../../test/saml.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { challengeOf } from './codes.commands.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const { company, anne, camille } = useCompany(app, { anne: { role: 'admin' }, camille: {} })
const createPerson = usePasswords(app, company)
let code: string
let saml: TestProvider

/** The marker that a response sets; undefined when it sets none. */
const markerIn = ({ headers }: { headers: Headers }) => headers.getSetCookie().find((cookie) => cookie.startsWith('sign-on='))

const start = (protocol: 'saml' | 'oidc', query = '', headers: Record<string, string> = {}) =>
  fetch(`${app.url}/${protocol}/${code}/login${query}`, { redirect: 'manual', headers: { ...fromAnywhere(), ...headers } })

/** The provider's answer about Camille to a request of ours. */
async function answered(query = '') {
  const { cookie, requestId } = await beginSignIn(app, code, query)
  const texts = rightTexts(app, code, saml, requestId, `N-${code}`)
  return postResponse(app, code, encoded(signed(responseOf(texts), saml)), cookie)
}

beforeEach(async () => {
  code = await codeOf(app, company)
  saml = await createProvider('idp', app.now())
  await app.call(anne, adminSignIn.setSaml, { body: settingsOfSaml(saml) })
  await app.call(anne, adminPeople.updatePerson, { params: { id: camille.id }, body: { registration_number: `N-${code}` } })
})

describe('the marker of a single sign-on that is under way, which the app reads', () => {
  test('is set for ten minutes by the start and by the answer that has a code', async () => {
    const set = markerIn(await start('saml'))
    for (const part of ['sign-on=1', 'Path=/', 'Max-Age=600', 'SameSite=Strict']) expect(set).toContain(part)
    expect(set).not.toContain('HttpOnly')
    expect(markerIn((await answered()).response)).toContain('sign-on=1')
  })

  test('is set for OpenID Connect, too', async () => {
    const provider = await startOpenId()
    expect((await app.call(anne, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })).status).toBe(200)
    expect(markerIn(await start('oidc'))).toContain('sign-on=1')
    expect(markerIn(await start('oidc', `?app_challenge=${challengeOf('v'.repeat(64))}`))).toBeUndefined()
    const { cookie, state, nonce } = await beginOpenId(app, code)
    const now = Math.floor(app.now().getTime() / 1000)
    const claims = { iss: provider.issuer, aud: provider.clientId, sub: 'sub-1', nonce, iat: now, exp: now + 300, email: camille.email }
    const id_token = await provider.sign({ ...claims, email_verified: true })
    provider.answer = () => ({ body: { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token } })
    const callback = `${app.url}/oidc/${code}/callback?state=${state}&code=c`
    const returned = await fetch(callback, { redirect: 'manual', headers: { cookie, ...fromAnywhere() } })
    expect(returned.headers.get('location')).toContain('saml=true')
    expect(markerIn(returned)).toContain('sign-on=1')
  })

  test('is not set by a refusal, for a native app, nor by the start that a page of another site opens', async () => {
    expect(markerIn((await postResponse(app, code, 'nothing', '')).response)).toBeUndefined()
    expect(markerIn(await start('saml', `?app_challenge=${challengeOf('v'.repeat(64))}`))).toBeUndefined()
    expect(markerIn((await answered(`?app_challenge=${challengeOf('v'.repeat(64))}`)).response)).toBeUndefined()
    expect(markerIn(await start('saml', `?test=${'0'.repeat(36)}.${'x'.repeat(43)}`))).toBeUndefined()
    for (const site of ['cross-site', 'same-site']) expect(markerIn(await start('saml', '', { 'sec-fetch-site': site }))).toBeUndefined()
    for (const site of ['same-origin', 'none']) expect(markerIn(await start('saml', '', { 'sec-fetch-site': site }))).toBeDefined()
  })

  test('ends with each login', async () => {
    const { location, cookie } = await answered()
    const { email, token } = codeIn(location)
    const opened = await logIn(app, email, token, { cookie, ...fromAnywhere() })
    expect(opened.status).toBe(200)
    expect(markerIn(opened)).toMatch(/^sign-on=;.*1970/)
    const person = await createPerson()
    expect(markerIn(await logIn(app, person.email, undefined, { cookie: 'sign-on=1', ...fromAnywhere() }))).toMatch(/^sign-on=;.*1970/)
    expect(markerIn(await logIn(app, person.email, undefined, fromAnywhere()))).toBeUndefined()
  })
})
