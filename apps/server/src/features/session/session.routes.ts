import { done } from '@reflet/contract/common'
import { session } from '@reflet/contract/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/errors.ts'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { clearSessionCookies, deviceOf, setDeviceCookie, setSessionCookies } from '../../platform/session-cookies.ts'
import { CLIENT_ID, callerOf, forgotPassword, login, logout, resetPassword, revokeTokens } from './session.commands.ts'

/** Login CSRF: another site must not log a person in under an account of its own. */
function refuseOtherSites(request: FastifyRequest) {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Problem('csrf_failed')
}

export function sessionRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, session.getCredentials, async () => ({ clientId: CLIENT_ID }))
  bind(
    app,
    platform,
    session.login,
    async ({ body, request, reply }) => {
      refuseOtherSites(request)
      if (body.client_id !== CLIENT_ID) throw new Problem('invalid_input', { fields: { client_id: 'unknown' } })
      const { opened, device } = await login(platform, body, { ip: request.ip, device: deviceOf(platform, request) })
      setSessionCookies(platform, reply, opened.access_token)
      setDeviceCookie(platform, reply, device)
      return opened
    },
    ({ body, request }) => callerOf(platform, body, deviceOf(platform, request)),
  )
  bind(app, platform, session.logout, async ({ viewer, reply, request }) => {
    await logout(platform, viewer, request.ip)
    clearSessionCookies(platform, reply)
    return done
  })
  bind(app, platform, session.revokeTokens, async ({ viewer, reply, request }) => {
    const revoked = await revokeTokens(platform, viewer, request.ip)
    clearSessionCookies(platform, reply)
    return { revoked }
  })
  bind(app, platform, session.forgottenPassword, async ({ body, request }) => {
    await forgotPassword(platform, body.email, deviceOf(platform, request))
    return done
  })
  bind(app, platform, session.resetPassword, async ({ body, request, reply }) => {
    const { email, device } = await resetPassword(platform, body, { ip: request.ip, device: deviceOf(platform, request) })
    setDeviceCookie(platform, reply, device)
    return { ...done, email }
  })
}
