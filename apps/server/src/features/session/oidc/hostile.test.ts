import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { MINUTE_MS } from '@reflet/contract/durations'
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../db/index.ts'
import { discoverProvider } from '../../../platform/openid.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { codeOf, lastRefusal } from '../../../test/logins.ts'
import { type BegunOpenId, beginOpenId, returnTo, settingsOfOpenId, startOpenId, type TestOpenId } from '../../../test/openid.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import type { Refused } from '../refused.ts'
import { personOf } from './claims.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const ours = useCompany(app, { anne: { role: 'admin' }, camille: {}, gone: { deactivated: true } })
const theirs = useCompany(app, { luc: { role: 'admin' } })
let provider: TestOpenId
let foreign: TestOpenId
let codes: { ours: string; theirs: string }

beforeAll(async () => {
  provider = await startOpenId(afterAll)
  foreign = await startOpenId(afterAll)
  codes = { ours: await codeOf(app, ours.company), theirs: await codeOf(app, theirs.company) }
  expect((await app.call(ours.anne, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })).status).toBe(200)
  expect((await app.call(theirs.luc, adminSignIn.setOidc, { body: settingsOfOpenId(foreign) })).status).toBe(200)
})

interface Attempt extends BegunOpenId {
  /** What a right ID token says. */
  readonly claims: JWTPayload
}

const claimsOf = (nonce: string): JWTPayload => {
  const now = Math.floor(app.now().getTime() / 1000)
  return {
    iss: provider.issuer,
    aud: provider.clientId,
    sub: 'sub-1',
    nonce,
    iat: now,
    exp: now + 300,
    email: ours.camille.email,
    email_verified: true,
  }
}

async function begin(): Promise<Attempt> {
  const begun = await beginOpenId(app, codes.ours)
  return { ...begun, claims: claimsOf(begun.nonce) }
}

const tokens = (id_token: string) => ({ body: { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token } })

/** With which query and cookie the browser returns, if not with the right ones. */
interface Sent {
  readonly query?: string
  readonly cookie?: string
}
type Hostile = (attempt: Attempt) => Sent | Promise<Sent>
const raw =
  (make: (attempt: Attempt) => Promise<string> | string): Hostile =>
  async (attempt) => {
    const token = await make(attempt)
    provider.answer = () => tokens(token)
    return {}
  }
/** The provider answers with these claims. */
const saying = (changes: object | ((attempt: Attempt) => object)): Hostile =>
  raw((attempt) => {
    const claims = { ...attempt.claims, ...(typeof changes === 'function' ? changes(attempt) : changes) }
    return provider.sign(Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)))
  })
const ok: Hostile = saying({})
/** The token endpoint answers with this. */
const answering =
  (answer: Awaited<ReturnType<TestOpenId['answer']>>): Hostile =>
  () => {
    provider.answer = () => answer
    return {}
  }
const returning =
  (queryOf: (state: string) => string): Hostile =>
  ({ state }) => ({ query: queryOf(state) })
const inSeconds = (seconds: number) => Math.floor(app.now().getTime() / 1000) + seconds

/** The provider has answered rightly, unless the attempt says otherwise. */
async function send(attempt: Attempt, make: Hostile = ok) {
  await ok(attempt)
  const { query = `state=${attempt.state}&code=c`, cookie = attempt.cookie } = await make(attempt)
  return returnTo(app, codes.ours, query, cookie)
}

