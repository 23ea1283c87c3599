import SwaggerParser from '@apidevtools/swagger-parser'
import { type Endpoint, mediaTypeOf, needsSession } from '@reflet/contract/endpoint'
import { errorStatus } from '@reflet/contract/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../test/contract-places.ts'
import { useTestApp } from '../test/use-test-app.ts'

const app = useTestApp()
let text: string
let document: OpenApi

interface Schema {
  readonly allOf?: readonly Schema[]
  readonly properties?: Record<string, Schema>
  readonly enum?: readonly string[]
}
interface Response {
  readonly content?: Record<string, { readonly schema: Schema }>
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly security?: readonly Record<string, unknown>[]
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, unknown> }
  readonly responses: Record<string, Response>
}
interface OpenApi {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Record<string, Record<string, unknown>>
}

const address = () => `${app.url}/api/openapi.json`

beforeAll(async () => {
  text = await (await fetch(address())).text()
  document = JSON.parse(text)
})

const operationIn = ({ paths }: OpenApi, { path, method }: Endpoint) =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation

/** Calls whose body may be left out: earlier apps send none. */
const OPTIONAL = ['sharing.shareAnswer']

describe('the document is valid', () => {
  test('for Swagger Parser, with each of its references', async () => {
    await SwaggerParser.validate(JSON.parse(text))
  })

  test('for the schemas of the standard', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('and of the version that its readers know', () => expect(document.openapi).toBe('3.1.1'))

  test('each component is used', () => {
    const { securitySchemes, ...others } = document.components
    expect(Object.keys(securitySchemes ?? {})).toEqual(['bearer', 'cookie', 'csrf'])
    const names = Object.entries(others).flatMap(([kind, all]) => Object.keys(all).map((name) => `"#/components/${kind}/${name}"`))
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
  })
})

describe('how to call', () => {
  test('the server', () => expect(document.servers).toEqual([{ url: app.url }]))

  test('exactly the calls of the contract, each by a name of its own', () => {
    const names = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
    expect(names.length).toBe(calls.length)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
    expect(names).toContain('feedbackCreateRequest')
  })

  test.each(calls)('%s', (name, endpoint) => {
    const { operationId, tags, parameters = [], requestBody, security, responses } = operationIn(document, endpoint)
    const [resource = ''] = name.split('.')
    expect(operationId.toLowerCase()).toBe(name.replace('.', '').toLowerCase())
    expect(tags).toEqual([resource])
    expect(document.tags).toContainEqual({ name: resource })
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => `:${parameter.name}`)
    expect(inPath.sort()).toEqual((endpoint.path.match(/:\w+/g) ?? []).sort())
    const type = mediaTypeOf(endpoint)
    expect(Object.keys(requestBody?.content ?? {})).toEqual(type === null ? [] : [type])
    expect(requestBody?.required).toBe(type === null ? undefined : !OPTIONAL.includes(name))
    const cookie = endpoint.method === 'GET' ? { cookie: [] } : { cookie: [], csrf: [] }
    expect(security).toEqual(needsSession(endpoint) ? [{ bearer: [] }, cookie] : [])
    for (const scheme of (security ?? []).flatMap(Object.keys)) expect(document.components.securitySchemes).toHaveProperty(scheme)
    const answers = endpoint.text ? 'text/markdown' : (endpoint.binary ?? 'application/json')
    expect(Object.keys(responses['200']?.content ?? {})).toEqual([answers])
    expect(responses.default?.content).toHaveProperty('application/json')
  })
})

describe('how a call is refused', () => {
  /** The document with each reference replaced by what it refers to. */
  let resolved: OpenApi
  beforeAll(async () => {
    resolved = (await SwaggerParser.dereference(JSON.parse(text))) as unknown as OpenApi
  })

  const codesOf = (endpoint: Endpoint) => {
    const { 200: _success, default: _other, ...refusals } = operationIn(resolved, endpoint).responses
    return Object.fromEntries(
      Object.entries(refusals).map(([status, { content }]) => {
        const [error, more] = content?.['application/json']?.schema.allOf ?? []
        expect(error).toBe(resolved.components.schemas?.Error)
        return [status, more?.properties?.code?.enum]
      }),
    )
  }
  const named = (name: string) => codesOf(Object.fromEntries(calls)[name] as Endpoint)
  const ALWAYS = { 429: ['slow_down'], 500: ['internal'], 503: ['unavailable'] }
  const WITH_A_BODY = { 400: ['invalid_input'], 413: ['payload_too_large'], 415: ['unsupported_media_type'] }
  const OF_A_PERSON = { 401: ['unauthenticated'], 403: ['csrf_failed'] }

  test('each call names its own codes with their status', () => {
    for (const [name, endpoint] of calls)
      for (const code of endpoint.errors ?? []) expect(codesOf(endpoint)[errorStatus[code]], name).toContain(code)
  })

  test('and those that follow from how it is called', () => {
    expect(named('session.getCredentials')).toEqual(ALWAYS)
    expect(named('skills.listSkills')).toEqual({ ...ALWAYS, ...OF_A_PERSON })
    expect(named('adminScim.createScimToken')).toEqual({
      ...ALWAYS,
      ...WITH_A_BODY,
      401: ['unauthenticated'],
      403: ['csrf_failed', 'forbidden', 'reauthentication_required'],
      404: ['not_found'],
      422: ['limit_reached'],
    })
    expect(named('feedback.editAnswer')).toEqual({
      ...ALWAYS,
      ...WITH_A_BODY,
      ...OF_A_PERSON,
      404: ['not_found'],
      409: ['not_answered', 'edit_window_closed'],
      422: ['comment_required'],
    })
    expect(named('guest.guestDelete')).toEqual({
      ...ALWAYS,
      ...WITH_A_BODY,
      403: ['forbidden'],
      404: ['not_found'],
      409: ['not_answered', 'edit_window_closed'],
      410: ['gone'],
    })
  })
})

describe('the document is sent', () => {
  test('as JSON, with a strong tag, which stays', async () => {
    const { headers } = await fetch(address())
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect((await fetch(address())).headers.get('etag')).toBe(headers.get('etag'))
  })

  test('not again to a reader that has it', async () => {
    const tag = (await fetch(address())).headers.get('etag') ?? ''
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const reply = await fetch(address(), { headers: { 'if-none-match': known } })
      expect([known, reply.status, await reply.text(), reply.headers.get('etag')]).toEqual([known, 304, '', tag])
    }
    const reply = await fetch(address(), { headers: { 'if-none-match': '"other"' } })
    expect([reply.status, await reply.text()]).toEqual([200, text])
  })

  test('no more than 120 times a minute to a network', async () => {
    app.advance(61_000)
    for (let n = 0; n < 120; n++) expect((await fetch(address())).status).toBe(200)
    expect((await fetch(address())).status).toBe(429)
  })
})
