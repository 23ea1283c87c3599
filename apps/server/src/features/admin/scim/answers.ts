import type { ErrorCode } from '@reflet/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../platform/errors.ts'
import { describe, toProblem } from '../../../platform/http-errors.ts'
import { badRequest, ScimError } from './scim-error.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const MEDIA_TYPE = 'application/scim+json; charset=utf-8'

/** Both encodings of RFC 7644, 3.1; no form, no file. An empty body is none. */
export function scimBody(scope: FastifyInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(['application/scim+json', 'application/json'], { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(decoder.decode(body as Buffer)))
    } catch {
      done(badRequest('invalidSyntax', 'The body is not JSON'))
    }
  })
}

/** Codes of the product's own rules as reasons of SCIM. */
const REASONS: Partial<Record<ErrorCode, (problem: Problem) => ScimError>> = {
  email_taken: () => new ScimError(409, 'A user with this userName exists', 'uniqueness'),
  registration_number_taken: () => new ScimError(409, 'A user with this employeeNumber exists', 'uniqueness'),
  // RFC 7644, 3.12: a change that the current state of the resource does not permit.
  last_administrator: () => badRequest('mutability', 'The last administrator of the company cannot be deactivated'),
  manager_is_yourself: () => badRequest('invalidValue', 'A user cannot be their own manager'),
  hierarchy_cycle: () => badRequest('invalidValue', 'The manager reports to this user'),
  not_found: ({ fields }) =>
    fields?.manager_id
      ? badRequest('invalidValue', 'The manager is not an active user of this company')
      : new ScimError(404, 'There is no such resource'),
  invalid_input: () => badRequest('invalidSyntax', 'The request cannot be read'),
  payload_too_large: () => new ScimError(413, 'The body is too large'),
  unsupported_media_type: () => new ScimError(415, 'The body is application/scim+json or application/json'),
  slow_down: () => new ScimError(429, 'Too many calls'),
  unavailable: () => new ScimError(503, 'The server is not available; try again'),
}

/** For metrics: the code of the contract that is nearest to a status. */
const CODES: Partial<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'slow_down',
  500: 'internal',
  503: 'unavailable',
}

/** Every error in the form of RFC 7644, 3.12. */
export function answerScimError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = error instanceof ScimError ? null : toProblem(error)
  const { status, scimType, message } = problem ? ofProblem(problem) : (error as ScimError)
  request.refusal = CODES[status] ?? problem?.code ?? 'invalid_input'
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status >= 500 && status !== 501) request.log.error({ request_id: request.id, ...describe(error) }, 'call failed')
  return reply
    .code(status)
    .type(MEDIA_TYPE)
    .serializer(JSON.stringify)
    .send({ schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail: message })
}

const ofProblem = (problem: Problem): ScimError => REASONS[problem.code]?.(problem) ?? new ScimError(500, 'The server failed')
