import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../../platform/errors.ts'
import { OTHER_SITES } from '../../../platform/http.ts'
import { toProblem } from '../../../platform/http-errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { countCall } from '../../../platform/rate-limit.ts'
import { markSignOn, setSignInCookie, signInBrowserOf } from '../../../platform/session-cookies.ts'
import { type CreatePerson, type Onward, refusedAddress } from '../sign-on.commands.ts'
import { acceptSaml, beginSaml, getMetadata, refuseUnread } from './saml.commands.ts'

/** A response with many groups, signed and encrypted, is far smaller. */
const RESPONSE_MAX = 512 * 1024
const CODE = /^[a-z0-9-]{1,60}$/
const CHALLENGE = /^[\w-]{43}$/
const TEST = /^[\da-f-]{36}\.[\w-]{43}$/

type Route = { Params: { code: string }; Querystring: Record<string, unknown>; Body: Record<string, unknown> | null }

/** Sends the browser on. The address may contain a code: it is not stored, and no referrer is sent. */
export function sendOnward(platform: Platform, reply: FastifyReply, { to, browser, marks }: Onward) {
  if (browser) setSignInCookie(platform, reply, browser)
  if (marks) markSignOn(platform, reply)
  return reply.header('cache-control', 'no-store').code(303).header('location', to).send()
}

/** To the provider. A page of another site must not mark the browser: a link to the app's start would then log the person out. */
export function sendToProvider(platform: Platform, reply: FastifyReply, onward: Onward) {
  const isForeign = OTHER_SITES.has(String(reply.request.headers['sec-fetch-site']))
  return sendOnward(platform, reply, isForeign ? { ...onward, marks: false } : onward)
}

/**
 * Before anything of the body is read: a network that has made too many such calls, and an impossible company, get the same page as every
 * refusal, and nothing is entered into the log, which they would fill.
 */
export const admitSignOn = (platform: Platform) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { code } = request.params as Route['Params']
  if (!isCompanyCode(code) || (await isLimited(platform, request))) return sendOnward(platform, reply, { to: refusedAddress(platform) })
}

async function isLimited(platform: Platform, request: FastifyRequest): Promise<boolean> {
  try {
    await countCall(platform, 'sign_on', { ip: request.ip })
    return false
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'slow_down')) throw error
    request.refusal = error.code
    return true
  }
}

export const oneOf = (value: unknown, pattern: RegExp) => (typeof value === 'string' && pattern.test(value) ? value : undefined)
const isCompanyCode = (code: string) => CODE.test(code)
export const appChallengeOf = ({ app_challenge }: Record<string, unknown>) => oneOf(app_challenge, CHALLENGE)
export const testOf = ({ test }: Record<string, unknown>) => oneOf(test, TEST)

/** The service provider's side of SAML 2.0, for each company with a provider. */
export function samlRoutes(app: FastifyInstance, platform: Platform, create: CreatePerson) {
  const onRequest = admitSignOn(platform)
  app.get<Route>('/saml/:code/metadata', async ({ params, ip }, reply) => {
    await countCall(platform, 'sign_on', { ip })
    const xml = isCompanyCode(params.code) ? await getMetadata(platform, params.code) : null
    if (!xml) throw notFound()
    return reply.header('cache-control', 'public, max-age=3600').type('application/samlmetadata+xml; charset=utf-8').send(xml)
  })
  app.get<Route>('/saml/:code/login', { exposeHeadRoute: false, onRequest }, async (request, reply) => {
    const { params, query, ip } = request
    const begin = { browser: signInBrowserOf(platform, request), appChallenge: appChallengeOf(query), test: testOf(query), ip }
    return sendToProvider(platform, reply, await beginSaml(platform, params.code, begin))
  })
  app.register(async (scope) => {
    // Whatever is sent, the person sees the same page.
    scope.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
      const reason = unreadReason(error)
      if (!reason) throw error
      request.refusal = toProblem(error).code
      const { code } = request.params as Route['Params']
      return sendOnward(platform, reply, await refuseUnread(platform, code, reason, request.ip))
    })
    scope.post<Route>('/saml/:code/acs', { bodyLimit: RESPONSE_MAX, onRequest }, async (request, reply) => {
      const { params, body, ip } = request
      const came = { samlResponse: body?.SAMLResponse, browser: signInBrowserOf(platform, request), ip }
      return sendOnward(platform, reply, await acceptSaml(platform, params.code, came, create))
    })
  })
}

function unreadReason(error: FastifyError | Problem): string | null {
  if (error instanceof Problem) return error.status < 500 ? 'not_a_form' : null
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too_large'
  return error.statusCode !== undefined && error.statusCode < 500 ? 'not_a_form' : null
}
