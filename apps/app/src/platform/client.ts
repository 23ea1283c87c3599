import type { Endpoint, Input, Output } from '@reflet/contract/endpoint'
import type { ErrorBody } from '@reflet/contract/errors'
import { ApiError, announce } from './errors.ts'
import { dismissLoading } from './loading.ts'
import { apiHost } from './server.ts'
import { isConfirmed } from './step-up.ts'
import { bearerToken } from './token.ts'

const TIMEOUT = 20_000

interface Options {
  signal?: AbortSignal
  /** The file of a `file` call. */
  file?: Blob
  /** Of another session than the present one, which its refusal does not end. */
  token?: string
}

export interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** Timeout of an upload, longer than that of a call. */
export const FILE_TIMEOUT = 120_000

/** Without parameters: `call(session.logout)`; else `call(people.getUser, { params: { userId: '1' } })`. */
type Arguments<E extends Endpoint> =
  unknown extends Input<E> ? [input?: Record<string, never>, options?: Options] : [input: Input<E>, options?: Options]

const given = (values: Record<string, unknown> = {}) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)])

export function address(endpoint: Endpoint, { params = {}, query }: Parts) {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(given(query)).toString()
  return apiHost() + path + (search && `?${search}`)
}

/** A cookie that scripts may read. */
export const cookie = (name: string) => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

export function request(
  endpoint: Endpoint,
  url: string,
  { body }: Parts,
  { file, token = bearerToken() ?? undefined }: Options = {},
): RequestInit {
  const headers = new Headers({ Accept: endpoint.binary ?? (endpoint.text ? 'text/plain, text/markdown' : 'application/json') })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const csrf = endpoint.method !== 'GET' && url.startsWith('/') ? cookie('XSRF-TOKEN') : undefined
  if (csrf) headers.set('X-XSRF-TOKEN', csrf)
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (file) {
    const form = new FormData()
    form.set('file', file)
    init.body = form
  } else if (body && endpoint.form) init.body = new URLSearchParams(given(body))
  else if (body) {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(body)
  }
  return init
}

/** How `fetch`, and reading a response, reject without a network; a timeout is one. Other exceptions are bugs, and none of the connection. */
const isOfNetwork = (error: unknown) => error instanceof TypeError || error instanceof DOMException

/** The only place that calls `fetch`. An abort by the caller rejects with its own reason; timeout and network failure are `offline`. */
export async function reach<T>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  signal?: AbortSignal,
  wait = TIMEOUT,
) {
  const timeout = AbortSignal.timeout(wait)
  const request = { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
  try {
    const response = await fetch(url, request)
    return { response, content: await read(response) }
  } catch (error) {
    if (signal?.aborted || !isOfNetwork(error)) throw error
    if (import.meta.env.MODE === 'native') throw await (await import('./native/unreachable.ts')).whyUnreachable(url)
    throw new ApiError(0, 'offline')
  }
}

const textOf = (response: Response) => response.text()

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function failure({ status, headers }: Response, text: string) {
  const body = parseJson(text)
  const { code, fields, request_id, second_factor } = (body ?? {}) as Partial<ErrorBody>
  // A proxy in front of the server does not know our codes.
  const fallback = status === 401 ? 'unauthenticated' : status >= 502 ? 'unavailable' : 'internal'
  const known = typeof code === 'string' ? code : fallback
  const error = new ApiError(status, known, fields, request_id, Number(headers.get('retry-after')) || undefined)
  error.secondFactor = second_factor
  return error
}

async function fetchAnswer<E extends Endpoint>(endpoint: E, ...[input, options]: Arguments<E>): Promise<Output<E>> {
  const parts = (input ?? {}) as Parts
  const url = address(endpoint, parts)
  const init = request(endpoint, url, parts, options)
  const { response, content: text } = await reach(url, init, textOf, options?.signal, options?.file && FILE_TIMEOUT)
  if (!response.ok) throw failure(response, text)
  const body = endpoint.text ? text : parseJson(text)
  const answer = endpoint.response.safeParse(body)
  if (answer.success) return answer.data as Output<E>
  // Of a newer server: without what this version does not know.
  const known = body instanceof Object ? (await import('./salvage.ts')).salvage(endpoint.response, body) : undefined
  if (known !== undefined) return known as Output<E>
  if (import.meta.env.DEV) console.error(endpoint.path, answer.error)
  // Without JSON it was not our server: a captive portal responds to everything.
  throw new ApiError(response.status, body === undefined ? 'unavailable' : 'internal')
}

/** Login, forgotten password, SSO check, update check and a badge's e-mail. */
const FALSE_PATHS = ['/api/login', '/api/forgottenpassword', '/api/check/saml', '/api/check-update', '/api/badges/email/:id'] as const
type FalsePath = (typeof FALSE_PATHS)[number]

/** The value of a failed call. */
export type Failed<E extends Endpoint> = E extends { text: true } ? '' : E['path'] extends FalsePath ? false : [] | 'error' | undefined

/** A response, or the value that the specification defines for a failed call, with its error. */
export type Outcome<E extends Endpoint> =
  | { readonly value: Output<E>; readonly error?: undefined }
  | { readonly value: Failed<E>; readonly error: ApiError }

function failedValue({ path, text }: Endpoint, { status }: ApiError) {
  if (text) return ''
  if (FALSE_PATHS.some((one) => one === path)) return false
  if (status === 401) return []
  return status === 400 ? 'error' : undefined
}

/**
 * Calls an endpoint of the contract; the only implementation of docs/PRODUCT.md, "Errors". A failure dismisses the loading indicator, a 401
 * publishes `userDisconnect` (a refused login ends no session), and the value is: false for the calls of `FALSE_PATHS`, an empty string for
 * a legal text, else an empty list for 401, 'error' for 400, and undefined for the rest. `error` distinguishes such a value from data.
 * Throws only when the caller has aborted, and what is a bug of the app.
 */
export async function specified<E extends Endpoint>(endpoint: E, ...args: Arguments<E>): Promise<Outcome<E>> {
  try {
    return { value: await fetchAnswer(endpoint, ...args) }
  } catch (error) {
    if (await isConfirmed(error)) return specified(endpoint, ...args)
    if (endpoint.path === '/api/login' || args[1]?.token) dismissLoading()
    else announce(error)
    if (!(error instanceof ApiError)) throw error
    return { value: failedValue(endpoint, error) as Failed<E>, error }
  }
}

/** The same for screens, whose queries and mutations show the error with Retry: throws the `ApiError` of a failed call. */
export async function call<E extends Endpoint>(endpoint: E, ...args: Arguments<E>): Promise<Output<E>> {
  const { value, error } = await specified(endpoint, ...args)
  if (error) throw error
  return value
}

/** The interface's texts in one language. */
export async function loadTranslations(language: string): Promise<Record<string, unknown>> {
  const { response, content: text } = await reach(`./assets/i18n/${language}.json`, {}, textOf)
  if (!response.ok) throw new ApiError(response.status, 'not_found')
  return JSON.parse(text)
}
