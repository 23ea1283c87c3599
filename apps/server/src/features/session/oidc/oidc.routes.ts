import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/index.ts'
import { providerCache } from '../../../platform/openid.ts'
import { signInBrowserOf } from '../../../platform/session-cookies.ts'
import { admitSignOn, appChallengeOf, sendOnward, sendToProvider, testOf } from '../saml/saml.routes.ts'
import { acceptOidc, beginOidc } from './oidc.commands.ts'

type Route = { Params: { code: string }; Querystring: Record<string, unknown> }

/** The client's side of OpenID Connect, for each company with a provider. */
export function oidcRoutes(app: FastifyInstance, platform: Platform) {
  const provider = providerCache(platform)
  const onRequest = admitSignOn(platform)
  app.get<Route>('/oidc/:code/login', { exposeHeadRoute: false, onRequest }, async (request, reply) => {
    const { params, query, ip } = request
    const begin = { browser: signInBrowserOf(platform, request), appChallenge: appChallengeOf(query), test: testOf(query), ip }
    return sendToProvider(platform, reply, await beginOidc(platform, provider, params.code, begin))
  })
  app.get<Route>('/oidc/:code/callback', { exposeHeadRoute: false, onRequest }, async (request, reply) => {
    const { params, ip, url } = request
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
    const came = { query, browser: signInBrowserOf(platform, request), ip }
    return sendOnward(platform, reply, await acceptOidc(platform, provider, params.code, came))
  })
}
