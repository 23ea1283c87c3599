import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anybody; a logged-in employee; whoever holds the guest link's token. */
export type Access = 'public' | 'employee' | 'guest'

/** Calls that are limited per minute are counted together by this name (docs/SECURITY.md lists the figures). */
export type RateLimit = 'login' | 'reset' | 'guest' | 'event' | 'search' | 'upload' | 'mail'

/**
 * One call of the API, described once: the server binds it, the app calls it and the OpenAPI document shows it.
 * `response` is an allow-list: a field that it does not declare never leaves the server.
 */
export interface Endpoint {
  readonly method: Method
  /** Fastify notation; parameters as `:name`. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  /** The body travels as `application/x-www-form-urlencoded` (the specification's older calls). */
  readonly form?: true
  /** The body is one file, sent as `multipart/form-data` under the name `file`. */
  readonly file?: true
  /** The response is plain text (Markdown), not JSON. */
  readonly text?: true
  /** The response is a file of this media type, not JSON; `response` then only names it. */
  readonly binary?: string
  readonly limit?: RateLimit
  /** A GET of the specification that changes something: refused when a browser opens its address as a page. */
  readonly changes?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly response: z.ZodType
  /** Codes beyond the general ones (400, 401, 404, 429, 500). */
  readonly errors?: readonly ErrorCode[]
}

type Part = 'params' | 'query' | 'body'
type Pick_<E extends Endpoint, K extends Part, Direction extends 'in' | 'out'> = E[K] extends z.ZodType
  ? { [P in K]: Direction extends 'in' ? z.input<E[K]> : z.output<E[K]> }
  : unknown

/** What a caller passes. */
export type Input<E extends Endpoint> = Pick_<E, 'params', 'in'> & Pick_<E, 'query', 'in'> & Pick_<E, 'body', 'in'>
/** What the server's function receives, parsed. */
export type Parsed<E extends Endpoint> = Pick_<E, 'params', 'out'> & Pick_<E, 'query', 'out'> & Pick_<E, 'body', 'out'>
/** What a caller gets back. */
export type Output<E extends Endpoint> = z.output<E['response']>
/** What the server's function returns, before the allow-list. */
export type Returned<E extends Endpoint> = z.input<E['response']>

/** Keeps each endpoint's own types while checking that it is one. */
export const endpoints = <const T extends Record<string, Endpoint>>(table: T): T => table

/** The only encoding in which a call's body is taken; null where it has none. */
export function mediaTypeOf({ file, form, body }: Pick<Endpoint, 'file' | 'form' | 'body'>): string | null {
  if (file) return 'multipart/form-data'
  if (form) return 'application/x-www-form-urlencoded'
  return body ? 'application/json' : null
}
