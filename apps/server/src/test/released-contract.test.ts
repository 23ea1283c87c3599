import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from './build-test-app.ts'
import { breachesOf, type Contract } from './compare-contracts.ts'

/** The contract of the last release, which installed apps have. `RELEASE_CONTRACT=1` writes the present one (CONTRIBUTING.md, "Releases"). */
const FILE = join(import.meta.dirname, 'released/openapi.json')

/** Words change nothing for a client. */
const WORDS = new Set(['description', 'summary', 'title', 'example', 'examples'])

const withoutWords = (at: unknown): unknown => {
  if (Array.isArray(at)) return at.map(withoutWords)
  if (typeof at !== 'object' || at === null) return at
  const fields = Object.entries(at).filter(([key, value]) => !WORDS.has(key) || typeof value === 'object')
  return Object.fromEntries(fields.map(([key, value]) => [key, withoutWords(value)]))
}

let present: Contract
beforeAll(async () => {
  const app = await buildTestApp()
  present = withoutWords(await (await fetch(`${app.url}/api/openapi.json`)).json()) as Contract
  // Without the address of this test's server.
  if (process.env.RELEASE_CONTRACT) writeFileSync(FILE, `${JSON.stringify({ ...present, servers: undefined })}\n`)
  return () => app.close()
})

test('an app of the last release works with this server', () => {
  expect(existsSync(FILE)).toBe(true)
  const released = JSON.parse(readFileSync(FILE, 'utf8')) as Contract
  expect(Object.keys(released.paths).length).toBeGreaterThan(100)
  expect(breachesOf(released, present)).toEqual([])
})

test('the contract itself is no breach', () => {
  expect(breachesOf(present, structuredClone(present))).toEqual([])
})

/** A contract with one call. */
const contract = (operation: object, schemas: object = {}): Contract =>
  ({ paths: { '/api/things': { post: operation } }, components: { schemas } }) as Contract
const sending = (schema: object) => contract({ requestBody: { content: { 'application/json': { schema } } } })
const optionally = (schema: object) => contract({ requestBody: { required: false, content: { 'application/json': { schema } } } })
const receiving = (schema: object, schemas: object = {}) =>
  contract({ responses: { 200: { content: { 'application/json': { schema } } } } }, schemas)
/** A call with a shared response. */
const refusing = (schema: object) => {
  const responses = { late: { content: { 'application/json': { schema } } } }
  return { ...contract({ responses: { 409: { $ref: '#/components/responses/late' } } }), components: { responses } } as Contract
}
const object = (properties: object, required: string[] = [], more: object = {}) => ({ type: 'object', properties, required, ...more })
const text = { type: 'string' }
const ANY = { content: { 'application/json': { schema: text } } }

describe('each breach is seen', () => {
  const strict = { additionalProperties: false }
  test.each<[string, Contract, Contract]>([
    ['a call is gone', sending(text), { paths: {} }],
    ['a field is required', sending(object({ a: text })), sending(object({ a: text }, ['a']))],
    ['a new field is required', sending(object({ a: text })), sending(object({ a: text, b: text }, ['b']))],
    ['a field is refused', sending(object({ a: text })), sending(object({}, [], strict))],
    ['a text is shorter', sending({ type: 'string', maxLength: 100 }), sending({ type: 'string', maxLength: 99 })],
    ['a text has a limit', sending(text), sending({ type: 'string', maxLength: 100 })],
    ['a list needs an item', sending({ type: 'array', items: text }), sending({ type: 'array', items: text, minItems: 1 })],
    ['a pattern', sending(text), sending({ type: 'string', pattern: '^a' })],
    ['a value is refused', sending({ enum: ['a', 'b'] }), sending({ enum: ['a', 'c'] })],
    ['values are fixed', sending(text), sending({ type: 'string', enum: ['a'] })],
    ['a type', sending(text), sending({ type: 'integer' })],
    ['null is refused', sending({ anyOf: [text, { type: 'null' }] }), sending(text)],
    [
      'deep in a list',
      sending({ type: 'array', items: object({ a: text }) }),
      sending({ type: 'array', items: object({ a: text }, ['a']) }),
    ],
    ['a parameter is required', contract({}), contract({ parameters: [{ name: 'q', in: 'query', required: true }] })],
    ['a parameter is gone', contract({ parameters: [{ name: 'q', in: 'query' }] }), contract({})],
    ['a body is needed', contract({}), sending(text)],
    ['a body is no longer optional', optionally(text), sending(text)],
    ['another encoding', sending(text), contract({ requestBody: { content: { 'text/plain': { schema: text } } } })],
    ['a field of a response is gone', receiving(object({ a: text }, ['a'])), receiving(object({}))],
    ['a field of a response is optional', receiving(object({ a: text }, ['a'])), receiving(object({ a: text }))],
    [
      'a field of a response may be null',
      receiving(object({ a: text }, ['a'])),
      receiving(object({ a: { anyOf: [text, { type: 'null' }] } }, ['a'])),
    ],
    ['a response of another type', receiving(object({ a: text }, ['a'])), receiving(object({ a: { type: 'integer' } }, ['a']))],
    [
      'an item of a response',
      receiving({ type: 'array', items: object({ a: text }, ['a']) }),
      receiving({ type: 'array', items: object({ a: text }) }),
    ],
    [
      'behind a reference',
      receiving({ $ref: '#/components/schemas/A' }, { A: object({ a: text }, ['a']) }),
      receiving({ $ref: '#/components/schemas/A' }, { A: object({ a: text }) }),
    ],
    ['a shared response', refusing(object({ a: text }, ['a'])), refusing(object({ a: text }))],
    ['another status', receiving(text), contract({ responses: { 201: { content: { 'application/json': { schema: text } } } } })],
  ])('%s', (_name, released, now) => {
    expect(breachesOf(released, now)).toHaveLength(1)
  })
})

describe('what is added is no breach', () => {
  test.each<[string, Contract, Contract]>([
    ['a call', { paths: {} }, sending(text)],
    ['an optional field', sending(object({ a: text })), sending(object({ a: text, b: text }))],
    ['a longer text', sending({ type: 'string', maxLength: 100 }), sending({ type: 'string', maxLength: 200 })],
    ['a value', sending({ enum: ['a'] }), sending({ enum: ['a', 'b'] })],
    ['null', sending(text), sending({ anyOf: [text, { type: 'null' }] })],
    ['an optional body', contract({}), optionally(object({ a: text }))],
    ['an optional parameter', contract({}), contract({ parameters: [{ name: 'q', in: 'query' }] })],
    ['a field of a response', receiving(object({ a: text }, ['a'])), receiving(object({ a: text, b: text }, ['a', 'b']))],
    ['a value of a response', receiving({ type: 'string', enum: ['a'] }), receiving({ type: 'string', enum: ['a', 'b'] })],
    ['a refusal less', contract({ responses: { 409: ANY, default: ANY } }), contract({ responses: { default: ANY } })],
    [
      'a kind of item',
      receiving({ anyOf: [object({ a: text }, ['a'])] }),
      receiving({ anyOf: [object({ a: text }, ['a']), object({ b: text }, ['b'])] }),
    ],
  ])('%s', (_name, released, now) => {
    expect(breachesOf(released, now)).toEqual([])
  })
})
