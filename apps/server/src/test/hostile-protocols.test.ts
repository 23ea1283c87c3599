import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { beforeAll, describe, expect, test } from 'vitest'
import { hostile, INPUTS, isObject, MOST_MS, oneOf, random, spoiled, timer } from './hostile-values.ts'
import { codeOf } from './logins.ts'
import { beginOpenId, returnTo, settingsOfOpenId, startOpenId, type TestOpenId } from './openid.ts'
import {
  attribute,
  beginSignIn,
  createProvider,
  encoded,
  postResponse,
  responseOf,
  rightTexts,
  settingsOfSaml,
  signed,
  type TestProvider,
  type Texts,
} from './saml.ts'
import { callScim, type Directory, directoryOf, ENTERPRISE, newUserName, PATCH_OP, USER } from './scim.ts'
import { useCompany } from './use-company.ts'
import { useTestApp } from './use-test-app.ts'

/** Hostile inputs to what other programs send: a directory (SCIM), an identity provider (SAML), an OpenID provider. None makes the server fail. */

const app = useTestApp({ settings: { trustProxy: 1, privateHosts: ['127.0.0.1'] } })
const { company, admin, employee } = useCompany(app, { admin: { role: 'admin' }, employee: { registration_number: 'N-7' } })

/** Whether it was accepted: what is behind the first checks gets hostile values, too. */
async function survives(what: unknown, send: () => Promise<{ status: number; location?: string }>): Promise<boolean> {
  const taken = timer()
  const { status, location } = await send()
  const shown = JSON.stringify(what)?.slice(0, 400)
  expect(status, shown).toBeLessThan(500)
  expect(taken(), shown).toBeLessThan(MOST_MS)
  return location === undefined ? status < 300 : location.includes('token=')
}

describe('SCIM', () => {
  let directory: Directory
  let paths: { readonly user: string; readonly group: string }
  beforeAll(async () => {
    directory = await directoryOf(app, admin)
    const user = (await directory.post('/Users', person())).body
    const group = (await directory.post('/Groups', { displayName: 'Readers', members: [{ value: user.id }] })).body
    paths = { user: `/Users/${user.id}`, group: `/Groups/${group.id}` }
  })
  const person = () => ({
    schemas: [USER, ENTERPRISE],
    userName: newUserName(),
    externalId: 'x',
    name: { formatted: 'Nadia Bensaïd', familyName: 'Bensaïd', givenName: 'Nadia' },
    displayName: 'Nadia',
    emails: [{ primary: true, type: 'work', value: newUserName() }],
    title: 'Engineer',
    active: true,
    locale: 'fr-FR',
    [ENTERPRISE]: { employeeNumber: '7', department: 'Research', manager: { value: employee.id } },
  })
  const operations = () => ({
    schemas: [PATCH_OP],
    Operations: [
      { op: 'replace', path: 'emails[type eq "work"].value', value: newUserName() },
      { op: 'add', value: { title: 'Lead', [`${ENTERPRISE}:department`]: 'Research' } },
      { op: 'remove', path: 'members[value eq "x" or display sw "y"]' },
    ],
  })
  const search = () => ({
    filter: 'userName eq "x" and not (emails[type eq "work"] or title pr)',
    sortBy: 'userName',
    startIndex: 1,
    count: 5,
  })
  const CALLS = (): [string, string, () => unknown][] => [
    ['POST', '/Users', person],
    ['PUT', paths.user, person],
    ['PATCH', paths.user, operations],
    ['POST', '/Users/.search', search],
    ['POST', '/.search', search],
    ['POST', '/Groups', () => ({ displayName: `G${random()}`, externalId: 'x', members: [{ value: employee.id }] })],
    ['PUT', paths.group, () => ({ displayName: 'Readers', members: [{ value: employee.id }] })],
    ['PATCH', paths.group, operations],
  ]

  test('survives every body and query', async () => {
    let accepted = 0
    for (let n = 0; n < INPUTS / 10; n++) {
      const token = random() < 0.9 ? directory.token : oneOf([employee.token, admin.token, null])
      if (random() < 0.15) {
        const query = new URLSearchParams({ [oneOf(Object.keys(search()))]: asText(hostile()).slice(0, 12_000) })
        const path = `${oneOf(['/Users', '/Groups'])}?${query}`
        if (await survives(path, () => callScim(app, token, 'GET', path))) accepted++
        continue
      }
      const [method, path, body] = oneOf(CALLS())
      const sent = spoiled(body())
      if (await survives(sent, () => callScim(app, token, method, path, JSON.stringify(sent)))) accepted++
    }
    expect(accepted).toBeGreaterThan(INPUTS / 1_000)
  })
})

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** The characters that a signature can be made over. */
const inXml = (value: unknown) => escaped(asText(value).replaceAll('\0', '�'))

