import type { Page } from '@playwright/test'
import type { Endpoint, Input, Output } from '@reflet/contract/endpoint'
import { onWire } from '../../apps/server/src/test/call-server.ts'

/**
 * For requests by Playwright itself. It keeps its connections, and, unlike a browser, does not repeat a request on one that the server is just
 * ending because it was idle for 73 seconds.
 */
export const RETRIED = { maxRetries: 1 }

export interface Api {
  /** Calls an endpoint of the contract. @throws when it is refused */
  call<E extends Endpoint>(endpoint: E, input?: Partial<Input<E>>): Promise<Output<E>>
}

/** The API with the session of the page's browser. */
export const apiOf = (page: Page): Api => ({
  async call(endpoint, input) {
    const { path, body } = onWire(endpoint, input)
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const reply = await page.request.fetch(path, {
      ...RETRIED,
      method: endpoint.method,
      headers: { 'x-xsrf-token': csrf },
      ...(body && (endpoint.form ? { form: body as Record<string, string> } : { data: body })),
    })
    if (!reply.ok()) throw new Error(`${endpoint.method} ${path}: ${reply.status()} ${await reply.text()}`)
    return reply.headers()['content-type']?.includes('json') ? reply.json() : reply.text()
  },
})
