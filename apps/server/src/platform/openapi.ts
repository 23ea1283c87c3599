import { api } from '@reflet/contract/api'
import { type Endpoint, errorsOf, mediaTypeOf, needsSession } from '@reflet/contract/endpoint'
import { type ErrorCode, errorStatus } from '@reflet/contract/errors'
import Fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { etagOf, hasIt } from './etag.ts'
import type { Platform } from './index.ts'
import { countCall } from './rate-limit.ts'
import { compilers } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract that a route implements. */
    endpoint?: Endpoint
  }
}

/** The body of a `file` call, which has no zod schema: the server reads it as a stream. */
const FILE = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }

const SCHEMAS = '#/components/schemas/'
const RESPONSES = '#/components/responses/'
const ERROR = { $ref: `${SCHEMAS}Error` }

/** The contract as an OpenAPI document; routes that are registered afterwards appear in it. */
export function openApiRoutes(app: FastifyInstance, platform: Platform): void {
  const bound: RouteOptions[] = []
  let document: Promise<{ body: Buffer; etag: string }> | null = null
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint && route.method !== 'HEAD') bound.push(route)
  })
  const onRequest = ({ ip }: FastifyRequest) => countCall(platform, 'document', { ip })
  app.get('/api/openapi.json', { onRequest }, async (request, reply) => {
    document ??= bytesOf(bound, platform.publicUrl())
    const { body, etag } = await document
    // The same for everyone: a cache may keep it, and asks whether it is still this one.
    reply.headers({ 'cache-control': 'no-cache', etag })
    if (hasIt(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })
}

/** Serialised once: it is large, and anyone may read it again and again. */
async function bytesOf(routes: readonly RouteOptions[], url: string) {
  const body = Buffer.from(JSON.stringify(await documentOf(routes, url)))
  return { body, etag: etagOf(body) }
}

/** Lazy: built on first request by a second server that never listens, because it is rarely needed and its generator is large. */
async function documentOf(routes: readonly RouteOptions[], url: string): Promise<unknown> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = Fastify({ schemaController: { compilersFactory: compilers } }) as unknown as FastifyInstance
  const names = namesOfCalls()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: 'Reflet', description: 'See your skills as your colleagues see them', version: '0.1.0' },
      servers: [{ url }],
      tags: Object.keys(api).map((name) => ({ name })),
      components: {
        responses: Object.fromEntries((Object.keys(errorStatus) as ErrorCode[]).map((code) => [code, refusal([code])])),
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'access_token', description: 'Browsers; set by the login' },
          csrf: {
            type: 'apiKey',
            in: 'header',
            name: 'X-XSRF-TOKEN',
            description: 'Repeats the XSRF-TOKEN cookie; needed with the cookie',
          },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document)
      const endpoint = document.route.config?.endpoint
      return { schema: { ...schema, ...(endpoint && { ...names.get(endpoint), ...described(endpoint, schema) }) }, url }
    },
    transformObject: (document) => {
      const whole = jsonSchemaTransformObject(document) as unknown as Document
      for (const { method, url, config } of routes) {
        const operation = whole.paths[url.replace(/:(\w+)/g, '{$1}')]?.[String(method).toLowerCase()]
        if (!operation || !config?.endpoint) continue
        operation.responses = { ...operation.responses, ...refusalsOf(config.endpoint) }
        // A call without a body is parsed as null.
        if (config.endpoint.body?.safeParse(null).success) Object.assign(operation.requestBody ?? {}, { required: false })
      }
      return onlyNeeded(whole) as unknown as ReturnType<typeof jsonSchemaTransformObject>
    },
  })
  for (const { method, url, schema, config } of routes) {
    app.route({ method, url, schema, config, exposeHeadRoute: false, handler: () => {} } as RouteOptions)
  }
  await app.ready()
  return app.swagger()
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown>; requestBody?: object }>>
  readonly components: Record<string, Record<string, unknown>>
}

/** By its name in the tables of the contract: `feedback.createRequest` is `feedbackCreateRequest`, an identifier in any language. */
const namesOfCalls = () =>
  new Map(
    Object.entries(api).flatMap(([resource, table]) =>
      Object.entries<Endpoint>(table).map(([name, endpoint]) => [
        endpoint,
        { operationId: `${resource}${name.charAt(0).toUpperCase()}${name.slice(1)}`, tags: [resource] },
      ]),
    ),
  )

/** What the route's zod schemas do not contain: encodings and authorization. */
function described(endpoint: Endpoint, schema: { response?: unknown }) {
  const consumes = mediaTypeOf(endpoint)
  const produces = endpoint.text ? 'text/markdown' : endpoint.binary
  const cookie = endpoint.method === 'GET' ? { cookie: [] } : { cookie: [], csrf: [] }
  const success = produces ? { 200: { description: endpoint.summary, content: { [produces]: { schema: { type: 'string' } } } } } : {}
  return {
    security: needsSession(endpoint) ? [{ bearer: [] }, cookie] : [],
    ...(consumes && { consumes: [consumes] }),
    ...(endpoint.file && { body: FILE }),
    response: { ...(schema.response as object), ...success, default: { description: 'Any other error', ...asJson(ERROR) } },
  }
}

const asJson = (schema: object) => ({ content: { 'application/json': { schema } } })

/** A response with one of these codes. */
const refusal = (codes: readonly ErrorCode[]) => ({
  description: codes.join(', '),
  ...asJson({ allOf: [ERROR, { type: 'object', properties: { code: { type: 'string', enum: codes } } }] }),
})

/** The call's error codes, by status. Most are alone with theirs: these responses are shared. */
function refusalsOf(endpoint: Endpoint): Record<string, object> {
  const byStatus = Object.groupBy(errorsOf(endpoint), (code) => errorStatus[code])
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      codes.length === 1 ? { $ref: `${RESPONSES}${codes[0]}` } : refusal(codes),
    ]),
  )
}

/** Without the components to which nothing refers: the generator lists each schema as an input and as an output. */
function onlyNeeded(document: Document): Document {
  const needed = new Set<string>()
  const collect = (part: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      if (needed.has(`${kind}/${name}`)) continue
      needed.add(`${kind}/${name}`)
      collect(document.components[kind]?.[name])
    }
  }
  collect(document.paths)
  const kept = (kind: string) =>
    Object.fromEntries(Object.entries(document.components[kind] ?? {}).filter(([name]) => needed.has(`${kind}/${name}`)))
  return { ...document, components: { ...document.components, schemas: kept('schemas'), responses: kept('responses') } }
}