describe('SAML', () => {
  let provider: TestProvider
  let code: string
  beforeAll(async () => {
    provider = await createProvider()
    code = await codeOf(app, company)
    const settings = { ...settingsOfSaml(provider), create_people: true, person_by: 'email' as const, attribute: 'mail' }
    expect((await app.call(admin, adminSignIn.setSaml, { body: settings })).status).toBe(200)
  })

  test('survives every claim that its provider signs, and every response', async () => {
    const names = ['mail', 'givenName', 'surname', 'displayName', 'email']
    let accepted = 0
    for (let n = 0; n < INPUTS / 30; n++) {
      const { requestId, cookie } = await beginSignIn(app, code)
      const right = rightTexts(app, code, provider, requestId, employee.email)
      const claims = names.map((name) => attribute(name, inXml(random() < 0.5 ? hostile() : employee.email)))
      const changed = oneOf([...Object.keys(right), 'attributes'] as (keyof Texts)[])
      const texts = { ...right, ...(changed in right && random() < 0.3 && { [changed]: inXml(hostile()) }), attributes: claims.join('') }
      let response: string
      try {
        response = signed(responseOf(texts), provider)
      } catch {
        // Such a response cannot be signed: it is sent without a signature.
        response = responseOf(texts)
      }
      const sent = random() < 0.8 ? encoded(response) : random() < 0.5 ? encoded(asText(hostile())) : asText(hostile())
      if (await survives(texts, () => postResponse(app, code, sent, cookie))) accepted++
    }
    expect(accepted).toBeGreaterThan(INPUTS / 1_000)
  })
})

describe('OpenID Connect', () => {
  let provider: TestOpenId
  let code: string
  const ends: (() => void)[] = []
  beforeAll(async () => {
    provider = await startOpenId((end) => ends.push(end))
    code = await codeOf(app, company)
    expect((await app.call(admin, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })).status).toBe(200)
    return () => {
      for (const end of ends) end()
    }
  })

  test('survives every claim, answer and callback', async () => {
    let accepted = 0
    for (let n = 0; n < INPUTS / 30; n++) {
      const { cookie, state, nonce } = await beginOpenId(app, code)
      const seconds = Math.floor(app.now().getTime() / 1000)
      const claims = {
        iss: provider.issuer,
        aud: provider.clientId,
        sub: 's',
        nonce,
        iat: seconds,
        exp: seconds + 300,
        email: employee.email,
      }
      const more = { email_verified: true, name: 'Nadia', given_name: 'Nadia', family_name: 'B', locale: 'fr' }
      provider.answer = async () => {
        const said = spoiled({ ...claims, ...more })
        const id_token = await provider.sign(isObject(said) ? said : {})
        const body = { access_token: 'x', token_type: 'Bearer', id_token }
        return { body: random() < 0.8 ? body : spoiled(body) }
      }
      provider.userInfo = spoiled({ sub: 's', ...more }) as Record<string, unknown>
      const query = new URLSearchParams({ code: 'x', state, iss: provider.issuer })
      if (random() < 0.3) query.set(oneOf(['code', 'state', 'iss', 'error']), asText(hostile()).slice(0, 10_000))
      if (await survives(query.toString(), () => returnTo(app, code, query.toString(), cookie))) accepted++
    }
    expect(accepted).toBeGreaterThan(INPUTS / 1_000)
  })
})
