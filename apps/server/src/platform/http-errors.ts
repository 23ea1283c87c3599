import type { ErrorCode } from '@reflet/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { codeOf } from '../db/index.ts'
import { Problem } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which it was refused. */
    refusal: ErrorCode | null
  }
}

/** Fastify's own refusals, by its code. */
const FASTIFY: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_PARTS_LIMIT: 'invalid_input',
  FST_FILES_LIMIT: 'invalid_input',
  FST_FIELDS_LIMIT: 'invalid_input',
}

/** The database is unavailable, full, read-only, overloaded, or aborted a deadlocked transaction: retryable, unlike a bug. */
const DATABASE_AWAY = /^(08|53|57P0|25006|40P01|40001|58030|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOST|ENET|EAI_AGAIN)/

/** The driver's messages for a lost or failed connection: they have no code. */
const LOST = /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection error and is not queryable/

/** Foreign key violation: a referenced row, or the caller's account, was deleted concurrently. */
const GONE_MEANWHILE = '23503'

/** An invalid date, as in a forged cursor. */
const NO_SUCH_DATE = /^2200[78]$/

/** A text that cannot be stored (`db/storable.ts`): what read it should have refused it. */
const NOT_STORABLE = '22021'

/** The only place where an error becomes a code of the contract. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error)
  request.refusal = problem.code
  if (codeOf(error) === NOT_STORABLE) request.log.warn({ request_id: request.id, ...describe(error) }, 'a text that cannot be stored')
  if (problem.status >= 500) request.log.error({ request_id: request.id, ...describe(error) }, 'call failed')
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  return reply
    .code(problem.status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      code: problem.code,
      request_id: request.id,
      ...(problem.fields && { fields: problem.fields }),
      ...(problem.secondFactor && { second_factor: problem.secondFactor }),
    })
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) return refusedInput(error as FastifyError)
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code && FASTIFY[code]
  if (known) return new Problem(known)
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Problem('invalid_input')
  const database = codeOf(error) ?? ''
  if (database === GONE_MEANWHILE) return new Problem('not_found')
  if (NO_SUCH_DATE.test(database) || database === NOT_STORABLE) return new Problem('invalid_input')
  return new Problem(statusCode === 503 || isDatabaseAway(error) ? 'unavailable' : 'internal')
}

/** Whether an error says that the database cannot be reached now, or not by this connection. */
export function isDatabaseAway(error: unknown): boolean {
  return DATABASE_AWAY.test(codeOf(error) ?? '') || (error instanceof Error && LOST.test(`${error.message} ${error.cause}`))
}

/** An invalid id in the path is not found; other errors are reported by field. */
function refusedInput(error: FastifyError): Problem {
  if (error.validationContext === 'params') return new Problem('not_found')
  const fields: Record<string, string> = Object.create(null)
  for (const issue of (error.validation ?? []).slice(0, 20)) {
    for (const [field, code] of fieldCodes(issue)) fields[field] ??= code
  }
  return new Problem('invalid_input', { fields })
}

const OWN_CODE = /^[a-z][a-z_]*$/

/** zod's issue → dotted field names, each with a stable code: our own where the rule has one, else zod's. */
function fieldCodes(issue: FastifySchemaValidationError): [string, string][] {
  const path = issue.instancePath.split('/').filter(Boolean).join('.')
  if (issue.keyword === 'unrecognized_keys') {
    const keys = (issue.params as { keys?: string[] }).keys ?? []
    return keys.slice(0, 10).map((key) => [[path, key.slice(0, 50)].filter(Boolean).join('.'), 'unknown'])
  }
  const message = issue.message ?? ''
  return [[path || 'body', OWN_CODE.test(message) ? message : issue.keyword]]
}

/** What is logged of an error: its kind, message and stack, never PostgreSQL's `detail`, which contains values. */
export function describe(error: unknown) {
  if (!(error instanceof Error)) return { error: 'not an Error' }
  const root = error.cause instanceof Error ? error.cause : error
  return {
    error: error.name,
    code: codeOf(error),
    reason: root.message,
    at: error.stack
      ?.split('\n')
      .filter((line) => line.trim().startsWith('at '))
      .slice(0, 8)
      .map((line) => line.trim()),
  }
}
