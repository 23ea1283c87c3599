import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { MAX_AVATAR_BYTES } from '@reflet/contract/avatars'
import { type Endpoint, type LinkKind, mediaTypeOf, needsSession, type Parsed, type Returned } from '@reflet/contract/endpoint'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController, type preParsingHookHandler } from 'fastify'
import { answerCrossOrigin } from './cross-origin.ts'
import { hashToken, sameText } from './crypto.ts'
import { Problem } from './errors.ts'
import { type HeaderSettings, securityHeaders } from './headers.ts'
import { answerError } from './http-errors.ts'
import type { Platform } from './index.ts'
import { admitLink, type FoundLink, findLink } from './links.ts'
import type { Metrics } from './metrics.ts'
import { type Caller, countCall } from './rate-limit.ts'
import { compilers } from './schemas.ts'
import { CSRF_HEADER, findViewer, type Viewer } from './session.ts'
import { sessionCookieOf } from './session-cookies.ts'
import { requireRecentSignIn } from './step-up.ts'
import type { FileStream } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the call's token, in the header or the cookie; null without one. */
    tokenHash: Buffer | null
    /** Whose call it is, where a session is needed; found before the body is read. */
    viewer: Viewer | null
    /** What the token in the path opens, where the call takes a link. */
    link: FoundLink | null
    /** Whose call it is, for the log: ids only. */
    caller: { readonly company_id: string; readonly user_id?: string; readonly token_id?: string } | null
  }
}

/** Body limit: 3 comments of 2,000 characters, all escaped, fit. */
const BODY_LIMIT = 128 * 1024
/** `same-site` is another subdomain, whose cookies SameSite=Strict does not isolate. */
export const OTHER_SITES = new Set(['cross-site', 'same-site'])
/** Timeout: a picture over a slow line takes a minute; slower calls would hold a connection. */
const REQUEST_MS = 120_000
const READS = new Set(['GET', 'HEAD'])
const MULTIPART = 'multipart/form-data'

export interface HttpSettings extends HeaderSettings {
  readonly trustProxy: number | string
}

/** The arguments of a bound function: the parsed input and the caller. */
export type Call<E extends Endpoint> = Parsed<E> & {
  readonly viewer: E['access'] extends 'employee' | 'admin' ? Viewer : null
  readonly link: E extends { readonly link: LinkKind } ? FoundLink : null
  readonly reply: FastifyReply
  readonly request: FastifyRequest
}

/** Fastify with everything common to all calls: parsing, sessions, rate limits, errors, security headers, the log. */
export async function createHttp(platform: Platform, settings: HttpSettings, metrics: Metrics): Promise<FastifyInstance> {
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
    schemaController: { compilersFactory: compilers },
  }) as unknown as FastifyInstance
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  // Performance: a logger per call costs more than the line itself; each line has the call's id.
  app.setChildLoggerFactory((logger) => logger)
  app.decorateRequest('tokenHash', null)
  app.decorateRequest('viewer', null)
  app.decorateRequest('link', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('refusal', null)
  await app.register(cookie)
  await app.register(formbody)
  acceptOnlyCleanJson(app)
  ignoreFiles(app)
  const everywhere = securityHeaders(settings)
  // Personal data must not stay in a shared cache; static files set their own lifetime.
  const ofCalls = { ...everywhere, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofCalls : everywhere)
    // The next call must come on a new connection, to another process.
    if (platform.closing.aborted) reply.header('connection', 'close')
    if (!answerCrossOrigin(request, reply)) done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, refusal } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    request.log.info({ reqId: request.id, method, route, status, ms: Math.round(reply.elapsedTime), ...request.caller })
    metrics.answered({ method, route, status, seconds: reply.elapsedTime / 1000 })
    if (refusal) metrics.refused({ code: refusal, method, route, limit: request.routeOptions.config.endpoint?.limit })
    done()
  })
  return app
}

/** The nearest so many proxies, or those of a list. */
const believed = (proxies: number | string) => (typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies)

/**
 * Binds a function to an endpoint of the contract: parsed input in, allow-listed output out. The caller is known and counted before the
 * body is read. `callerOf`: the key of the rate limit, where it is neither the viewer nor the network.
 */
export function bind<E extends Endpoint>(
  app: FastifyInstance,
  platform: Platform,
  endpoint: E,
  run: (call: Call<E>) => Promise<Returned<E>>,
  callerOf?: (request: FastifyRequest) => Caller | null,
) {
  const needsViewer = needsSession(endpoint)
  route(app, platform, endpoint, {
    async admit(request) {
      if (needsViewer) request.viewer = await viewerOf(platform, endpoint, request)
      const { link: kind, limit } = endpoint
      const { token = '' } = request.params as { token?: string }
      if (kind && limit && !needsViewer) request.link = await admitLink(platform, { kind, limit }, { ip: request.ip, token })
      // Only a known person or a network is counted: an invented token must not insert a row.
      else if (limit) await countCall(platform, limit, callerOf?.(request) ?? request.viewer ?? { ip: request.ip })
      if (endpoint.asked_again === 'always' && request.viewer) await requireRecentSignIn(platform.db, request.viewer, platform.clock())
      if (kind && needsViewer) request.link = await findLink(platform.db, kind, token)
    },
    async handler(request, reply) {
      const { params, query, body, viewer, link } = request
      if (endpoint.binary) reply.type(endpoint.binary)
      return run({ params, query, body, viewer, link, request, reply } as unknown as Call<E>)
    },
  })
}

/**
 * The same for a hot call without a body, whose own first statement checks the session (`livingSession`), which saves a round trip: `run`
 * gets the token's hash and throws `unauthenticated`.
 */
