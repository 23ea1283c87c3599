import type { Page } from '@playwright/test'
import type { Endpoint, Input, Output } from '@reflet/contract/endpoint'
import { onWire } from '../../apps/server/src/test/call-server.ts'

export interface Api {
  /** Calls an endpoint of the contract. @throws when it is refused */
  call<E extends Endpoint>(endpoint: E, input?: Partial<Input<E>>): Promise<Output<E>>
  get<T>(path: string): Promise<T>
  send<T>(method: string, path: string, body: object): Promise<T>
  /** For the calls with a form body. */
  submit<T>(path: string, fields: Record<string, string>): Promise<T>
}

/** The API with the session of the page's browser. */
export function apiOf(page: Page): Api {
  async function ask<T>(method: string, path: string, content: { data?: object; form?: Record<string, string> } = {}): Promise<T> {
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const reply = await page.request.fetch(path, { method, headers: { 'x-xsrf-token': csrf }, ...content })
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
    return (reply.headers()['content-type']?.includes('json') ? reply.json() : reply.text()) as Promise<T>
  }
  return {
    call(endpoint, input) {
      const { path, body } = onWire(endpoint, input)
      return ask(endpoint.method, path, body && (endpoint.form ? { form: body as Record<string, string> } : { data: body }))
    },
    get: (path) => ask('GET', path),
    send: (method, path, data) => ask(method, path, { data }),
    submit: (path, form) => ask('POST', path, { form }),
  }
}
