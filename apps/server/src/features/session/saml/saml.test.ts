import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { adminAudit } from '@reflet/contract/admin-audit'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { DAY_MS } from '@reflet/contract/durations'
import { loginSteps } from '@reflet/contract/login-steps'
import { people } from '@reflet/contract/people'
import { security } from '@reflet/contract/security'
import { session } from '@reflet/contract/session'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { rows } from '../../../db/index.ts'
import { selfSigned } from '../../../platform/certificates.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createCompany, createUser } from '../../../test/factories.ts'
import {
  attribute,
  beginSignIn,
  createProvider,
  encoded,
  fromAnywhere,
  postResponse,
  responseOf,
  rightTexts,
  signed,
  type TestProvider,
  type Texts,
} from '../../../test/saml.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { challengeOf } from '../codes.commands.ts'
import { CLIENT_ID } from '../session.commands.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
let provider: TestProvider
let code: string

const codeOf = async (id: string) =>
  (await rows<{ code: string }>(app.database.db, sql`select code from companies where company_id = ${id}`))[0]?.code ?? ''
const settings = (more: object = {}) => ({
  idp_entity_id: provider.entityId,
  sso_url: provider.ssoUrl,
  certificates: [provider.certificate],
  ...more,
})
const set = (body: object) => app.call(anne, adminSignIn.setSaml, { body: body as never })
const number = (value: string) =>
  app.call(anne, adminPeople.updatePerson, { params: { id: camille.id }, body: { registration_number: value } })
const login = (username: string, password: string, cookie: string, more = {}) =>
  app.call(
    null,
    session.login,
    { body: { grant_type: 'password', client_id: CLIENT_ID, username, password, ...more } },
    { cookie, ...fromAnywhere() },
  )

beforeEach(async () => {
  provider = await createProvider('idp', app.now())
  code = await codeOf(company.id)
  await set(settings())
  await number(`N-${code}`)
})

/** Signs a person in at the provider; the answer of our ACS. */
async function respond(changes: Partial<Texts> = {}, query = '') {
  const begun = await beginSignIn(app, code, query)
  const texts = { ...rightTexts(app, code, provider, begun.requestId, `N-${code}`), ...changes }
  const answer = await postResponse(app, code, encoded(signed(responseOf(texts), provider)), begun.cookie)
  const params = answer.location.includes('?') ? new URL(answer.location).searchParams : new URLSearchParams()
  return { ...answer, cookie: begun.cookie, email: params.get('email') ?? '', token: params.get('token') ?? '' }
}

test('a person signs in: the request goes to the provider, the code to the app, and the session says how', async () => {
  const begun = await beginSignIn(app, code)
  expect(begun.location.href).toContain(provider.ssoUrl)
  expect(begun.location.searchParams.get('RelayState')).toBeNull()
  const cookie = await fetch(`${app.url}/saml/${code}/login`, { redirect: 'manual', headers: fromAnywhere() })
  const [set] = cookie.headers.getSetCookie()
  for (const part of ['HttpOnly', 'Path=/', 'Max-Age=600']) expect(set).toContain(part)
  expect(set, 'on http browsers refuse SameSite=None').not.toMatch(/Secure|SameSite/)
  const { location, cookie: browser, email, token } = await respond()
  expect(location).toBe(`${app.url}/?saml=true&email=${encodeURIComponent(camille.email)}&token=${token}`)
  const opened = await login(email, token, browser)
  expect(opened.status).toBe(200)
  const who = { token: opened.body.access_token }
  expect((await app.call(who, people.getUser, { params: { userId: '1' } })).body.user.id).toBe(camille.id)
  expect((await app.call(who, security.listSessions)).body.sessions.find(({ current }) => current)?.method).toBe('saml')
  const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'sign_in' } })).body
  expect(entries[0]).toMatchObject({ target: { id: camille.id }, details: { method: 'saml' } })
})

