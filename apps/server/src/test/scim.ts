import { adminScim } from '@reflet/contract/admin-scim'
import type { TestApp } from './build-test-app.ts'
import type { TestUser } from './factories.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of SCIM have any shape; the tests say which.
type Json = any

export interface ScimReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** What a directory does with the token of its company. */
export interface Directory {
  readonly token: string
  readonly tokenId: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimReply>
  get(path: string, headers?: Record<string, string>): Promise<ScimReply>
  post(path: string, body: unknown): Promise<ScimReply>
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<ScimReply>
  patch(path: string, operations: unknown, headers?: Record<string, string>): Promise<ScimReply>
  delete(path: string, headers?: Record<string, string>): Promise<ScimReply>
  /** The users that a filter finds: their userName without the domain, in the order of the list. */
  find(filter: string): Promise<string[]>
}

/** A call of SCIM with any token; a string is sent as it is. */
export async function callScim(
  app: TestApp,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ScimReply> {
  const response = await fetch(`${app.url}/scim/v2${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Creates a token as an administrator, and calls with it. */
export async function directoryOf(app: TestApp, admin: TestUser, options: { invite?: boolean } = {}): Promise<Directory> {
  const { status, body } = await app.call(admin, adminScim.createScimToken, { body: { name: 'Entra', ...options } })
  if (status !== 200) throw new Error(`no token: ${status}`)
  const send: Directory['send'] = (method, path, content, headers) => callScim(app, body.token, method, path, content, headers)
  return {
    token: body.token,
    tokenId: body.id,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, content) => send('POST', path, content),
    put: (path, content, headers) => send('PUT', path, content, headers),
    patch: (path, Operations, headers) => send('PATCH', path, { schemas: [PATCH_OP], Operations }, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    async find(filter) {
      const found = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      if (found.status !== 200) throw new Error(`${filter}: ${JSON.stringify(found.body)}`)
      return found.body.Resources.map(({ userName }: { userName: string }) => userName.split('@')[0])
    },
  }
}

let count = 0
/** A userName that no account has. */
export const newUserName = (name = 'new') => `${name}-${++count}@directory.example`
