import swagger from '@fastify/swagger'
import { type Endpoint, mediaTypeOf } from '@reflet/contract/endpoint'
import { ErrorBody } from '@reflet/contract/errors'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route binds. */
    endpoint?: Endpoint
  }
}

/** The body of a `file` call, which no zod schema describes: the server reads it as a stream. */
const FILE = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }

/** The contract as an OpenAPI document; the routes that are bound afterwards appear in it. */
export async function openApiRoutes(app: FastifyInstance): Promise<void> {
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
      const endpoint = document.route.config?.endpoint
      const { schema, url } = jsonSchemaTransform(document)
      return endpoint ? { schema: { ...schema, ...described(endpoint, schema) }, url } : { schema: { ...schema, hide: true }, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** What the route's zod schemas do not say: encodings, who may call, and how it fails. */
function described(endpoint: Endpoint, schema: { response?: unknown }) {
  const consumes = mediaTypeOf(endpoint)
  const produces = endpoint.text ? 'text/markdown' : endpoint.binary
  const cookie = endpoint.method === 'GET' ? { cookie: [] } : { cookie: [], csrf: [] }
  const success = produces ? { 200: { description: endpoint.summary, content: { [produces]: { schema: { type: 'string' } } } } } : {}
  return {
    security: endpoint.access === 'employee' ? [{ bearer: [] }, cookie] : [],
    ...(consumes && { consumes: [consumes] }),
    ...(endpoint.file && { body: FILE }),
    response: { ...(schema.response as object), ...success, default: FAILURE },
  }
}

const FAILURE = z.toJSONSchema(ErrorBody, { target: 'draft-2020-12' })
