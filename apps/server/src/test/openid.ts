import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import type { TestApp } from './build-test-app.ts'
import { cookieOf, fromAnywhere } from './saml.ts'

/** What the token endpoint answers, and what the ID token in it says. */
export interface TokenAnswer {
  status?: number
  body?: unknown
  type?: string
}

/** An OpenID provider of the tests that says whatever it is asked to; the certified `oidc-provider` signs in elsewhere. */
export interface TestOpenId {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of the next exchange of a code. */
  answer: (request: { code: string; verifier: string; secret: string }) => Promise<TokenAnswer> | TokenAnswer
  /** Of its configuration. */
  configuration: Record<string, unknown>
  readonly exchanges: { code: string; verifier: string; secret: string }[]
  userInfo: Record<string, unknown>
  keys: unknown[]
  sign(claims: JWTPayload, changes?: { alg?: string; kid?: string; key?: Parameters<SignJWT['sign']>[0] }): Promise<string>
  readonly privateKey: CryptoKeyLike
}
type CryptoKeyLike = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/** Listens on loopback until the end of the test, or of the file's tests. */
export async function startOpenId(end: (stop: () => void) => void = onTestFinished): Promise<TestOpenId> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', provider.issuer)
    const send = (body: unknown, status = 200, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (pathname === '/.well-known/openid-configuration') return send(provider.configuration)
    if (pathname === '/jwks') return send({ keys: provider.keys })
    if (pathname === '/userinfo') return send(provider.userInfo)
    if (pathname !== '/token') return send('', 404)
    const form = await formOf(request)
    const asked = { code: form.get('code') ?? '', verifier: form.get('code_verifier') ?? '', secret: form.get('client_secret') ?? '' }
    provider.exchanges.push(asked)
    const { status = 200, body, type } = await provider.answer(asked)
    return send(body, status, type)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  end(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: TestOpenId = {
    issuer,
    clientId: 'reflet',
    clientSecret: 'a secret of the client',
    privateKey,
    exchanges: [],
    userInfo: { sub: 'sub-1' },
    keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }],
    configuration: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    answer: () => ({ status: 400, body: { error: 'invalid_grant' } }),
    sign: (claims, { alg = 'RS256', kid = 'one', key = privateKey } = {}) => new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key),
  }
  return provider
}

export const settingsOfOpenId = ({ issuer, clientId, clientSecret }: TestOpenId) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  claim: 'email',
})

export interface BegunOpenId {
  readonly cookie: string
  readonly location: URL
  readonly state: string
  readonly nonce: string
}

export async function beginOpenId(app: TestApp, code: string, cookie = '', query = ''): Promise<BegunOpenId> {
  const response = await fetch(`${app.url}/oidc/${code}/login${query}`, { redirect: 'manual', headers: { cookie, ...fromAnywhere() } })
  const location = new URL(response.headers.get('location') ?? '')
  const param = (name: string) => location.searchParams.get(name) ?? ''
  return { cookie: cookieOf(response, cookie), location, state: param('state'), nonce: param('nonce') }
}

export async function returnTo(app: TestApp, code: string, query: string, cookie: string) {
  const response = await fetch(`${app.url}/oidc/${code}/callback?${query}`, { redirect: 'manual', headers: { cookie, ...fromAnywhere() } })
  return { status: response.status, location: response.headers.get('location') ?? '' }
}
