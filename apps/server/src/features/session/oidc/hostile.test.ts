import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { MINUTE_MS } from '@reflet/contract/durations'
import { sql } from 'drizzle-orm'
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../../db/index.ts'
import { discoverProvider } from '../../../platform/openid.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { type BegunOpenId, beginOpenId, returnTo, settingsOfOpenId, startOpenId, type TestOpenId } from '../../../test/openid.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import type { Refused } from '../refused.ts'
import { personOf } from './claims.ts'

const app = useTestApp({ settings: { trustProxy: 1 } })
const ours = useCompany(app, { anne: { role: 'admin' }, camille: {}, gone: { deactivated: true } })
const theirs = useCompany(app, { luc: { role: 'admin' } })
let provider: TestOpenId
let foreign: TestOpenId
let codes: { ours: string; theirs: string }

const codeOf = async ({ id }: { id: string }) =>
  (await rows<{ code: string }>(app.database.db, sql`select code from companies where company_id = ${id}`))[0]?.code ?? ''

beforeAll(async () => {
  provider = await startOpenId(afterAll)
  foreign = await startOpenId(afterAll)
  codes = { ours: await codeOf(ours.company), theirs: await codeOf(theirs.company) }
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
/** The provider answers with these claims. */
const saying =
  (changes: JWTPayload | ((attempt: Attempt) => JWTPayload)): Hostile =>
  async (attempt) => {
    const claims = { ...attempt.claims, ...(typeof changes === 'function' ? changes(attempt) : changes) }
    const known = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
    provider.answer = async () => tokens(await provider.sign(known))
    return {}
  }

interface Sent {
  readonly query?: string
  readonly cookie?: string
  readonly code?: string
}
type Hostile = (attempt: Attempt) => Sent | Promise<Sent>
const raw =
  (make: (attempt: Attempt) => Promise<string> | string): Hostile =>
  async (attempt) => {
    const token = await make(attempt)
    provider.answer = () => tokens(token)
    return {}
  }
const ok: Hostile = saying({})

const lastRefusal = async () =>
  (
    await rows<{ details: { reason: string } }>(
      app.database.db,
      sql`select details from audit_log where company_id = ${ours.company.id} and action = 'sign_in_refused' order by at desc, id desc limit 1`,
    )
  )[0]?.details.reason

const HOSTILE: readonly (readonly [name: string, reason: string, make: Hostile])[] = [
  // The answer in the address
  ['no state', 'state', async (attempt) => ({ ...(await ok(attempt)), query: 'code=c' })],
  ['an empty state', 'state', async (attempt) => ({ ...(await ok(attempt)), query: 'code=c&state=' })],
  ['two states', 'state', async (attempt) => ({ ...(await ok(attempt)), query: `code=c&state=${attempt.state}&state=x` })],
  ['an unknown state', 'request_unknown', async (attempt) => ({ ...(await ok(attempt)), query: `code=c&state=${'A'.repeat(43)}` })],
  ['no code', 'code_missing', async (attempt) => ({ ...(await ok(attempt)), query: `state=${attempt.state}` })],
  ['two codes', 'code_missing', async (attempt) => ({ ...(await ok(attempt)), query: `state=${attempt.state}&code=a&code=b` })],
  [
    'the provider’s own refusal',
    'provider_refused',
    async (attempt) => ({ ...(await ok(attempt)), query: `state=${attempt.state}&error=access_denied` }),
  ],
  [
    'an answer of another issuer (RFC 9207)',
    'issuer',
    async (attempt) => ({ ...(await ok(attempt)), query: `state=${attempt.state}&code=c&iss=${encodeURIComponent(foreign.issuer)}` }),
  ],
  [
    'an ID token in the address',
    'not_readable',
    async (attempt) => ({ ...(await ok(attempt)), query: `state=${attempt.state}&code=c&id_token=x&response=x` }),
  ],
  ['an address with a NUL', 'person_unknown', saying({ email: 'camille\0@company.example' })],
  ['an address with half of a surrogate pair', 'person_unknown', saying({ email: 'camille\ud800@company.example' })],
  // Browser and request
  ['no cookie', 'other_browser', async (attempt) => ({ ...(await ok(attempt)), cookie: '' })],
  ['the cookie of another browser', 'other_browser', async (attempt) => ({ ...(await ok(attempt)), cookie: (await begin()).cookie })],
  [
    'a request that is too old',
    'request_expired',
    async (attempt) => {
      app.advance(11 * MINUTE_MS)
      return ok({ ...attempt, claims: claimsOf(attempt.nonce) })
    },
  ],
  [
    'a state that was used',
    'replayed',
    async (attempt) => {
      await ok(attempt)
      expect((await returnTo(app, codes.ours, `state=${attempt.state}&code=first`, attempt.cookie)).location).toContain('saml=true')
      return {}
    },
  ],
  [
    'the state of another company',
    'request_unknown',
    async (attempt) => {
      await ok(attempt)
      const other = await beginOpenId(app, codes.theirs)
      return { query: `code=c&state=${other.state}`, cookie: other.cookie }
    },
  ],
  // Claims of the ID token
  ['another issuer', 'issuer', saying({ iss: 'https://evil.example' })],
  ['the issuer with a slash', 'issuer', saying(({ claims }) => ({ iss: `${claims.iss}/` }))],
  ['no issuer', 'issuer', saying({ iss: undefined as never })],
  ['the issuer of another company', 'issuer', saying(() => ({ iss: foreign.issuer }))],
  ['another audience', 'audience', saying({ aud: 'another-client' })],
  ['no audience', 'audience', saying({ aud: undefined as never })],
  ['two audiences and no authorized party', 'audience', saying({ aud: ['reflet', 'another'] })],
  ['another authorized party', 'audience', saying({ aud: ['reflet', 'another'], azp: 'another' })],
  ['another nonce', 'nonce', saying({ nonce: 'another' })],
  ['no nonce', 'nonce', saying({ nonce: undefined })],
  ['the nonce of another sign-in', 'nonce', async (attempt) => saying({ nonce: (await begin()).nonce })(attempt)],
  ['expired', 'expired', saying(() => ({ exp: Math.floor(app.now().getTime() / 1000) - 120 }))],
  ['no expiry', 'expired', saying({ exp: undefined as never })],
  ['no time of issue', 'time_unreadable', saying({ iat: undefined as never })],
  ['not yet valid', 'not_yet_valid', saying(() => ({ nbf: Math.floor(app.now().getTime() / 1000) + 600 }))],
  ['no subject', 'subject', saying({ sub: undefined as never })],
  // Signatures
  [
    'no ID token',
    'id_token_missing',
    (attempt) => {
      expect(attempt.state).toBeTruthy()
      provider.answer = () => ({ body: { access_token: 'access', token_type: 'Bearer' } })
      return {}
    },
  ],
  ['the algorithm none', 'weak_algorithm', raw(({ claims }) => new UnsecuredJWT(claims).encode())],
  [
    'HS256 with the client secret',
    'weak_algorithm',
    raw(({ claims }) => provider.sign(claims, { alg: 'HS256', key: new TextEncoder().encode(provider.clientSecret) })),
  ],
  [
    'HS256 with the public key as secret',
    'weak_algorithm',
    raw(async ({ claims }) => {
      const pem = await exportSPKI((await importJWK(provider.keys[0] as never, 'RS256')) as never)
      return provider.sign(claims, { alg: 'HS256', key: new TextEncoder().encode(pem) })
    }),
  ],
  [
    'another algorithm than the provider’s',
    'weak_algorithm',
    raw(async ({ claims }) => provider.sign(claims, { alg: 'ES256', key: (await generateKeyPair('ES256')).privateKey })),
  ],
  [
    'another key of the same id',
    'signature_invalid',
    raw(async ({ claims }) => provider.sign(claims, { key: (await generateKeyPair('RS256')).privateKey })),
  ],
  ['the key of another company’s provider', 'signature_invalid', raw(({ claims }) => provider.sign(claims, { key: foreign.privateKey }))],
  ['an unknown key id', 'signature_invalid', raw(({ claims }) => provider.sign(claims, { kid: 'unknown' }))],
  [
    'claims changed after signing',
    'signature_invalid',
    raw(async ({ claims }) => {
      const [head, , signature] = (await provider.sign(claims)).split('.')
      return `${head}.${Buffer.from(JSON.stringify({ ...claims, email: ours.anne.email })).toString('base64url')}.${signature}`
    }),
  ],
  ['no signature', 'signature_invalid', raw(async ({ claims }) => `${(await provider.sign(claims)).split('.').slice(0, 2).join('.')}.`)],
  ['an ID token that is none', 'not_readable', raw(() => 'hello')],
  // The token endpoint
  [
    'a code that the provider refuses',
    'code_refused',
    () => {
      provider.answer = () => ({ status: 400, body: { error: 'invalid_grant' } })
      return {}
    },
  ],
  [
    'a client that the provider refuses',
    'code_refused',
    () => {
      provider.answer = () => ({ status: 401, body: { error: 'invalid_client' } })
      return {}
    },
  ],
  [
    'a page instead of tokens',
    'not_readable',
    () => {
      provider.answer = () => ({ body: '<html></html>', type: 'text/html' })
      return {}
    },
  ],
  [
    'a server error',
    'not_readable',
    () => {
      provider.answer = () => ({ status: 500, body: 'oops', type: 'text/plain' })
      return {}
    },
  ],
  // Persons
  ['no address', 'claim_missing', saying({ email: undefined })],
  ['an address that is not verified', 'email_unverified', saying({ email_verified: false })],
  ['an address of which the provider says nothing', 'email_unverified', saying({ email_verified: undefined })],
  ['an address that is a list', 'claim_missing', saying(({ claims }) => ({ email: [claims.email] }))],
  ['an unknown address', 'person_unknown', saying({ email: 'unknown@company.example' })],
  ['the address of a person of another company', 'person_unknown', saying(() => ({ email: theirs.luc.email }))],
  ['a deactivated person', 'person_deactivated', saying(() => ({ email: ours.gone.email }))],
]

test('the battery is as large as it must be', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(40)
  expect(new Set(HOSTILE.map(([name]) => name)).size).toBe(HOSTILE.length)
})

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
  await ok(attempt)
  const answer = await returnTo(app, codes.ours, `state=${attempt.state}&code=the-code`, attempt.cookie)
  expect(answer.location).toContain(`/?saml=true&email=${encodeURIComponent(ours.camille.email)}&token=`)
  expect(provider.exchanges.at(-1)).toMatchObject({
    code: 'the-code',
    verifier: expect.stringMatching(/^.{43}/),
  })
})