export function bindInStatement<E extends Endpoint>(
  app: FastifyInstance,
  platform: Platform,
  endpoint: E & { readonly limit?: never; readonly body?: never; readonly asked_again?: never },
  run: (call: Parsed<E> & { readonly tokenHash: Buffer; readonly request: FastifyRequest }) => Promise<Returned<E>>,
) {
  route(app, platform, endpoint, {
    async admit(request) {
      if (!request.tokenHash) throw new Problem('unauthenticated')
      checkCsrf(platform, endpoint, request)
    },
    async handler(request) {
      const { params, query, body, tokenHash, validationError } = request
      if (validationError) {
        await viewerOf(platform, endpoint, request)
        throw validationError
      }
      return run({ params, query, body, tokenHash, request } as unknown as Parsed<E> & { tokenHash: Buffer; request: FastifyRequest })
    },
    attachValidation: true,
  })
}

interface Bound {
  /** Authentication, role, rate limit and recent sign-in: runs before anything of the body is read. */
  readonly admit: (request: FastifyRequest) => Promise<void>
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Whether an invalid input is the handler's to refuse. */
  readonly attachValidation?: true
}

function route(app: FastifyInstance, platform: Platform, endpoint: Endpoint, bound: Bound) {
  if (!endpoint.file) return addRoute(app, platform, endpoint, bound)
  app.register(async (scope) => {
    await takeFiles(scope, endpoint.maxBytes ?? MAX_AVATAR_BYTES)
    addRoute(scope, platform, endpoint, bound)
  })
}

function addRoute(app: FastifyInstance, platform: Platform, endpoint: Endpoint, { admit, ...bound }: Bound) {
  const mediaType = mediaTypeOf(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // No automatic HEAD: the specification's GETs with side effects must not be run by it.
    exposeHeadRoute: !needsSession(endpoint),
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.text || endpoint.binary ? {} : { response: { 200: endpoint.response } }),
    },
    config: { endpoint },
    ...(!endpoint.file && endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
    async onRequest(request) {
      const token = bearerOf(request) ?? sessionCookieOf(platform, request)
      request.tokenHash = token === null ? null : hashToken(token)
      await admit(request)
    },
    ...(mediaType && { preParsing: takesOnly(mediaType) }),
    ...bound,
  })
}

/**
 * CSRF: each call accepts one encoding; a form that another site's page can send without a preflight must not be parsed as JSON. A call
 * without a body ignores what is sent: mail programs post a form to unsubscribe (RFC 8058).
 * @throws unsupported_media_type
 */
function takesOnly(mediaType: string): preParsingHookHandler {
  return (request, _reply, _payload, done) => {
    const [sent] = (request.headers['content-type'] ?? '').split(';')
    done(sent && sent.trim().toLowerCase() !== mediaType ? new Problem('unsupported_media_type') : null)
  }
}

/** The multipart parser adds a hook to the end of each call, so only upload calls have it. */
async function takeFiles(scope: FastifyInstance, fileSize: number): Promise<void> {
  scope.removeContentTypeParser(MULTIPART)
  await scope.register(multipart, { limits: { files: 1, fields: 0, parts: 1, fileSize, headerPairs: 20 } })
}

/**
 * The file of an upload, in memory.
 * @throws unsupported_media_type when the body is no multipart; invalid_input without a file; payload_too_large
 */
export async function fileOf(request: FastifyRequest): Promise<Buffer> {
  try {
    const part = await request.file()
    // Unwanted parts are read, too: otherwise the next call on this connection would block.
    if (part && part.fieldname !== 'file') part.file.resume()
    if (part?.fieldname !== 'file') throw new Problem('invalid_input', { fields: { file: 'missing' } })
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode) throw error
    // The parser's own errors: a truncated body, or one that does not match its header.
    throw new Problem('invalid_input', { fields: { file: 'unreadable' } })
  }
}

/**
 * The same for a large file, which is not kept in memory.
 * @throws unsupported_media_type when the body is no multipart; invalid_input without a file
 */
export async function fileStreamOf(request: FastifyRequest): Promise<FileStream> {
  const part = await request.file()
  if (part && part.fieldname !== 'file') part.file.resume()
  if (part?.fieldname !== 'file') throw new Problem('invalid_input', { fields: { file: 'missing' } })
  return { stream: part.file, isTruncated: () => part.file.truncated }
}

const bearerOf = (request: FastifyRequest) => /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]

/**
 * Whose call it is. Exported for public calls that a session may open, too.
 * @throws unauthenticated; csrf_failed; forbidden
 */
export async function viewerOf(platform: Platform, endpoint: Endpoint, request: FastifyRequest): Promise<Viewer> {
  const viewer = request.tokenHash && (await findViewer(platform, request.tokenHash))
  if (!viewer) throw new Problem('unauthenticated')
  request.caller = { company_id: viewer.companyId, user_id: viewer.userId }
  checkCsrf(platform, endpoint, request)
  if (endpoint.access === 'admin' && viewer.role !== 'admin') throw new Problem('forbidden')
  return viewer
}

/**
 * CSRF protection: a call with side effects and the cookie must repeat the CSRF cookie in a header, which another site's page cannot read.
 * A bearer header proves the same by itself. The specification's GETs with side effects are protected from other sites by SameSite=Strict
 * and, here, by Sec-Fetch-Site. A link in a mail or a document has no site: such a GET is accepted from the app's own calls only, never as
 * a navigation.
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

/** A mail program may post a form to a call without a body (RFC 8058): it is ignored. */
function ignoreFiles(app: FastifyInstance) {
  app.addContentTypeParser(MULTIPART, (_request, _body, done) => done(null))
}

/** Bytes that are not UTF-8 are refused instead of being stored as replacement characters. */
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
