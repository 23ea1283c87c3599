import { type Endpoint, mediaTypeOf, needsSession } from '@reflet/contract/endpoint'
import { ErrorBody } from '@reflet/contract/errors'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { compilers } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract that a route implements. */
    endpoint?: Endpoint
  }
}

/** The body of a `file` call, which has no zod schema: the server reads it as a stream. */
const FILE = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }

/** The contract as an OpenAPI document; routes that are registered afterwards appear in it. */
export function openApiRoutes(app: FastifyInstance): void {
  const bound: RouteOptions[] = []
  let document: Promise<unknown> | null = null
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint && route.method !== 'HEAD') bound.push(route)
  })
  app.get('/api/openapi.json', async () => {
    document ??= documentOf(bound)
    return document
  })
}

/** Lazy: built on first request by a second server that never listens, because it is rarely needed and its generator is large. */
async function documentOf(routes: readonly RouteOptions[]): Promise<unknown> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = Fastify({ schemaController: { compilersFactory: compilers } }) as unknown as FastifyInstance
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: 'Reflet', description: 'See your skills as your colleagues see them', version: '0.1.0' },
      components: {
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
      return { schema: { ...schema, ...(endpoint && described(endpoint, schema)) }, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
  for (const { method, url, schema, config } of routes) {
    app.route({ method, url, schema, config, exposeHeadRoute: false, handler: () => {} } as RouteOptions)
  }
  await app.ready()
  return app.swagger()
}

/** What the route's zod schemas do not contain: encodings, authorization, and error codes. */
function described(endpoint: Endpoint, schema: { response?: unknown }) {
  const consumes = mediaTypeOf(endpoint)
  const produces = endpoint.text ? 'text/markdown' : endpoint.binary
  const cookie = endpoint.method === 'GET' ? { cookie: [] } : { cookie: [], csrf: [] }
  const success = produces ? { 200: { description: endpoint.summary, content: { [produces]: { schema: { type: 'string' } } } } } : {}
  return {
    security: needsSession(endpoint) ? [{ bearer: [] }, cookie] : [],
    ...(consumes && { consumes: [consumes] }),
    ...(endpoint.file && { body: FILE }),
    response: { ...(schema.response as object), ...success, default: FAILURE },
  }
}

const FAILURE = z.toJSONSchema(ErrorBody, { target: 'draft-2020-12' })