test.each(HOSTILE)('%s is refused as %s', async (_name, reason, make) => {
  const attempt = await begin()
  const sent = await make(attempt)
  const answer = await returnTo(app, sent.code ?? codes.ours, sent.query ?? `state=${attempt.state}&code=c`, sent.cookie ?? attempt.cookie)
  expect(answer).toEqual({ status: 303, location: `${app.url}/login?sso=refused` })
  expect(await lastRefusal()).toBe(reason)
})

test('a claim that the ID token lacks is read from the user info, of the same subject only', async () => {
  const attempt = await begin()
  const { email, email_verified, ...claims } = attempt.claims
  provider.answer = async () => tokens(await provider.sign(claims))
  provider.userInfo = { sub: 'sub-1', email, email_verified }
  expect((await returnTo(app, codes.ours, `state=${attempt.state}&code=c`, attempt.cookie)).location).toContain('saml=true')
  const second = await begin()
  provider.answer = async () => tokens(await provider.sign({ ...claims, nonce: second.nonce }))
  provider.userInfo = { sub: 'another', email, email_verified }
  expect((await returnTo(app, codes.ours, `state=${second.state}&code=c`, second.cookie)).location).toContain('sso=refused')
  expect(await lastRefusal()).toBe('subject')
})

test('a test shows what came, and that a provider cannot be reached', async () => {
  const begun = async () => (await app.call(ours.anne, adminSignIn.beginSignInTest, { body: { protocol: 'oidc' } })).body
  const result = async (id: string) => (await app.call(ours.anne, adminSignIn.getSignInTest, { params: { id } })).body
  const one = await begun()
  const attempt = await beginOpenId(app, codes.ours, '', new URL(one.link).search)
  provider.answer = async () => tokens(await provider.sign({ ...claimsOf(attempt.nonce), email: 'unknown@company.example' }))
  expect((await returnTo(app, codes.ours, `state=${attempt.state}&code=c`, attempt.cookie)).location).toBe(
    `${app.url}/admin/sign-in?test=${one.id}`,
  )
  expect(await result(one.id)).toMatchObject({ status: 'refused', reason: 'person_unknown' })
  expect((await result(one.id)).received).toContainEqual({ name: 'email', values: ['unknown@company.example'] })
  const two = await begun()
  await app.database.db.execute(
    sql`update sign_in_oidc set issuer = 'http://127.0.0.1:9', updated_at = now() where company_id = ${ours.company.id}`,
  )
  const answer = await fetch(two.link, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(`${app.url}/admin/sign-in?test=${two.id}`)
  expect(await result(two.id)).toMatchObject({ status: 'refused', reason: 'provider_unreachable' })
  await app.call(ours.anne, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })
})

