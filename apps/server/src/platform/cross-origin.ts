import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where the native apps' pages come from: the origins that Capacitor serves them under, on iOS and on Android. */
export const APP_ORIGINS: ReadonlySet<string> = new Set(['capacitor://localhost', 'https://localhost'])

/**
 * A call of a native app. It has a bearer token and no cookies; a page that claims this origin gets no cookie, so it gives no access. The web app
 * of a server at https://localhost has the same origin, but its browser says that the call stays there.
 */
export const isFromApp = ({ headers }: FastifyRequest) =>
  APP_ORIGINS.has(headers.origin ?? '') && headers['sec-fetch-site'] !== 'same-origin'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const SENT = 'authorization, content-type'
/** Response headers that the app reads, beside those that every origin may read. */
const READ = 'retry-after, content-disposition'
const PREFLIGHT_SECONDS = 7_200

/**
 * CORS for the native apps alone, without credentials. True when the call was a preflight, which has been answered.
 * Our own lines: a library's hook would run, and add `Vary`, on every call.
 */
export function answerCrossOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isFromApp(request)) return false
  reply.header('access-control-allow-origin', request.headers.origin).header('vary', 'Origin')
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) {
    reply.header('access-control-expose-headers', READ)
    return false
  }
  reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-allow-headers', SENT)
    .header('access-control-max-age', String(PREFLIGHT_SECONDS))
    .send()
  return true
}
