import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { MAX_AVATAR_BYTES } from '@reflet/contract/avatars'
import { type Endpoint, mediaTypeOf, type Parsed, type Returned } from '@reflet/contract/endpoint'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { hashToken, sameText } from './crypto.ts'
import { Problem } from './errors.ts'
import { answerError } from './http-errors.ts'
import type { Platform } from './index.ts'
import { type Caller, countCall } from './rate-limit.ts'
import { CSRF_HEADER, findViewer, type Viewer } from './session.ts'
import { sessionCookieOf } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the token that came with the call, in the header or the cookie; null without one. */
    tokenHash: Buffer | null
  }
}

/** 3 comments of 2,000 characters, all escaped, fit in; nothing honest is larger. */
const BODY_LIMIT = 128 * 1024
/** `same-site` is another subdomain, whose cookies SameSite=Strict does not keep apart. */
const OTHER_SITES = new Set(['cross-site', 'same-site'])
/** A picture over a slow line takes a minute; whoever sends for longer holds a connection for nothing. */
const REQUEST_MS = 120_000
const READS = new Set(['GET', 'HEAD'])

export interface HttpSettings {
  readonly trustProxy: number | string
  /** `https` makes browsers insist on it. */
  readonly secure: boolean
  /** Hashes of the page's inline scripts, for the content security policy. */
  readonly scriptHashes: readonly string[]
}

/** What a bound function gets: the parsed input and who calls. */
export type Call<E extends Endpoint> = Parsed<E> & {
  readonly viewer: E['access'] extends 'employee' ? Viewer : null
  readonly reply: FastifyReply
  readonly request: FastifyRequest
}

/** Fastify with everything that is the same for all calls: parsing, sessions, limits, errors, security headers, the log. */
export async function createHttp(platform: Platform, settings: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    trustProxy: believed(settings.trustProxy),
    frameworkErrors: answerError,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.decorateRequest('tokenHash', null)
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart, { limits: { files: 1, fields: 0, parts: 1, fileSize: MAX_AVATAR_BYTES, headerPairs: 20 } })
  acceptOnlyCleanJson(app)
  await app.register(helmet, headers(settings))
  app.addHook('onRequest', async (request) => {
    const token = bearerOf(request) ?? sessionCookieOf(platform, request)
    request.tokenHash = token === null ? null : hashToken(token)
  })
  app.addHook('onSend', async (request, reply) => {
    // What a person sees of others must not stay in a shared cache; static files say themselves how long they live.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
  return app
}

/** The nearest so many proxies, or those of a list. */
const believed = (proxies: number | string) => (typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies)

/**
 * Binds a function to an endpoint of the contract: parsed input in, allow-listed output out. `callerOf`: by whom a limited call
 * counts, where it is neither the viewer nor the network.
 */
export function bind<E extends Endpoint>(
  app: FastifyInstance,
  platform: Platform,
  endpoint: E,
  run: (call: Call<E>) => Promise<Returned<E>>,
  callerOf?: (call: Call<E>) => Promise<Caller | null>,
) {
  const needsViewer = endpoint.access === 'employee'
  route(app, endpoint, async (request, reply) => {
    const viewer = needsViewer ? await viewerOf(platform, endpoint, request) : null
    const { params, query, body } = request
    const call = { params, query, body, viewer, request, reply } as unknown as Call<E>
    // Only a person who is known, or a network, is counted: an invented token must not write a row.
    const anyone = { ip: request.ip, token: (params as { token?: string } | undefined)?.token }
    if (endpoint.limit) await countCall(platform, endpoint.limit, (await callerOf?.(call)) ?? viewer ?? anyone)
    if (endpoint.binary) reply.type(endpoint.binary)
    return run(call)
  })
}

/**
 * The same for a hot call whose own first statement checks the session (`livingSession`), which saves a round trip: `run`
 * gets the token's hash and throws `unauthenticated`.
 */
export function bindInStatement<E extends Endpoint>(
  app: FastifyInstance,
  platform: Platform,
  endpoint: E & { readonly limit?: never },
  run: (call: Parsed<E> & { readonly tokenHash: Buffer }) => Promise<Returned<E>>,
) {
  route(app, endpoint, async (request) => {
    const { params, query, body, tokenHash } = request
    if (!tokenHash) throw new Problem('unauthenticated')
    checkCsrf(platform, endpoint, request)
    return run({ params, query, body, tokenHash } as unknown as Parsed<E> & { tokenHash: Buffer })
  })
}

function route(app: FastifyInstance, endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // The specification's GETs that change something must not be called by looking whether they exist.
    exposeHeadRoute: endpoint.access !== 'employee',
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.text || endpoint.binary ? {} : { response: { 200: endpoint.response } }),
    },
    config: { endpoint },
    preParsing: takesOnly(mediaTypeOf(endpoint)),
    handler,
  })
}