test('our second factor is skipped, and a forbidden password is the ordinary refusal', async () => {
  await app.call(anne, adminSignIn.updateSignIn, { body: { password_login: 'nobody', second_factor: 'everyone' } })
  const { email, token, cookie } = await respond()
  expect((await login(email, token, cookie)).status).toBe(200)
  expectProblem(await login(camille.email, 'a password', cookie), 401, 'unauthenticated')
})

test('the native app gets its code by its own address, and only with the verifier', async () => {
  const verifier = 'v'.repeat(64)
  const { location, email, token, cookie } = await respond({}, `?app_challenge=${challengeOf(verifier)}`)
  expect(location).toMatch(/^reflet:\/\/\?saml=true&email=/)
  expectProblem(await login(email, token, cookie), 401, 'unauthenticated')
  const second = await respond({}, `?app_challenge=${challengeOf(verifier)}`)
  expectProblem(await login(second.email, second.token, '', { code_verifier: 'w'.repeat(64) }), 401, 'unauthenticated')
  const third = await respond({}, `?app_challenge=${challengeOf(verifier)}`)
  expect((await login(third.email, third.token, '', { code_verifier: verifier })).status).toBe(200)
})

test('a sign-in that began at the provider is accepted where the company allows it, and bound to the browser from then on', async () => {
  const unsolicited = () => {
    const texts = rightTexts(app, code, provider, null, `N-${code}`)
    return postResponse(app, code, encoded(signed(responseOf(texts), provider)), '')
  }
  expect((await unsolicited()).location).toContain('sso=refused')
  await set(settings({ idp_initiated: true }))
  const answer = await unsolicited()
  const { searchParams } = new URL(answer.location)
  const [email, token] = [searchParams.get('email') ?? '', searchParams.get('token') ?? '']
  expect(answer.cookie).toContain('sign-in=')
  expect((await login(email, token, answer.cookie)).status).toBe(200)
  const other = await unsolicited()
  const again = new URL(other.location).searchParams
  expectProblem(await login(again.get('email') ?? '', again.get('token') ?? '', ''), 401, 'unauthenticated')
})

test('an unknown person gets an account where the company wants that, from what the provider says', async () => {
  const newcomer = {
    nameId: '<saml:NameID>N-NEW</saml:NameID>',
    attributes: attribute('email', 'Nadia.New@company.example') + attribute('givenName', 'Nadia') + attribute('sn', 'New'),
  }
  expect((await respond(newcomer)).location).toContain('sso=refused')
  await set(settings({ create_people: true }))
  const { email, token, cookie } = await respond(newcomer)
  expect(email).toBe('nadia.new@company.example')
  const opened = await login(email, token, cookie)
  const { user } = (await app.call({ token: opened.body.access_token }, people.getUser, { params: { userId: '1' } })).body
  expect(user).toMatchObject({ first_name: 'Nadia', last_name: 'New', is_onboarding_finished: false })
  const { people: found } = (await app.call(anne, adminPeople.listPeople, { query: { query: 'nadia.new' } })).body
  expect(found[0]).toMatchObject({ registration_number: 'N-NEW', role: 'employee', status: 'active' })
  const taken = { ...newcomer, nameId: '<saml:NameID>N-OTHER</saml:NameID>' }
  expect((await respond(taken)).location, 'the address belongs to another number').toContain('sso=refused')
  const nameless = { nameId: '<saml:NameID>N-X</saml:NameID>', attributes: '' }
  expect((await respond(nameless)).location).toContain('sso=refused')
  const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'sign_in_refused' } })).body
  expect(entries.slice(0, 2).map(({ details }) => (details as { reason: string }).reason)).toEqual(['cannot_create', 'cannot_create'])
})

test('a person without a name is called by the two parts of the address', async () => {
  await set(settings({ create_people: true, person_by: 'email' }))
  const { email } = await respond({ nameId: `<saml:NameID>una.nameless-${code}@company.example</saml:NameID>`, attributes: '' })
  const { people: found } = (await app.call(anne, adminPeople.listPeople, { query: { query: email } })).body
  expect(found[0]).toMatchObject({ first_name: `una nameless-${code}`, last_name: 'company example' })
})