test('of many answers with one state one goes on', async () => {
  const attempt = await begin()
  await ok(attempt)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => returnTo(app, codes.ours, `state=${attempt.state}&code=c`, attempt.cookie)),
  )
  expect(answers.filter(({ location }) => location.includes('saml=true'))).toHaveLength(1)
})

describe('claims', () => {
  const tenant = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0'
  const rules = { issuer: provider?.issuer ?? 'https://op.example', claim: 'email', person_by: 'email' as const, hosted_domain: null }
  const outcome = (claims: object, changes: object = {}) => {
    try {
      return personOf(claims as never, { ...rules, ...changes })
    } catch (error) {
      return (error as Refused).reason
    }
  }

  test.each([
    ['a user name that its owner may change', { preferred_username: 'ann@x.example' }, { claim: 'preferred_username' }, 'email_unverified'],
    [
      'a user name beside another verified address',
      { preferred_username: 'ann@x.example', email: 'eve@x.example', email_verified: true },
      { claim: 'preferred_username' },
      'email_unverified',
    ],
    [
      'a user name that is the verified address',
      { preferred_username: 'ann@x.example', email: 'Ann@x.example', email_verified: true },
      { claim: 'preferred_username' },
      'ann@x.example',
    ],
    ['a number needs no address', { employee: ' N-1 ' }, { claim: 'employee', person_by: 'registration_number' }, 'N-1'],
    ['Entra’s own account', { email: 'ann@x.example', iss: tenant }, { issuer: tenant }, 'ann@x.example'],
    [
      'Entra’s own account with its earlier issuer',
      { email: 'ann@x.example', iss: tenant, tid: 't', idp: 'https://sts.windows.net/t/' },
      { issuer: tenant },
      'ann@x.example',
    ],
    [
      'a guest of the tenant',
      { email: 'ann@x.example', iss: tenant, idp: 'https://sts.windows.net/other/' },
      { issuer: tenant },
      'guest_account',
    ],
    ['a guest by acct', { email: 'ann@x.example', iss: tenant, acct: 1 }, { issuer: tenant }, 'guest_account'],
    [
      'an address whose domain is not verified',
      { email: 'ann@x.example', iss: tenant, xms_edov: false },
      { issuer: tenant },
      'email_unverified',
    ],
    [
      'Google’s other customer',
      { email: 'ann@x.example', email_verified: true, hd: 'y.example' },
      { hosted_domain: 'x.example' },
      'hosted_domain',
    ],
    ['a private account of Google', { email: 'ann@x.example', email_verified: true }, { hosted_domain: 'x.example' }, 'hosted_domain'],
    [
      'Google’s customer',
      { email: 'ann@x.example', email_verified: true, hd: 'X.example' },
      { hosted_domain: 'x.example' },
      'ann@x.example',
    ],
  ])('%s', (_name, claims, changes, expected) => {
    expect(outcome(claims, changes)).toBe(expected)
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
  const attempt = await begin()
  provider.configuration = { ...provider.configuration, token_endpoint_auth_methods_supported: methods }
  await app.call(ours.anne, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })
  await ok(attempt)
  expect((await returnTo(app, codes.ours, `state=${attempt.state}&code=c`, attempt.cookie)).location).toContain('saml=true')
  expect(provider.exchanges.at(-1)?.secret).toBe(how === 'post' ? provider.clientSecret : '')
})

describe('the settings', () => {
  const set = (body: object) => app.call(theirs.luc, adminSignIn.setOidc, { body: { ...settingsOfOpenId(foreign), ...body } as never })

  test('a provider that cannot be read, is of another issuer or serves all tenants is refused, and nothing is kept', async () => {
    const other = await startOpenId()
    other.configuration = { ...other.configuration, issuer: 'https://evil.example' }
    expectProblem(await set({ issuer: other.issuer }), 422, 'issuer_refused')
    other.configuration = { ...other.configuration, issuer: `${other.issuer}/{tenantid}/v2.0` }
    expectProblem(await set({ issuer: other.issuer }), 422, 'issuer_refused')
    expectProblem(await set({ issuer: 'http://127.0.0.1:9' }), 422, 'issuer_refused')
    expectProblem(await set({ issuer: 'ftp://x.example' }), 400, 'invalid_input')
    expectProblem(await set({ issuer: 'https://user:word@x.example' }), 422, 'host_not_allowed')
    for (const issuer of [
      'https://accounts.google.com',
      'https://ACCOUNTS.google.com:443/',
      'https://accounts.google.com/.well-known/openid-configuration',
    ]) {
      const google = await set({ issuer })
      expectProblem(google, 422, 'issuer_refused')
      expect(google.body.fields).toEqual({ hosted_domain: 'missing' })
    }
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
