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
import { security } from '@reflet/contract/security'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { rows, sql } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createCompany, createUser } from '../../../test/factories.ts'
import { codeOf, logIn, readOwn } from '../../../test/logins.ts'
import {
  attribute,
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
  statusOf,
  type TestProvider,
  type Texts,
} from '../../../test/saml.ts'
import { passTime, useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { challengeOf } from '../codes.commands.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
let provider: TestProvider
let code: string

const settings = (more: object = {}) => ({ ...settingsOfSaml(provider), ...more })
const set = (body: object) => app.call(anne, adminSignIn.setSaml, { body: body as never })
const number = (value: string) =>
  app.call(anne, adminPeople.updatePerson, { params: { id: camille.id }, body: { registration_number: value } })
const login = (username: string, password: string, cookie: string, more = {}) =>
  logIn(app, username, password, { cookie, ...fromAnywhere() }, more)

beforeEach(async () => {
  provider = await createProvider('idp', app.now())
  code = await codeOf(app, company)
  await set(settings())
  await number(`N-${code}`)
})

/** Signs a person in at the provider; the answer of our ACS. */
async function respond(changes: Partial<Texts> = {}, query = '') {
  const begun = await beginSignIn(app, code, query)
  const texts = { ...rightTexts(app, code, provider, begun.requestId, `N-${code}`), ...changes }
  const answer = await postResponse(app, code, encoded(signed(responseOf(texts), provider)), begun.cookie)
  return { ...answer, cookie: begun.cookie, ...codeIn(answer.location) }
}
/** A sign-in that begins at the provider. */
const unsolicited = () =>
  postResponse(app, code, encoded(signed(responseOf(rightTexts(app, code, provider, null, `N-${code}`)), provider)), '')

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
  expect((await readOwn(app, who)).body.user.id).toBe(camille.id)
  expect((await app.call(who, security.listSessions)).body.sessions.find(({ current }) => current)?.method).toBe('saml')
  const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'sign_in' } })).body
  expect(entries[0]).toMatchObject({ target: { id: camille.id }, details: { method: 'saml' } })
})

test('our second factor is skipped, and a forbidden password is the ordinary refusal', async () => {
  await app.database.db.execute(
    sql`update companies set password_login = 'nobody', second_factor = 'everyone' where company_id = ${company.id}`,
  )
  const { email, token, cookie } = await respond()
  expect((await login(email, token, cookie)).status).toBe(200)
  expectProblem(await login(camille.email, 'a password', cookie), 401, 'unauthenticated')
})