/**
 * Each call takes one encoding: a form that another site's page may send without asking must not pass for JSON. A call without a
 * body of its own ignores what comes: mail programs send a form to stop mails (RFC 8058).
 * @throws unsupported_media_type
 */
function takesOnly(mediaType: string | null) {
  return async (request: FastifyRequest) => {
    const [sent] = (request.headers['content-type'] ?? '').split(';')
    if (mediaType && sent && sent.trim().toLowerCase() !== mediaType) throw new Problem('unsupported_media_type')
  }
}

/**
 * The file of a `file` call, whole.
 * @throws unsupported_media_type when the body is no multipart; invalid_input without a file; payload_too_large
 */
export async function fileOf(request: FastifyRequest): Promise<Buffer> {
  try {
    const part = await request.file()
    // What is not wanted is read all the same: else the next call on this connection would wait behind it.
    if (part && part.fieldname !== 'file') part.file.resume()
    if (part?.fieldname !== 'file') throw new Problem('invalid_input', { fields: { file: 'missing' } })
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode) throw error
    // The parser's own errors: a body that was cut off, or that never was what its header says.
    throw new Problem('invalid_input', { fields: { file: 'unreadable' } })
  }
}

const bearerOf = (request: FastifyRequest) => /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]

async function viewerOf(platform: Platform, endpoint: Endpoint, request: FastifyRequest): Promise<Viewer> {
  const viewer = request.tokenHash && (await findViewer(platform, request.tokenHash))
  if (!viewer) throw new Problem('unauthenticated')
  checkCsrf(platform, endpoint, request)
  return viewer
}

/**
 * A call that changes something and comes with the cookie must repeat the CSRF cookie in a header, which another site's
 * page cannot read. A bearer header proves the same by itself. The specification's GETs that change something are kept
 * from other sites by SameSite=Strict and, here, by the browser's own word on where the call comes from. A link in a mail or a
 * document comes from no site at all: such a GET is for the app's own calls only, never for opening its address as a page.
 */
function checkCsrf(platform: Platform, endpoint: Endpoint, request: FastifyRequest) {
  if (bearerOf(request)) return
  if (OTHER_SITES.has(String(request.headers['sec-fetch-site']))) throw new Problem('csrf_failed')
  if (endpoint.changes && request.headers['sec-fetch-mode'] === 'navigate') throw new Problem('csrf_failed')
  if (READS.has(request.method)) return
  const sent = request.headers[CSRF_HEADER]
  const expected = platform.vault.csrfToken(sessionCookieOf(platform, request) ?? '')
  if (typeof sent !== 'string' || !sameText(sent, expected)) throw new Problem('csrf_failed')
}

/** Bytes that are not UTF-8 are refused instead of being stored as question marks. */
function acceptOnlyCleanJson(app: FastifyInstance) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(decoder.decode(body as Buffer)))
    } catch {
      done(new Problem('invalid_input', { fields: { body: 'not_json' } }))
    }
  })
}

function headers({ secure, scriptHashes }: HttpSettings) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
        // Ionic places its overlays by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // A company's own film may lie on any https host (contract/videos.ts); its captions and poster are ours.
        mediaSrc: ["'self'", 'https:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Guest and reset links carry their token in the address: it must not travel on.
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
    hsts: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' as const },
  }
}