test('the address that recognises a person is the new account’s, whatever else the provider sends', async () => {
  await set(settings({ create_people: true, person_by: 'email' }))
  const address = `upn-${code}@company.example`
  const { email } = await respond({
    nameId: `<saml:NameID>${address}</saml:NameID>`,
    attributes: attribute('email', `other-${code}@company.example`) + attribute('givenName', 'Una') + attribute('sn', 'Principal'),
  })
  expect(email).toBe(address)
  expect((await app.call(anne, adminPeople.listPeople, { query: { query: `other-${code}` } })).body.total).toBe(0)
})

test('by address instead of number, in any case', async () => {
  await set(settings({ person_by: 'email' }))
  expect((await respond({ nameId: `<saml:NameID>${camille.email.toUpperCase()}</saml:NameID>` })).email).toBe(camille.email)
})

test('several certificates are accepted while the provider changes its key', async () => {
  const next = { ...(await createProvider('next', app.now())), entityId: provider.entityId, ssoUrl: provider.ssoUrl }
  const old = provider
  await set(settings({ certificates: [provider.certificate, next.certificate] }))
  expect((await respond()).location).toContain('saml=true')
  provider = next
  expect((await respond()).location).toContain('saml=true')
  const [kept] = (await app.call(anne, adminSignIn.getSignIn)).body.saml?.certificates ?? []
  const replaced = await set({ ...settings(), certificates: [next.certificate], keep_certificates: [kept?.fingerprint] })
  expect(replaced.body.saml?.certificates).toHaveLength(2)
  provider = old
  expect((await respond()).location).toContain('saml=true')
  await set({ ...settings(), certificates: [next.certificate] })
  expect((await respond()).location).toContain('sso=refused')
})

test('a suspended company’s provider signs no one in', async () => {
  const begun = await beginSignIn(app, code)
  const texts = rightTexts(app, code, provider, begun.requestId, `N-${code}`)
  await app.database.db.execute(sql`update companies set suspended_at = now() where company_id = ${company.id}`)
  const answer = await postResponse(app, code, encoded(signed(responseOf(texts), provider)), begun.cookie)
  expect(answer.location).toBe(`${app.url}/login?sso=refused`)
})

describe('check/saml', () => {
  const check = (matricule: string, company?: string) =>
    app.call(null, loginSteps.checkSaml, { body: { matricule, ...(company && { company }) } }, fromAnywhere())

  test('finds the company’s page by number; a number of several companies needs the code or the name', async () => {
    await number('SHARED-1')
    expect((await check('SHARED-1')).body).toEqual({ status: 'true', link: `${app.url}/saml/${code}/login` })
    expect((await check('UNKNOWN-1')).body).toEqual({ status: 'false' })
    const other = await createCompany(app)
    await createUser(app, other, { registration_number: 'SHARED-1' })
    expect((await check('SHARED-1')).body.status, 'the other one has no single sign-on').toBe('true')
    const otherAdmin = await createUser(app, other, { role: 'admin' })
    await app.call(otherAdmin, adminSignIn.setSaml, { body: settings() })
    expect((await check('SHARED-1')).body).toEqual({ status: 'company' })
    const otherCode = await codeOf(other.id)
    expect((await check('SHARED-1', otherCode.toUpperCase())).body.link).toBe(`${app.url}/saml/${otherCode}/login`)
    expect((await check('SHARED-1', `Company ${code}`)).body.link).toBe(`${app.url}/saml/${code}/login`)
    expect((await check('SHARED-1', 'nothing')).body).toEqual({ status: 'false' })
    await app.database.db.execute(sql`update users set deactivated_at = now() where registration_number = 'SHARED-1'`)
    expect((await check('SHARED-1')).body).toEqual({ status: 'false' })
  })

  test('is limited as login is', async () => {
    const from = { 'x-forwarded-for': '30.1.1.1' }
    const body = { matricule: 'X' }
    for (let call = 0; call < 100; call++) await app.call(null, loginSteps.checkSaml, { body }, from)
    expectProblem(await app.call(null, loginSteps.checkSaml, { body }, from), 429, 'slow_down')
  })
})