/** By the reason for which it must be refused, and by what it is. */
const HOSTILE: Readonly<Record<string, Readonly<Record<string, Hostile>>>> = {
  state: {
    'no state': returning(() => 'code=c'),
    'an empty state': returning(() => 'code=c&state='),
    'two states': returning((state) => `code=c&state=${state}&state=x`),
  },
  request_unknown: {
    'an unknown state': returning(() => `code=c&state=${'A'.repeat(43)}`),
    'the state of another company': async () => {
      const { state, cookie } = await beginOpenId(app, codes.theirs)
      return { query: `code=c&state=${state}`, cookie }
    },
  },
  request_expired: {
    'a request that is too old': async (attempt) => {
      await passTime(app, 11 * MINUTE_MS, ours.anne, theirs.luc)
      return ok({ ...attempt, claims: claimsOf(attempt.nonce) })
    },
  },
  replayed: {
    'a state that was used': async ({ state, cookie }) => {
      expect((await returnTo(app, codes.ours, `state=${state}&code=first`, cookie)).location).toContain('saml=true')
      return {}
    },
  },
  other_browser: {
    'no cookie': () => ({ cookie: '' }),
    'the cookie of another browser': async () => ({ cookie: (await begin()).cookie }),
  },
  code_missing: {
    'no code': returning((state) => `state=${state}`),
    'two codes': returning((state) => `state=${state}&code=a&code=b`),
  },
  provider_refused: { 'the provider’s own refusal': returning((state) => `state=${state}&error=access_denied`) },
  issuer: {
    'an answer of another issuer (RFC 9207)': returning((state) => `state=${state}&code=c&iss=${encodeURIComponent(foreign.issuer)}`),
    'another issuer': saying({ iss: 'https://evil.example' }),
    'the issuer with a slash': saying(({ claims }) => ({ iss: `${claims.iss}/` })),
    'no issuer': saying({ iss: undefined }),
    'the issuer of another company': saying(() => ({ iss: foreign.issuer })),
  },
  audience: {
    'another audience': saying({ aud: 'another-client' }),
    'no audience': saying({ aud: undefined }),
    'two audiences and no authorized party': saying({ aud: ['reflet', 'another'] }),
    'another authorized party': saying({ aud: ['reflet', 'another'], azp: 'another' }),
  },
  nonce: {
    'another nonce': saying({ nonce: 'another' }),
    'no nonce': saying({ nonce: undefined }),
    'the nonce of another sign-in': async (attempt) => saying({ nonce: (await begin()).nonce })(attempt),
  },
  expired: {
    expired: saying(() => ({ exp: inSeconds(-120) })),
    'no expiry': saying({ exp: undefined }),
  },
  time_unreadable: { 'no time of issue': saying({ iat: undefined }) },
  not_yet_valid: { 'not yet valid': saying(() => ({ nbf: inSeconds(600) })) },
  subject: { 'no subject': saying({ sub: undefined }) },
  id_token_missing: { 'no ID token': answering({ body: { access_token: 'access', token_type: 'Bearer' } }) },
  weak_algorithm: {
    'the algorithm none': raw(({ claims }) => new UnsecuredJWT(claims).encode()),
    'HS256 with the client secret': raw(({ claims }) =>
      provider.sign(claims, { alg: 'HS256', key: new TextEncoder().encode(provider.clientSecret) }),
    ),
    'HS256 with the public key as secret': raw(async ({ claims }) => {
      const pem = await exportSPKI((await importJWK(provider.keys[0] as never, 'RS256')) as never)
      return provider.sign(claims, { alg: 'HS256', key: new TextEncoder().encode(pem) })
    }),
    'another algorithm than the provider’s': raw(async ({ claims }) =>
      provider.sign(claims, { alg: 'ES256', key: (await generateKeyPair('ES256')).privateKey }),
    ),
  },
  signature_invalid: {
    'another key of the same id': raw(async ({ claims }) => provider.sign(claims, { key: (await generateKeyPair('RS256')).privateKey })),
    'the key of another company’s provider': raw(({ claims }) => provider.sign(claims, { key: foreign.privateKey })),
    'an unknown key id': raw(({ claims }) => provider.sign(claims, { kid: 'unknown' })),
    'claims changed after signing': raw(async ({ claims }) => {
      const [head, , signature] = (await provider.sign(claims)).split('.')
      return `${head}.${Buffer.from(JSON.stringify({ ...claims, email: ours.anne.email })).toString('base64url')}.${signature}`
    }),
    'no signature': raw(async ({ claims }) => `${(await provider.sign(claims)).split('.').slice(0, 2).join('.')}.`),
  },
  code_refused: {
    'a code that the provider refuses': answering({ status: 400, body: { error: 'invalid_grant' } }),
    'a client that the provider refuses': answering({ status: 401, body: { error: 'invalid_client' } }),
  },
  not_readable: {
    'an ID token in the address': returning((state) => `state=${state}&code=c&id_token=x&response=x`),
    'an ID token that is none': raw(() => 'hello'),
    'a page instead of tokens': answering({ body: '<html></html>', type: 'text/html' }),
    'a server error': answering({ status: 500, body: 'oops', type: 'text/plain' }),
  },
  claim_missing: {
    'no address': saying({ email: undefined }),
    'an address that is a list': saying(({ claims }) => ({ email: [claims.email] })),
  },
  email_unverified: {
    'an address that is not verified': saying({ email_verified: false }),
    'an address of which the provider says nothing': saying({ email_verified: undefined }),
  },
  person_unknown: {
    'an unknown address': saying({ email: 'unknown@company.example' }),
    'an address with a NUL': saying({ email: 'camille\0@company.example' }),
    'an address with half of a surrogate pair': saying({ email: 'camille\ud800@company.example' }),
    'the address of a person of another company': saying(() => ({ email: theirs.luc.email })),
  },
  person_deactivated: { 'a deactivated person': saying(() => ({ email: ours.gone.email })) },
}

