import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { deviceOf } from '../../platform/session-cookies.ts'
import type { Origin } from './attempts.commands.ts'

/** The origin of a sign-in, and the program that sent it. */
export interface ClientOrigin extends Origin {
  readonly userAgent: string | undefined
}

/** `device` is the cookie's: whether it is known for a person is checked later. */
export const originOf = (platform: Platform, request: FastifyRequest): ClientOrigin => ({
  ip: request.ip,
  device: deviceOf(platform, request),
  userAgent: request.headers['user-agent'],
})
