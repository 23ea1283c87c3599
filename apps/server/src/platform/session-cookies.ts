import { SECONDS_PER_DAY } from '@reflet/contract/durations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromApp } from './cross-origin.ts'
import { type Device, readDevice, writeDevice } from './devices.ts'
import type { Platform } from './index.ts'
import { CSRF_COOKIE, MAX_DAYS, SESSION_COOKIE } from './session.ts'

const COOKIE = { path: '/', secure: true, sameSite: 'strict', maxAge: MAX_DAYS * SECONDS_PER_DAY } as const
/** The maximum lifetime of a cookie in browsers. */
const DEVICE_DAYS = 400

const isHttps = (platform: Platform) => platform.publicUrl().startsWith('https:')

/** `__Host-` prefix: on https browsers accept such a name from this host only: no other subdomain can set it. */
const nameOf = (platform: Platform, name: string) => (isHttps(platform) ? `__Host-${name}` : name)
const DEVICE_COOKIE = 'device'

/** The session token of the browser's cookie. A cookie without the prefix is read until it expires. */
export const sessionCookieOf = (platform: Platform, { cookies }: FastifyRequest): string | null =>
  cookies[nameOf(platform, SESSION_COOKIE)] ?? cookies[SESSION_COOKIE] ?? null

/** The page cannot read the session cookie (HttpOnly); it reads the CSRF cookie and repeats it in a header. A native app keeps the token itself. */
export function setSessionCookies(platform: Platform, reply: FastifyReply, token: string) {
  if (isFromApp(reply.request)) return
  if (isHttps(platform)) reply.clearCookie(SESSION_COOKIE, COOKIE)
  reply.setCookie(nameOf(platform, SESSION_COOKIE), token, { ...COOKIE, httpOnly: true })
  reply.setCookie(CSRF_COOKIE, platform.vault.csrfToken(token), COOKIE)
}

export function clearSessionCookies(platform: Platform, reply: FastifyReply) {
  if (isFromApp(reply.request)) return
  for (const name of new Set([nameOf(platform, SESSION_COOKIE), SESSION_COOKIE, CSRF_COOKIE])) reply.clearCookie(name, COOKIE)
}

export const deviceOf = (platform: Platform, { cookies }: FastifyRequest) => readDevice(cookies[nameOf(platform, DEVICE_COOKIE)])

/** Kept at logout: with it the next login of this browser is not counted with those of strangers. */
export function setDeviceCookie(platform: Platform, reply: FastifyReply, device: Device) {
  if (isFromApp(reply.request)) return
  reply.setCookie(nameOf(platform, DEVICE_COOKIE), writeDevice(device), {
    ...COOKIE,
    maxAge: DEVICE_DAYS * SECONDS_PER_DAY,
    httpOnly: true,
  })
}

export function clearDeviceCookie(platform: Platform, reply: FastifyReply) {
  reply.clearCookie(nameOf(platform, DEVICE_COOKIE), COOKIE)
}

/** From its own page: the identity provider posts from another site, where a stricter cookie is not sent. */
const SIGN_IN_COOKIE = 'sign-in'
const SIGN_IN_SECONDS = 600
const OF_SIGN_IN = { path: '/', secure: true, sameSite: 'none', httpOnly: true } as const
const SIGN_IN_VALUE = /^[\w-]{43}$/

/** The browser that began a single sign-on; it gives no access. null when it began none, or too long ago. */
export function signInBrowserOf(platform: Platform, { cookies }: FastifyRequest): string | null {
  const value = cookies[nameOf(platform, SIGN_IN_COOKIE)]
  return value && SIGN_IN_VALUE.test(value) ? value : null
}

export function setSignInCookie(platform: Platform, reply: FastifyReply, value: string) {
  reply.setCookie(nameOf(platform, SIGN_IN_COOKIE), value, { ...OF_SIGN_IN, maxAge: SIGN_IN_SECONDS })
}

export function clearSignInCookie(platform: Platform, reply: FastifyReply) {
  reply.clearCookie(nameOf(platform, SIGN_IN_COOKIE), OF_SIGN_IN)
}
