import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@reflet/contract/api'
import type { Endpoint, Method } from '@reflet/contract/endpoint'
import { session } from '@reflet/contract/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, reach, specified } from './client.ts'
import { ApiError } from './errors.ts'
import { subscribe } from './events.ts'
import { dismissLoading, isLoading, showLoading } from './loading.ts'

type Line = `${Method} ${string}`

/** The calls of docs/PRODUCT.md, "Errors"; the translation files have a separate rule (platform/locale.ts). */
const SPECIFIED = [
  'POST /api/forgottenpassword',
  'GET /api/getcredentials',
  'POST /api/login',
  'GET /api/users/:userId',
  'GET /api/user/onboarding/finished',
  'GET /api/user/onboarding/dashboard/finished',
  'GET /api/user/onboarding/answer/finished',
  'GET /api/user/onboarding/badge/finished',
  'GET /api/users/:userId/suggestions',
  'GET /api/users/:userId/hierarchical',
  'PATCH /api/users/:userId',
  'POST /api/notificationtokens',
  'GET /api/notificationtoken/clear',
  'POST /api/users/add/manager',
  'GET /terms-of-use',
  'GET /privacy-policy',
  'DELETE /api/user',
  'GET /api/check-update',
  'POST /api/link/domoscio',
  'POST /api/check/saml',
  'POST /api/platform/used',
  'GET /api/revoke-tokens',
  'POST /api/badges/new',
  'POST /api/badges/linkedin',
  'GET /api/badges/email/:id',
  'GET /api/badges/delete/:id',
  'PATCH /api/save/hierarchical/list',
  'GET /api/remind/hierarchical/list',
  'GET /api/skills',
  'POST /api/users/:userId/skills',
  'POST /api/users/:userId/resets/skills',
  'GET /api/users/dashboard/access',
] as const satisfies readonly Line[]

/** The value of each failed call of the customer’s interface (docs/PRODUCT.md, "Errors"). */
const FALSE: readonly Line[] = [
  'POST /api/login',
  'POST /api/forgottenpassword',
  'POST /api/check/saml',
  'GET /api/check-update',
  'GET /api/badges/email/:id',
]
const EMPTY_TEXT: readonly Line[] = ['GET /terms-of-use', 'GET /privacy-policy']

/** A failure by its status; 0 is a connection error. */
const STATUSES = [400, 401, 403, 404, 409, 422, 429, 500, 503, 0]

const expected = (line: Line, status: number) => {
  if (FALSE.includes(line)) return false
  if (EMPTY_TEXT.includes(line)) return ''
  return status === 401 ? [] : status === 400 ? 'error' : undefined
}

const known: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(api).flatMap((endpoints: Record<string, Endpoint>) =>
    Object.values(endpoints).map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]),
  ),
)

/** A call that the server does not have yet follows the same rule. */
const endpointOf = (line: Line): Endpoint => {
  const [method, path = ''] = line.split(' ')
  return known.get(line) ?? { method: method as Method, path, access: 'employee', summary: '', response: session.getCredentials.response }
}

let server: Server
let status = 200
let disconnects = 0
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((request, response) => {
    if (status === 0) request.socket.destroy()
    else
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 'some_code', request_id: 'r', clientId: 'web' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // The web app calls its own origin, with the browser's cookies.
  globalThis.fetch = (path, init) => realFetch(`http://127.0.0.1:${port}${String(path)}`, init)
  globalThis.document = { cookie: 'XSRF-TOKEN=x' } as Document
  subscribe('userDisconnect', () => void disconnects++)
})
afterAll(() => {
  globalThis.fetch = realFetch
  Reflect.deleteProperty(globalThis, 'document')
  server.close()
})
beforeEach(() => {
  disconnects = 0
  dismissLoading()
})

const anyInput = ({ method }: Endpoint) =>
  ({ params: { userId: '1', id: 'b' }, query: { locale: 'en' }, ...(method !== 'GET' && { body: {} }) }) as never

describe.each(SPECIFIED)('%s', (line) => {
  test.each(STATUSES)('refused with %i', async (refusal) => {
    status = refusal
    const endpoint = endpointOf(line)
    showLoading()
    expect(isLoading()).toBe(true)
    const { value, error } = await specified(endpoint, anyInput(endpoint))
    expect(value).toEqual(expected(line, refusal))
    expect(isLoading(), 'any error dismisses the loading indicator').toBe(false)
    expect(disconnects, 'a 401 ends the session; a refused login has none').toBe(refusal === 401 && line !== 'POST /api/login' ? 1 : 0)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject(refusal === 0 ? { status: 0, code: 'offline' } : { status: refusal, code: 'some_code' })
    await expect(call(endpoint, anyInput(endpoint)), 'a screen gets the reason, never the value').rejects.toMatchObject({ status: refusal })
  })
})

test('the table has every call of the specification but the five translation files', () => {
  expect(SPECIFIED.length).toBe(32)
  expect(new Set(SPECIFIED).size).toBe(32)
})

test('a response is its value, without an error', async () => {
  status = 200
  expect(await specified(session.getCredentials)).toEqual({ value: { clientId: 'web' } })
})

test('an abort rejects with its own reason, and publishes nothing', async () => {
  status = 401
  const skills = endpointOf('GET /api/skills')
  const reason = new Error('left')
  await expect(specified(skills, anyInput(skills), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(disconnects).toBe(0)
})

describe('an exception that is no network failure is none of the connection', () => {
  const broken = new RangeError('a bug')

  test('while a response is read', async () => {
    status = 200
    const reading = reach('/api/skills', {}, () => {
      throw broken
    })
    await expect(reading).rejects.toBe(broken)
  })

  test('in a browser that lacks what the call needs', async () => {
    const { any } = AbortSignal
    Reflect.deleteProperty(AbortSignal, 'any')
    try {
      const aborting = reach('/api/skills', {}, (response) => response.text(), new AbortController().signal)
      await expect(aborting).rejects.toThrow(TypeError)
    } finally {
      AbortSignal.any = any
    }
  })

  test('a call announces it, and throws it', async () => {
    const realNow = globalThis.fetch
    globalThis.fetch = () => Promise.reject(broken)
    showLoading()
    await expect(specified(session.getCredentials)).rejects.toBe(broken)
    expect(isLoading()).toBe(false)
    globalThis.fetch = realNow
  })
})

test('a timeout is a failure of the network', async () => {
  const realNow = globalThis.fetch
  globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  await expect(reach('/api/skills', {}, (response) => response.text(), undefined, 1)).rejects.toMatchObject({ code: 'offline' })
  globalThis.fetch = realNow
})