describe('the metadata', () => {
  test('is there before the provider, once an administrator has looked at the settings', async () => {
    await app.call(anne, adminSignIn.deleteSaml)
    await app.database.db.execute(sql`delete from sign_in_keys where company_id = ${company.id}`)
    const read = () => fetch(`${app.url}/saml/${code}/metadata`)
    expect((await read()).status).toBe(404)
    await Promise.all([app.call(anne, adminSignIn.getSignIn), app.call(anne, adminSignIn.getSignIn)])
    expect((await read()).status).toBe(200)
  })

  test('names our addresses and an encryption certificate, which stays when the settings change', async () => {
    const read = async () => {
      const answer = await fetch(`${app.url}/saml/${code}/metadata`)
      expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
      return answer.text()
    }
    const xml = await read()
    expect(xml).toContain(`entityID="${app.url}/saml/${code}/metadata"`)
    expect(xml).toContain(`Location="${app.url}/saml/${code}/acs"`)
    expect(xml).toContain('WantAssertionsSigned="true"')
    expect(xml).toContain('use="encryption"')
    expect(xml).not.toContain('PRIVATE')
    await set(settings({ idp_initiated: true }))
    expect(await read()).toBe(xml)
  })

  const SCHEMA = join(process.env.SAML_SCHEMAS ?? '/usr/share/xml/opensaml', 'saml-schema-metadata-2.0.xsd')
  /** The schema names the ones that it imports by their addresses; Debian has their files. */
  const IMPORTED = {
    'http://www.w3.org/TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd': 'xmldsig-core-schema.xsd',
    'http://www.w3.org/TR/2002/REC-xmlenc-core-20021210/xenc-schema.xsd': 'xenc-schema.xsd',
    'http://www.w3.org/2001/xml.xsd': 'xml.xsd',
  }

  function catalog(): string {
    const folder = mkdtempSync(join(tmpdir(), 'reflet-schemas-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const entries = Object.entries(IMPORTED).map(([address, name]) => {
      const uri = pathToFileURL(join(dirname(dirname(SCHEMA)), 'xmltooling', name)).href
      return `<system systemId="${address}" uri="${uri}"/><uri name="${address}" uri="${uri}"/>`
    })
    const file = join(folder, 'catalog.xml')
    writeFileSync(file, `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries.join('')}</catalog>`)
    return file
  }

  test('is valid by the schema of SAML 2.0', async () => {
    const xml = await (await fetch(`${app.url}/saml/${code}/metadata`)).text()
    // Where the schemas that it imports are: nothing is fetched.
    const env = { ...process.env, XML_CATALOG_FILES: catalog() }
    const validate = (input: string) =>
      execFileSync('xmllint', ['--nonet', '--noout', '--schema', SCHEMA, '-'], { input, env, stdio: 'pipe' })
    expect(() => validate(xml)).not.toThrow()
    expect(() => validate(xml.replace('AssertionConsumerService', 'Unknown'))).toThrow()
  })
})