test('what the battery starts from signs in, with PKCE, state and nonce', async () => {
  const attempt = await begin()
  const sent = attempt.location.searchParams
  expect(attempt.location.origin).toBe(provider.issuer)
  expect(
    Object.fromEntries(['response_type', 'client_id', 'redirect_uri', 'code_challenge_method'].map((name) => [name, sent.get(name)])),
  ).toEqual({
    response_type: 'code',
    client_id: 'reflet',
    redirect_uri: `${app.url}/oidc/${codes.ours}/callback`,
    code_challenge_method: 'S256',
  })
  expect(sent.get('scope')?.split(' ')).toContain('openid')
  const answer = await send(
    attempt,
    returning((state) => `state=${state}&code=the-code`),
  )
  expect(answer.location).toContain(`/?saml=true&email=${encodeURIComponent(ours.camille.email)}&token=`)
  expect(provider.exchanges.at(-1)).toMatchObject({ code: 'the-code', verifier: expect.stringMatching(/^.{43}/) })
})

test('the battery is as large as it must be', () => {
  expect(Object.values(HOSTILE).flatMap(Object.keys).length).toBeGreaterThanOrEqual(40)
})

test.each(Object.entries(HOSTILE).flatMap(([reason, made]) => Object.entries(made).map(([name, make]) => [name, reason, make] as const)))(
  '%s is refused as %s',
  async (_name, reason, make) => {
    expect(await send(await begin(), make)).toEqual({ status: 303, location: `${app.url}/login?sso=refused` })
    expect(await lastRefusal(app, ours.company)).toBe(reason)
  },
)

test('a claim that the ID token lacks is read from the user info, of the same subject only', async () => {
  const { email, email_verified } = claimsOf('')
  const without = saying({ email: undefined, email_verified: undefined })
  provider.userInfo = { sub: 'sub-1', email, email_verified }
  expect((await send(await begin(), without)).location).toContain('saml=true')
  provider.userInfo = { sub: 'another', email, email_verified }
  expect((await send(await begin(), without)).location).toContain('sso=refused')
  expect(await lastRefusal(app, ours.company)).toBe('subject')
})

test('a test shows what came, and that a provider cannot be reached', async () => {
  const begun = async () => (await app.call(ours.anne, adminSignIn.beginSignInTest, { body: { protocol: 'oidc' } })).body
  const result = async (id: string) => (await app.call(ours.anne, adminSignIn.getSignInTest, { params: { id } })).body
  const one = await begun()
  const attempt = await beginOpenId(app, codes.ours, '', new URL(one.link).search)
  const answer = await send({ ...attempt, claims: claimsOf(attempt.nonce) }, saying({ email: 'unknown@company.example' }))
  expect(answer.location).toBe(`${app.url}/admin/sign-in?test=${one.id}`)
  expect(await result(one.id)).toMatchObject({ status: 'refused', reason: 'person_unknown' })
  expect((await result(one.id)).received).toContainEqual({ name: 'email', values: ['unknown@company.example'] })
  const two = await begun()
  await app.database.db.execute(
    sql`update sign_in_oidc set issuer = 'http://127.0.0.1:9', updated_at = now() where company_id = ${ours.company.id}`,
  )
  const unreached = await fetch(two.link, { redirect: 'manual' })
  expect(unreached.headers.get('location')).toBe(`${app.url}/admin/sign-in?test=${two.id}`)
  expect(await result(two.id)).toMatchObject({ status: 'refused', reason: 'provider_unreachable' })
  await app.call(ours.anne, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })
})

test('of many answers with one state one goes on', async () => {
  const attempt = await begin()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(attempt)))
  expect(answers.filter(({ location }) => location.includes('saml=true'))).toHaveLength(1)
})

