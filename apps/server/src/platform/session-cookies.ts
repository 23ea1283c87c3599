import { SECONDS_PER_DAY } from '@reflet/contract/durations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromApp } from './cross-origin.ts'
import { type Device, readDevice, writeDevice } from './devices.ts'
import type { Platform } from './index.ts'
import { isLoopback } from './production.ts'
import { CSRF_COOKIE, MAX_DAYS, SESSION_COOKIE } from './session.ts'

const COOKIE = { path: '/', sameSite: 'strict', maxAge: MAX_DAYS * SECONDS_PER_DAY } as const
/** The maximum lifetime of a cookie in browsers. */
const DEVICE_DAYS = 400

const isHttps = (platform: Platform) => platform.publicUrl().startsWith('https:')

/**
 * WebKit keeps no `Secure` cookie of http, not even of localhost (decision 0038). So it is missing where http cannot leave the machine: the
 * server does not start with another http address, and a call to another host of it gets a cookie that no browser keeps.
 */
const isSecure = (platform: Platform, { host }: FastifyRequest) =>
  isHttps(platform) || !URL.canParse(`http://${host}`) || !isLoopback(`http://${host}`)

/** What the cookies of the app's own calls have in common. */
const ofCalls = (platform: Platform, { request }: FastifyReply) => ({ ...COOKIE, secure: isSecure(platform, request) })

/** `__Host-` prefix: on https browsers accept such a name from this host only: no other subdomain can set it. */
const nameOf = (platform: Platform, name: string) => (isHttps(platform) ? `__Host-${name}` : name)
const DEVICE_COOKIE = 'device'

/** The session token of the browser's cookie. A cookie without the prefix is read until it expires. */
export const sessionCookieOf = (platform: Platform, { cookies }: FastifyRequest): string | null =>
  cookies[nameOf(platform, SESSION_COOKIE)] ?? cookies[SESSION_COOKIE] ?? null

/** The page cannot read the session cookie (HttpOnly); it reads the CSRF cookie and repeats it in a header. A native app keeps the token itself. */
export function setSessionCookies(platform: Platform, reply: FastifyReply, token: string) {
  if (isFromApp(reply.request)) return
  const cookie = ofCalls(platform, reply)
  if (isHttps(platform)) reply.clearCookie(SESSION_COOKIE, cookie)
  reply.setCookie(nameOf(platform, SESSION_COOKIE), token, { ...cookie, httpOnly: true })
  reply.setCookie(CSRF_COOKIE, platform.vault.csrfToken(token), cookie)
}

export function clearSessionCookies(platform: Platform, reply: FastifyReply) {
  if (isFromApp(reply.request)) return
  const cookie = ofCalls(platform, reply)
  for (const name of new Set([nameOf(platform, SESSION_COOKIE), SESSION_COOKIE, CSRF_COOKIE])) reply.clearCookie(name, cookie)
}

export const deviceOf = (platform: Platform, { cookies }: FastifyRequest) => readDevice(cookies[nameOf(platform, DEVICE_COOKIE)])

/** Kept at logout: with it the next login of this browser is not counted with those of strangers. */
export function setDeviceCookie(platform: Platform, reply: FastifyReply, device: Device) {
  if (isFromApp(reply.request)) return
  reply.setCookie(nameOf(platform, DEVICE_COOKIE), writeDevice(device), {
    ...ofCalls(platform, reply),
    maxAge: DEVICE_DAYS * SECONDS_PER_DAY,
    httpOnly: true,
  })
}

export function clearDeviceCookie(platform: Platform, reply: FastifyReply) {
  reply.clearCookie(nameOf(platform, DEVICE_COOKIE), ofCalls(platform, reply))
}

/** The identity provider posts from another site, where a stricter cookie is not sent. */
const SIGN_IN_COOKIE = 'sign-in'
const SIGN_IN_SECONDS = 600
/** Without `Secure` browsers refuse `SameSite=None`: on http it is left out, and they send the cookie with posts of other sites, too (Chromium for two minutes). */
const ofSignIn = (platform: Platform, { request }: FastifyReply) => {
  const secure = isSecure(platform, request)
  return { path: '/', secure, httpOnly: true, sameSite: secure && ('none' as const) }
}
const SIGN_IN_VALUE = /^[\w-]{43}$/

/** The browser that began a single sign-on; it gives no access. null when it began none, or too long ago. */
export function signInBrowserOf(platform: Platform, { cookies }: FastifyRequest): string | null {
  const value = cookies[nameOf(platform, SIGN_IN_COOKIE)]
  return value && SIGN_IN_VALUE.test(value) ? value : null
}

export function setSignInCookie(platform: Platform, reply: FastifyReply, value: string) {
  reply.setCookie(nameOf(platform, SIGN_IN_COOKIE), value, { ...ofSignIn(platform, reply), maxAge: SIGN_IN_SECONDS })
}

export function clearSignInCookie(platform: Platform, reply: FastifyReply) {
  reply.clearCookie(nameOf(platform, SIGN_IN_COOKIE), ofSignIn(platform, reply))
}

/**
 * That a single sign-on is under way in this browser, readable by the app: with a session and without it the app ignores what looks like the
 * return of one (decision 0040). It gives no access.
 */
const SIGN_ON_COOKIE = 'sign-on'
const ofSignOn = (platform: Platform, reply: FastifyReply) => ({ ...ofCalls(platform, reply), maxAge: SIGN_IN_SECONDS })

export function markSignOn(platform: Platform, reply: FastifyReply) {
  reply.setCookie(nameOf(platform, SIGN_ON_COOKIE), '1', ofSignOn(platform, reply))
}

/** A login, of whatever kind, ends what began before it. */
export function unmarkSignOn(platform: Platform, reply: FastifyReply) {
  const name = nameOf(platform, SIGN_ON_COOKIE)
  if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, ofSignOn(platform, reply))
}
