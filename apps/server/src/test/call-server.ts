import type { Endpoint, Input, Output } from '@reflet/contract/endpoint'
import type { ErrorBody } from '@reflet/contract/errors'

/** A response: the body is the contract's on success, else the error's. */
export interface Reply<T> {
  readonly status: number
  readonly body: T & ErrorBody
  readonly headers: Headers
}

/** What an endpoint's input is on the wire: its path with the query, and its body. */
export function onWire<E extends Endpoint>(endpoint: E, input: Partial<Input<E>> = {}) {
  const { params, query, body } = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params?.[key] ?? key)))
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))
  return { path: `${path}${search.size ? `?${search}` : ''}`, body }
}

/** Calls an endpoint of the contract on any server, with a token or anonymously. */
export async function callServer<E extends Endpoint>(
  base: string,
  who: { token: string } | null,
  endpoint: E,
  input: Partial<Input<E>> = {},
  headers: Record<string, string> = {},
): Promise<Reply<Output<E>>> {
  const { path, body } = onWire(endpoint, input)
  const form = endpoint.form ? new URLSearchParams(body as Record<string, string>).toString() : null
  const response = await fetch(base + path, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(who && { authorization: `Bearer ${who.token}` }),
      ...(body && { 'content-type': form === null ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    ...(body && { body: form ?? JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