describe('claims', () => {
  const tenant = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0'
  const rules = { issuer: 'https://op.example', claim: 'email', person_by: 'email' as const, hosted_domain: null }
  const email = 'ann@x.example'
  const byName = { claim: 'preferred_username' }
  const ofEntra = { issuer: tenant }
  const ofGoogle = { hosted_domain: 'x.example' }

  test.each<[string, object, object, string]>([
    ['a user name that its owner may change', { preferred_username: email }, byName, 'email_unverified'],
    [
      'a user name beside another verified address',
      { preferred_username: email, email: 'eve@x.example', email_verified: true },
      byName,
      'email_unverified',
    ],
    [
      'a user name that is the verified address',
      { preferred_username: email, email: 'Ann@x.example', email_verified: true },
      byName,
      email,
    ],
    ['a number needs no address', { employee: ' N-1 ' }, { claim: 'employee', person_by: 'registration_number' }, 'N-1'],
    ['Entra’s own account', { email, iss: tenant }, ofEntra, email],
    ['Entra’s account of its earlier issuer', { email, iss: tenant, tid: 't', idp: 'https://sts.windows.net/t/' }, ofEntra, email],
    ['a guest of the tenant', { email, iss: tenant, idp: 'https://sts.windows.net/other/' }, ofEntra, 'guest_account'],
    ['a guest by acct', { email, iss: tenant, acct: 1 }, ofEntra, 'guest_account'],
    ['an address whose domain is not verified', { email, iss: tenant, xms_edov: false }, ofEntra, 'email_unverified'],
    ['Google’s other customer', { email, email_verified: true, hd: 'y.example' }, ofGoogle, 'hosted_domain'],
    ['a private account of Google', { email, email_verified: true }, ofGoogle, 'hosted_domain'],
    ['Google’s customer', { email, email_verified: true, hd: 'X.example' }, ofGoogle, email],
  ])('%s', (_name, claims, changes, expected) => {
    const outcome = () => {
      try {
        return personOf(claims as never, { ...rules, ...changes })
      } catch (error) {
        return (error as Refused).reason
      }
    }
    expect(outcome()).toBe(expected)
  })
})

/** The provider's answer comes from the network: here it is given, because Entra ID's address cannot be reached in a test. */
test.each([
  ['common', 'https://login.microsoftonline.com/{tenantid}/v2.0'],
  ['organizations', 'https://login.microsoftonline.com/{tenantid}/v2.0'],
  ['contoso.com', 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0'],
])('Entra ID’s issuer %s is refused: another tenant could sign in', async (name, answered) => {
  const issuer = `https://login.microsoftonline.com/${name}/v2.0`
  const body = { ...provider.configuration, issuer: answered }
  const outgoing = async () => ({ status: 200, header: () => 'application/json', text: JSON.stringify(body) })
  const client = { issuer, clientId: 'x', clientSecret: 'y' }
  await expect(discoverProvider({ ...app.platform, outgoing }, client)).rejects.toThrow('another issuer')
})

test.each([
  [undefined, 'basic'],
  [['client_secret_basic'], 'basic'],
  [['client_secret_basic', 'client_secret_post'], 'post'],
])('the client proves itself as the provider says: %s', async (methods, how) => {
  provider.configuration = { ...provider.configuration, token_endpoint_auth_methods_supported: methods }
  await app.call(ours.anne, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })
  expect((await send(await begin())).location).toContain('saml=true')
  expect(provider.exchanges.at(-1)?.secret).toBe(how === 'post' ? provider.clientSecret : '')
})

describe('the settings', () => {
  const set = (body: object) => app.call(theirs.luc, adminSignIn.setOidc, { body: { ...settingsOfOpenId(foreign), ...body } as never })

  test('a provider that cannot be read, is of another issuer or serves all tenants is refused, and nothing is kept', async () => {
    const other = await startOpenId()
    for (const issuer of ['https://evil.example', `${other.issuer}/{tenantid}/v2.0`]) {
      other.configuration = { ...other.configuration, issuer }
      expectProblem(await set({ issuer: other.issuer }), 422, 'issuer_refused', { because: issuer })
    }
    expectProblem(await set({ issuer: 'http://127.0.0.1:9' }), 422, 'issuer_refused')
    expectProblem(await set({ issuer: 'ftp://x.example' }), 400, 'invalid_input')
    expectProblem(await set({ issuer: 'https://user:word@x.example' }), 422, 'host_not_allowed')
    const google = ['https://accounts.google.com', 'https://ACCOUNTS.google.com:443/']
    for (const issuer of [...google, 'https://accounts.google.com/.well-known/openid-configuration'])
      expectProblem(await set({ issuer }), 422, 'issuer_refused', { fields: { hosted_domain: 'missing' }, because: issuer })
    expect((await app.call(theirs.luc, adminSignIn.getSignIn)).body.oidc?.issuer).toBe(foreign.issuer)
  })

  test('the secret is kept for the same issuer and client only, and never shown', async () => {
    const { client_secret, ...same } = settingsOfOpenId(foreign)
    expect((await app.call(theirs.luc, adminSignIn.setOidc, { body: { ...same, claim: 'upn' } })).body.oidc?.claim).toBe('upn')
    expectProblem(await app.call(theirs.luc, adminSignIn.setOidc, { body: { ...same, client_id: 'another' } }), 422, 'token_missing')
    expect(JSON.stringify((await app.call(theirs.luc, adminSignIn.getSignIn)).body)).not.toContain(client_secret)
    await set({})
  })
})
