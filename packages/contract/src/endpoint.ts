import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Authorization: anyone; a logged-in employee; the company's administrator; the holder of a guest link's token. */
export type Access = 'public' | 'employee' | 'admin' | 'guest'

/** Whether a call needs a session. */
export const needsSession = ({ access }: Pick<Endpoint, 'access'>) => access === 'employee' || access === 'admin'

/** Rate limits: calls with the same name share one counter (docs/SECURITY.md lists the limits). */
export type RateLimit =
  | 'login'
  | 'reset'
  | 'guest'
  | 'event'
  | 'search'
  | 'upload'
  | 'mail'
  | 'badge'
  | 'reauthenticate'
  | 'sign_on'
  | 'document'

/** What a link without a login is about: a guest's group, an event, a coffee chat, or the lists that a manager fills. */
export const LINK_KINDS = ['guest', 'event', 'coffee', 'manager'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/**
 * One endpoint of the API, defined once for the server, the app and the OpenAPI document. `response` is an allow-list: an undeclared field
 * is never sent.
 */
export interface Endpoint {
  readonly method: Method
  /** Fastify notation; parameters as `:name`. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  /** The body is sent as `application/x-www-form-urlencoded` (the specification's older calls). */
  readonly form?: true
  /** The body is one file, sent as `multipart/form-data` under the name `file`. */
  readonly file?: true
  /** Of the file, whose default is that of a picture; or of the body, for long texts. */
  readonly maxBytes?: number
  /** The response is plain text (Markdown), not JSON. */
  readonly text?: true
  /** The response is a file of this media type, not JSON; `response` then only names it. */
  readonly binary?: string
  readonly limit?: RateLimit
  /** The `:token` of the path is that of a link of this kind. The calls that stop mails take another token. */
  readonly link?: LinkKind
  /**
   * Needs a sign-in that is not older than `STEP_UP_MINUTES`: for each call, checked before its body is read; or for some inputs, checked by
   * the command (`requireRecentSignIn`).
   */
  readonly asked_again?: 'always' | 'on_input'
  /** A GET of the specification with side effects: refused as a navigation of a browser. */
  readonly changes?: true
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly response: z.ZodMiniType
  /** Error codes besides the general ones (`errorsOf`). */
  readonly errors?: readonly ErrorCode[]
}

type Part = 'params' | 'query' | 'body'
type Pick_<E extends Endpoint, K extends Part, Direction extends 'in' | 'out'> = E[K] extends z.ZodMiniType
  ? { [P in K]: Direction extends 'in' ? z.input<E[K]> : z.output<E[K]> }
  : unknown

/** The caller's arguments. */
export type Input<E extends Endpoint> = Pick_<E, 'params', 'in'> & Pick_<E, 'query', 'in'> & Pick_<E, 'body', 'in'>
/** What the server's function receives, parsed. */
export type Parsed<E extends Endpoint> = Pick_<E, 'params', 'out'> & Pick_<E, 'query', 'out'> & Pick_<E, 'body', 'out'>
/** The caller's result. */
export type Output<E extends Endpoint> = z.output<E['response']>
/** What the server's function returns, before the allow-list. */
export type Returned<E extends Endpoint> = z.input<E['response']>

/** Checks that it is an endpoint and keeps its own types. */
export const endpoints = <const T extends Record<string, Endpoint>>(table: T): T => table

/** The only accepted encoding of a call's body; null without a body. */
export function mediaTypeOf({ file, form, body }: Pick<Endpoint, 'file' | 'form' | 'body'>): string | null {
  if (file) return 'multipart/form-data'
  if (form) return 'application/x-www-form-urlencoded'
  return body ? 'application/json' : null
}

/** Every error code with which the call may be refused: the general ones, which follow from its other fields, and its own. */
export function errorsOf({ method, path, access, query, params, asked_again, errors = [] }: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>()
  const add = (when: unknown, ...more: ErrorCode[]) => {
    if (when) for (const code of more) codes.add(code)
  }
  const isPersonal = needsSession({ access })
  const sends = method !== 'GET'
  add(isPersonal, 'unauthenticated', 'csrf_failed')
  add(access === 'admin', 'forbidden')
  add(asked_again, 'reauthentication_required')
  add(sends, 'invalid_input', 'payload_too_large', 'unsupported_media_type')
  add(query, 'invalid_input')
  // An id, in the path or in what is sent.
  add(params || (isPersonal && sends), 'not_found')
  // The link of a company that is suspended.
  add(!isPersonal && path.includes(':token'), 'gone')
  add(true, ...errors, 'slow_down', 'internal', 'unavailable')
  return [...codes]
}