test('a code of a provider that was replaced or removed meanwhile signs no one in', async () => {
  const first = await respond()
  expect((await set(settings({ create_people: true }))).status).toBe(200)
  expectProblem(await login(first.email, first.token, first.cookie), 401, 'unauthenticated')
  const second = await respond()
  expect((await app.call(anne, adminSignIn.deleteSaml)).status).toBe(200)
  expectProblem(await login(second.email, second.token, second.cookie), 401, 'unauthenticated')
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
  expect((await unsolicited()).location).toContain('sso=refused')
  await set(settings({ idp_initiated: true }))
  const answer = await unsolicited()
  const { email, token } = codeIn(answer.location)
  expect(answer.cookie).toContain('sign-in=')
  expect((await login(email, token, answer.cookie)).status).toBe(200)
  const again = codeIn((await unsolicited()).location)
  expectProblem(await login(again.email, again.token, ''), 401, 'unauthenticated')
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
  const { user } = (await readOwn(app, { token: opened.body.access_token })).body
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

test('an address recognises a person in any case, is the new account’s whatever else is sent, and its parts are a name', async () => {
  await set(settings({ create_people: true, person_by: 'email' }))
  const as = (address: string, attributes = '') => respond({ nameId: `<saml:NameID>${address}</saml:NameID>`, attributes })
  expect((await as(camille.email.toUpperCase())).email).toBe(camille.email)
  const address = `una.nameless-${code}@company.example`
  expect((await as(address, attribute('email', `other-${code}@company.example`))).email).toBe(address)
  const find = async (query: string) => (await app.call(anne, adminPeople.listPeople, { query: { query } })).body.people
  expect(await find(address)).toMatchObject([{ first_name: `una nameless-${code}`, last_name: 'company example' }])
  expect(await find(`other-${code}`)).toEqual([])
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

test('a registration number is recognised without case and in any script’s digits; of two people who had it so before, the exact one', async () => {
  const named = async (value: string) => (await respond({ nameId: `<saml:NameID>${value}</saml:NameID>` })).email
  await number('Nr-1001')
  for (const value of ['Nr-1001', 'nr-1001', 'NR-١٠٠١', 'nr-۱۰۰۱', 'Ｎｒ－１００１']) expect(await named(value), value).toBe(camille.email)
  expect(await named('Nr-1002')).toBe('')
  const twin = await createUser(app, company)
  const { db } = app.database
  await db.execute(sql`alter table users disable trigger users_check_registration_number`)
  await db.execute(sql`update users set registration_number = 'NR-1001' where id = ${twin.id}`)
  await db.execute(sql`alter table users enable trigger users_check_registration_number`)
  expect([await named('Nr-1001'), await named('NR-1001')]).toEqual([camille.email, twin.email])
  expect(await named('nr-1001'), 'which one is not known').toBe('')
  const checked = await app.call(null, loginSteps.checkSaml, { body: { matricule: 'nr-1001' } }, fromAnywhere())
  expect(checked.body.status, 'both sign in at the same page').toBe('true')
})

describe('check/saml', () => {
  const check = (matricule: string, company?: string) =>
    app.call(null, loginSteps.checkSaml, { body: { matricule, ...(company && { company }) } }, fromAnywhere())

  test('finds the company’s page by number; a number of several companies needs the code or the name', async () => {
    await number('SHARED-1')
    expect((await check('SHARED-1')).body).toEqual({ status: 'true', link: `${app.url}/saml/${code}/login` })
    for (const typed of ['shared-1', 'Shared-١', 'shared-۱', 'ＳＨＡＲＥＤ－１'])
      expect((await check(typed)).body.status, typed).toBe('true')
    for (const other of ['UNKNOWN-1', 'SHARED-2', 'SHARED-11']) expect((await check(other)).body, other).toEqual({ status: 'false' })
    const other = await createCompany(app)
    await createUser(app, other, { registration_number: 'SHARED-1' })
    expect((await check('SHARED-1')).body.status, 'the other one has no single sign-on').toBe('true')
    const otherAdmin = await createUser(app, other, { role: 'admin' })
    await app.call(otherAdmin, adminSignIn.setSaml, { body: settings() })
    expect((await check('SHARED-1')).body).toEqual({ status: 'company' })
    const otherCode = await codeOf(app, other)
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
  const read = () => fetch(`${app.url}/saml/${code}/metadata`)

  test('is there before the provider, once an administrator has looked at the settings', async () => {
    await app.call(anne, adminSignIn.deleteSaml)
    await app.database.db.execute(sql`delete from sign_in_keys where company_id = ${company.id}`)
    expect((await read()).status).toBe(404)
    await Promise.all([app.call(anne, adminSignIn.getSignIn), app.call(anne, adminSignIn.getSignIn)])
    expect((await read()).status).toBe(200)
  })

  test('names our addresses and an encryption certificate, which stays when the settings change', async () => {
    const answer = await read()
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
    const xml = await answer.text()
    expect(xml).toContain(`entityID="${app.url}/saml/${code}/metadata"`)
    expect(xml).toContain(`Location="${app.url}/saml/${code}/acs"`)
    expect(xml).toContain('WantAssertionsSigned="true"')
    expect(xml).toContain('use="encryption"')
    expect(xml).not.toContain('PRIVATE')
    await set(settings({ idp_initiated: true }))
    expect(await (await read()).text()).toBe(xml)
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
    const xml = await (await read()).text()
    // Where the schemas that it imports are: nothing is fetched.
    const env = { ...process.env, XML_CATALOG_FILES: catalog() }
    const validate = (input: string) =>
      execFileSync('xmllint', ['--nonet', '--noout', '--schema', SCHEMA, '-'], { input, env, stdio: 'pipe' })
    expect(() => validate(xml)).not.toThrow()
    expect(() => validate(xml.replace('AssertionConsumerService', 'Unknown'))).toThrow()
  })
})

describe('the settings', () => {
  const metadata = (certificate = provider.certificate) => `<?xml version="1.0"?><!-- from the provider -->
    <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.example/entity">
      <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----.*-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
        <KeyDescriptor use="encryption"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/redirect"/>
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
    const state = async () => {
      const admin = await createUser(app, company, { role: 'admin' })
      return (await app.call(admin, adminSignIn.getSignIn)).body.saml?.certificates[0]?.status
    }
    app.advance(365 * 20 * DAY_MS - 20 * DAY_MS)
    expect(await state()).toBe('expiring')
    app.advance(25 * DAY_MS)
    expect(await state()).toBe('expired')
    app.advance(-365 * 20 * DAY_MS - 5 * DAY_MS)
  })

  test('keep the provider when only the rest changes', async () => {
    await set({ metadata_xml: metadata() })
    const { body } = await set({ person_by: 'email' })
    expect(body.saml).toMatchObject({ idp_entity_id: 'https://idp.example/entity', person_by: 'email' })
    expect((await set({ metadata_xml: `${metadata()}<!--${'é'.repeat(60_000)}-->` })).status, 'a long text').toBe(200)
  })

  test('refuse what could not work, and keep what was there', async () => {
    const one = metadata().replace(/<\?xml[^>]*>/, '')
    for (const [reason, metadata_xml] of [
      ['not_xml', 'hello'],
      ['doctype', '<!DOCTYPE x><x/>'],
      ['too_many_elements', `<x>${'<a/>'.repeat(24_000)}</x>`],
      ['too_many_elements', `<x${Array.from({ length: 8_000 }, (_, n) => ` a${n}=""`).join('')}/>`],
      ['no_provider', '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>'],
      ['no_redirect_binding', metadata().replace(/<SingleSignOnService Binding="[^"]*Redirect"[^>]*>/, '')],
      ['no_redirect_binding', metadata().replace('https://idp.example/redirect', '/sso')],
      ['no_certificate', metadata().replace(/<KeyDescriptor use="signing">.*?<\/KeyDescriptor>/s, '')],
      ['several_providers', `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${one}${one}</EntitiesDescriptor>`],
    ] as const)
      expectProblem(await set({ metadata_xml }), 422, 'metadata_refused', { fields: { metadata_xml: reason }, because: metadata_xml })
    const reasonOf = async (body: object) => {
      const { status, body: answer } = await set(body)
      return [status, answer.code, Object.values(answer.fields ?? {})[0]]
    }
    expect(await reasonOf({ metadata_xml: metadata('bm9uZQ==') })).toEqual([422, 'certificate_refused', 'unreadable'])
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
  const codes = async () => (await rows(app.database.db, {}, sql`select from sign_in_codes where company_id = ${company.id}`)).length

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
    const refusal = async (changes: Partial<Texts>) => {
      const { id, link } = await begin()
      expect((await respond(changes, new URL(link).search)).location).toContain(`test=${id}`)
      return result(id)
    }
    const unknown = await refusal({ nameId: '<saml:NameID>N-4711</saml:NameID>' })
    expect(unknown).toMatchObject({ status: 'refused', reason: 'person_unknown', person: null, received: [{ values: ['N-4711'] }] })
    const failed = await refusal({ status: statusOf('Requester') })
    expect(failed).toMatchObject({ status: 'refused', reason: 'status', details: { status: 'Requester' } })
    provider = { ...(await createProvider('other', app.now())), entityId: provider.entityId, ssoUrl: provider.ssoUrl }
    expect(await refusal({})).toMatchObject({ status: 'refused', reason: 'signature_invalid', received: [] })
  })

  test('belongs to its administrator, to one use and to ten minutes', async () => {
    const { id, link } = await begin()
    const other = await createUser(app, company, { role: 'admin' })
    expectProblem(await app.call(other, adminSignIn.getSignInTest, { params: { id } }), 404, 'not_found')
    const { search } = new URL(link)
    await respond({}, search)
    for (const query of [search, `?test=${id}.${'A'.repeat(43)}`]) {
      const { headers } = await fetch(`${app.url}/saml/${code}/login${query}`, { redirect: 'manual', headers: fromAnywhere() })
      expect(headers.get('location'), query).toBe(`${app.url}/login?sso=refused`)
    }
    await passTime(app, 11 * 60_000, anne)
    expectProblem(await app.call(anne, adminSignIn.getSignInTest, { params: { id } }), 404, 'not_found')
    await app.call(anne, adminSignIn.deleteSaml)
    expectProblem(await app.call(anne, adminSignIn.beginSignInTest, { body: { protocol: 'saml' } }), 409, 'single_sign_on_missing')
  })
})
