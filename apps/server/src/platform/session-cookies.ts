import type { FastifyReply } from 'fastify'
import type { Platform } from './index.ts'
import { CSRF_COOKIE, MAX_DAYS, SESSION_COOKIE } from './session.ts'

const COOKIE = { path: '/', secure: true, sameSite: 'strict', maxAge: MAX_DAYS * 86_400 } as const

/** The page cannot read the session's cookie; it reads the other one and repeats it in a header. */
export function setSessionCookies(platform: Platform, reply: FastifyReply, token: string) {
  reply.setCookie(SESSION_COOKIE, token, { ...COOKIE, httpOnly: true })
  reply.setCookie(CSRF_COOKIE, platform.vault.csrfToken(token), COOKIE)
}

export function clearSessionCookies(reply: FastifyReply) {
  reply.clearCookie(SESSION_COOKIE, COOKIE)
  reply.clearCookie(CSRF_COOKIE, COOKIE)
}
