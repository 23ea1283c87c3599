import { done } from '@reflet/contract/common'
import { loginSteps } from '@reflet/contract/login-steps'
import { session } from '@reflet/contract/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFromApp } from '../../platform/cross-origin.ts'
import { type Device, isIssued } from '../../platform/devices.ts'
import { Problem } from '../../platform/errors.ts'
import { bind, OTHER_SITES } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import {
  clearSessionCookies,
  clearSignInCookie,
  deviceOf,
  setDeviceCookie,
  setSessionCookies,
  signInBrowserOf,
  unmarkSignOn,
} from '../../platform/session-cookies.ts'
import { originOf } from './client-origin.ts'
import { loginPasskey } from './passkey-login.commands.ts'
import { passkeyLoginOptions } from './passkeys.commands.ts'
import { beginEnrolment, loginSecondFactor } from './second-factor.commands.ts'
import { CLIENT_ID, forgotPassword, login, logout, resetPassword, revokeTokens } from './session.commands.ts'
import { checkNumber } from './single-sign-on.queries.ts'

/** Login CSRF: another site must not log a person in under an account of its own. The native apps' origins get no cookie. */
function refuseOtherSites({ publicUrl }: Platform, request: FastifyRequest) {
  if (isFromApp(request)) return
  if (OTHER_SITES.has(String(request.headers['sec-fetch-site']))) throw new Problem('csrf_failed')
  const { origin } = request.headers
  if (origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  if (host !== request.host && host !== new URL(publicUrl()).host) throw new Problem('csrf_failed')
}

export function sessionRoutes(app: FastifyInstance, platform: Platform) {
  const opens = (reply: FastifyReply, token: string, device: Device) => {
    setSessionCookies(platform, reply, token)
    setDeviceCookie(platform, reply, device)
    unmarkSignOn(platform, reply)
  }
  /** The rate limit of a login: a browser with earlier logins has its own. */
  const byDevice = (request: FastifyRequest) => {
    const device = deviceOf(platform, request)
    return isIssued(platform.vault, device) ? { device: device.id } : null
  }
  bind(app, platform, session.getCredentials, async () => ({ clientId: CLIENT_ID }))
  bind(
    app,
    platform,
    session.login,
    async ({ body, request, reply }) => {
      refuseOtherSites(platform, request)
      if (body.client_id !== CLIENT_ID) throw new Problem('invalid_input', { fields: { client_id: 'unknown' } })
      const browser = signInBrowserOf(platform, request)
      const { opened, device } = await login(platform, body, originOf(platform, request), browser)
      if (browser) clearSignInCookie(platform, reply)
      opens(reply, opened.access_token, device)
      return opened
    },
    byDevice,
  )
  bind(app, platform, loginSteps.loginSecondFactor, async ({ body, request, reply }) => {
    refuseOtherSites(platform, request)
    const { opened, device } = await loginSecondFactor(platform, body, originOf(platform, request))
    opens(reply, opened.access_token, device)
    return opened
  })
  bind(app, platform, loginSteps.loginEnrolment, async ({ body, request }) => {
    refuseOtherSites(platform, request)
    return beginEnrolment(platform, body.challenge, body.factor)
  })
  bind(app, platform, loginSteps.loginPasskey, async ({ body, request, reply }) => {
    refuseOtherSites(platform, request)
    if (!body.passkey) return { options: await passkeyLoginOptions(platform) }
    const { opened, device } = await loginPasskey(platform, body.passkey, originOf(platform, request))
    opens(reply, opened.access_token, device)
    return opened
  })
  bind(app, platform, loginSteps.checkSaml, ({ body }) => checkNumber(platform, body))
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
