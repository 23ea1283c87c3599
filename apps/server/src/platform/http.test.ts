import { connect } from 'node:net'
import type { ErrorCode } from '@reflet/contract/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../test/expect-problem.ts'
import { aKey } from '../test/factories.ts'
import { useCompany } from '../test/use-company.ts'
import { useTestApp } from '../test/use-test-app.ts'

const app = useTestApp()
const { company, user } = useCompany(app, ['user'])
let body: Record<string, unknown>

beforeAll(() => {
  body = { skill_ids: [company.skillIds[0]], recipients: [{ email: 'a@b.example' }], idempotency_key: aKey() }
})

const PATH = '/api/feedbacks/requests'
async function post(raw: string | Buffer, headers: Record<string, string> = {}) {
  const reply = await fetch(`${app.url}${PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
    body: raw,
  })
  return { status: reply.status, body: (await reply.json()) as { code: string; request_id: string; fields?: Record<string, string> } }
}
const json = (changes: object) => JSON.stringify({ ...body, ...changes })

describe('bad input gets a clear code', () => {
  test.each<[string, () => string | Buffer, number, ErrorCode]>([
    ['not JSON', () => '{', 400, 'invalid_input'],
    ['nothing', () => '', 400, 'invalid_input'],
    ['null', () => 'null', 400, 'invalid_input'],
    ['an array', () => '[]', 400, 'invalid_input'],
    [
      'bytes that are no UTF-8',
      () => Buffer.concat([Buffer.from('{"message":"'), Buffer.of(0xc3, 0x28), Buffer.from('"}')]),
      400,
      'invalid_input',
    ],
    ['a text for a list', () => json({ skill_ids: 'x' }), 400, 'invalid_input'],
    ['a number for a text', () => json({ message: 1 }), 400, 'invalid_input'],
    ['an infinite number', () => json({}).replace('"recipients"', '"confidential":1e309,"recipients"'), 400, 'invalid_input'],
    ['a lone surrogate', () => json({}).replace('"recipients"', '"message":"\\ud800","recipients"'), 400, 'invalid_input'],
    ['__proto__', () => '{"__proto__":{"admin":true}}', 400, 'invalid_input'],
    ['100,000 levels', () => `${'['.repeat(60_000)}${']'.repeat(60_000)}`, 400, 'invalid_input'],
    ['too much', () => json({ message: 'x'.repeat(200_000) }), 413, 'payload_too_large'],
  ])('%s', async (_what, raw, status, code) => {
    const reply = await post(raw())
    expectProblem(reply, status, code)
    expect(reply.body.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Object.keys(reply.body).every((key) => ['code', 'request_id', 'fields'].includes(key))).toBe(true)
  })

  test('names each refused field', async () => {
    const reply = await post(json({ surprise: 1, context: 'x'.repeat(201), due_at: 'tomorrow' }))
    expect(reply.body.fields).toEqual({ surprise: 'unknown', context: 'too_big', due_at: 'invalid_format' })
  })

  test('another media type', async () => {
    const reply = await post('<x/>', { 'content-type': 'application/xml' })
    expectProblem(reply, 415, 'unsupported_media_type')
  })

  test.each(['/api/nothing', '/api/feedbacks/requests/not-an-id', '/api/feedbacks/requests/%00', '/api/users/2', '/assets/none.js'])(
    '%s is not found',
    async (path) => {
      const reply = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${user.token}` } })
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
    },
  )

  test('a URL that cannot be decoded', async () => {
    const reply = await fetch(`${app.url}/api/guest/%ZZ/x`)
    expect([reply.status, await reply.json()]).toEqual([400, { code: 'invalid_input', request_id: expect.any(String) }])
  })

  test.each(['limit=1e309', 'limit=0', 'limit=x', 'limit=51', 'query=%00', 'other=1'])('a search with %s', async (query) => {
    const reply = await fetch(`${app.url}/api/colleagues?${query}`, { headers: { authorization: `Bearer ${user.token}` } })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'invalid_input'])
  })

  test('a request that is not HTTP does not stop the server', async () => {
    const port = Number(new URL(app.url).port)
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end('\x16\x03\x01 nonsense\r\n\r\n'))
      socket.on('close', () => resolve())
      socket.on('error', () => resolve())
      socket.resume()
    })
    expect(await (await fetch(`${app.url}/health/live`)).json()).toEqual({ status: 'ok' })
  })
})

describe('every response', () => {
  test('has the security headers', async () => {
    const { headers } = await fetch(`${app.url}/api/getcredentials`)
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers.get('content-security-policy'), 'a company’s film may lie on any https host').toContain("media-src 'self' https:;")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