describe('the settings', () => {
  const metadata = (more = '', certificate = provider.certificate) => `<?xml version="1.0"?><!-- from the provider -->
    <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.example/entity">
      <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----.*-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
        <KeyDescriptor use="encryption"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/redirect"/>${more}
      </IDPSSODescriptor>
    </EntityDescriptor>`

  test('are read from metadata; certificates are shown with their state', async () => {
    const { body } = await set({ metadata_xml: metadata() })
    expect(body.saml).toMatchObject({
      idp_entity_id: 'https://idp.example/entity',
      sso_url: 'https://idp.example/redirect',
      person_by: 'registration_number',
      attribute: null,
      certificates: [{ status: 'valid', fingerprint: expect.stringMatching(/^[\da-f]{64}$/), subject: 'CN=idp.example' }],
    })
    app.advance(365 * 20 * DAY_MS - 20 * DAY_MS)
    const fresh = { ...anne, token: (await createUser(app, company, { role: 'admin' })).token }
    const state = async () => (await app.call(fresh, adminSignIn.getSignIn)).body.saml?.certificates[0]?.status
    expect(await state()).toBe('expiring')
    app.advance(10 * DAY_MS)
    fresh.token = (await createUser(app, company, { role: 'admin' })).token
    app.advance(15 * DAY_MS)
    fresh.token = (await createUser(app, company, { role: 'admin' })).token
    expect(await state()).toBe('expired')
    app.advance(-365 * 20 * DAY_MS - 5 * DAY_MS)
  })

  test('keep the provider when only the rest changes', async () => {
    await set({ metadata_xml: metadata() })
    const { body } = await set({ person_by: 'email' })
    expect(body.saml).toMatchObject({ idp_entity_id: 'https://idp.example/entity', person_by: 'email' })
    expect((await set({ metadata_xml: `${metadata()}<!--${'é'.repeat(60_000)}-->` })).status, 'a long text').toBe(200)
  })

  test.each([
    ['words', 'hello', 'not_xml'],
    ['a document type', '<!DOCTYPE x><x/>', 'doctype'],
    ['a service provider', '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>', 'no_provider'],
  ])('refuse metadata that is %s', async (_name, metadata_xml, reason) => {
    const refused = await set({ metadata_xml })
    expectProblem(refused, 422, 'metadata_refused')
    expect(refused.body.fields).toEqual({ metadata_xml: reason })
  })

  test('refuse what could not work, and keep what was there', async () => {
    const reasonOf = async (body: object) => {
      const { status, body: answer } = await set(body)
      return [status, answer.code, Object.values(answer.fields ?? {})[0]]
    }
    const role = metadata().replace(/<SingleSignOnService Binding="[^"]*Redirect"[^>]*>/, '')
    expect(await reasonOf({ metadata_xml: role })).toEqual([422, 'metadata_refused', 'no_redirect_binding'])
    expect(await reasonOf({ metadata_xml: metadata().replace(/<KeyDescriptor use="signing">.*?<\/KeyDescriptor>/s, '') })).toEqual([
      422,
      'metadata_refused',
      'no_certificate',
    ])
    const one = metadata().replace(/<\?xml[^>]*>/, '')
    const two = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${one}${one}</EntitiesDescriptor>`
    expect(await reasonOf({ metadata_xml: two })).toEqual([422, 'metadata_refused', 'several_providers'])
    const nowhere = metadata().replace('https://idp.example/redirect', '/sso')
    expect(await reasonOf({ metadata_xml: nowhere })).toEqual([422, 'metadata_refused', 'no_redirect_binding'])
    expect(await reasonOf({ metadata_xml: metadata('', 'bm9uZQ==') })).toEqual([422, 'certificate_refused', 'unreadable'])
    expect(await reasonOf(settings({ sso_url: 'javascript:alert(1)' }))).toEqual([400, 'invalid_input', 'not_a_url'])
    expect(await reasonOf(settings({ sso_url: 'https://a:b@idp.example' }))).toEqual([422, 'host_not_allowed', 'host_not_allowed'])
    expect(await reasonOf({ idp_entity_id: 'x' })).toEqual([400, 'invalid_input', 'missing'])
    expect((await app.call(anne, adminSignIn.getSignIn)).body.saml?.idp_entity_id).toBe(provider.entityId)
  })

  test('a provider cannot be removed while passwords depend on it', async () => {
    expect((await app.call(anne, adminSignIn.updateSignIn, { body: { password_login: 'admins' } })).status).toBe(200)
    expectProblem(await app.call(anne, adminSignIn.deleteSaml), 409, 'single_sign_on_missing')
    await app.call(anne, adminSignIn.updateSignIn, { body: { password_login: 'everyone' } })
    expect((await app.call(anne, adminSignIn.deleteSaml)).body.saml).toBeNull()
    expectProblem(await app.call(anne, adminSignIn.updateSignIn, { body: { password_login: 'nobody' } }), 409, 'single_sign_on_missing')
  })

  test('an invitation leads to the provider, where a password is of no use', async () => {
    await app.call(anne, adminSignIn.updateSignIn, { body: { password_login: 'admins' } })
    await app.mails()
    const body = { email: `new-${code}@company.example`, first_name: 'Nadia', last_name: 'New' }
    await app.call(anne, adminPeople.createPerson, { body })
    const [mail] = await app.mails()
    expect(mail?.text).toContain(`${app.url}/saml/${code}/login`)
    expect(mail?.text).not.toContain('reset-password')
  })
})

describe('a test of the settings', () => {
  const begin = async () => (await app.call(anne, adminSignIn.beginSignInTest, { body: { protocol: 'saml' } })).body
  const result = async (id: string) => (await app.call(anne, adminSignIn.getSignInTest, { params: { id } })).body
  const codes = async () => (await rows(app.database.db, sql`select 1 from sign_in_codes where company_id = ${company.id}`)).length

  test('signs no one in and shows what came', async () => {
    const { id, link } = await begin()
    expect(await result(id)).toMatchObject({ status: 'waiting' })
    const { location } = await respond({ attributes: attribute('mail', 'x@company.example') }, new URL(link).search)
    expect(location).toBe(`${app.url}/admin/sign-in?test=${id}`)
    expect(await result(id)).toEqual({
      status: 'ok',
      reason: null,
      details: {},
      person: { id: camille.id, name: 'Camille Martin' },
      received: [
        { name: 'NameID', values: [`N-${code}`] },
        { name: 'mail', values: ['x@company.example'] },
      ],
    })
    expect(await codes()).toBe(0)
    const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'sign_in_tested' } })).body
    expect(entries[0]).toMatchObject({ actor: { id: anne.id }, details: { protocol: 'saml', outcome: 'ok' } })
    expect(JSON.stringify(entries), 'nothing of what came').not.toContain('x@company.example')
  })

  test('says why it was refused, also before the content could be read', async () => {
    const { id, link } = await begin()
    expect((await respond({ nameId: '<saml:NameID>N-4711</saml:NameID>' }, new URL(link).search)).location).toContain(`test=${id}`)
    expect(await result(id)).toMatchObject({
      status: 'refused',
      reason: 'person_unknown',
      person: null,
      received: [{ values: ['N-4711'] }],
    })
    const second = await begin()
    provider = { ...(await createProvider('other', app.now())), entityId: provider.entityId, ssoUrl: provider.ssoUrl }
    await respond({}, new URL(second.link).search)
    expect(await result(second.id)).toMatchObject({ status: 'refused', reason: 'signature_invalid', received: [] })
    const third = await begin()
    const status = '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Requester"/></samlp:Status>'
    await respond({ status }, new URL(third.link).search)
    expect(await result(third.id)).toMatchObject({ status: 'refused', reason: 'status', details: { status: 'Requester' } })
  })

  test('belongs to its administrator, to one use and to ten minutes', async () => {
    const { id, link } = await begin()
    const other = await createUser(app, company, { role: 'admin' })
    expectProblem(await app.call(other, adminSignIn.getSignInTest, { params: { id } }), 404, 'not_found')
    const { search } = new URL(link)
    await respond({}, search)
    const again = await fetch(`${app.url}/saml/${code}/login${search}`, { redirect: 'manual', headers: fromAnywhere() })
    expect(again.headers.get('location')).toBe(`${app.url}/login?sso=refused`)
    const forged = await fetch(`${app.url}/saml/${code}/login?test=${id}.${'A'.repeat(43)}`, {
      redirect: 'manual',
      headers: fromAnywhere(),
    })
    expect(forged.headers.get('location')).toBe(`${app.url}/login?sso=refused`)
    app.advance(11 * 60_000)
    expectProblem(await app.call(anne, adminSignIn.getSignInTest, { params: { id } }), 404, 'not_found')
    await app.call(anne, adminSignIn.deleteSaml)
    expectProblem(await app.call(anne, adminSignIn.beginSignInTest, { body: { protocol: 'saml' } }), 409, 'single_sign_on_missing')
  })
})

test('our certificate’s key is RSA of 2,048 bits, and its private key opens in Node', async () => {
  const { certificate, privateKey } = await selfSigned('reflet.example', app.now())
  expect(certificate).toMatch(/^-----BEGIN CERTIFICATE-----/)
  expect(privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----/)
})
