import type { Page } from '@playwright/test'

export interface Api {
  get<T>(path: string): Promise<T>
  send<T>(method: string, path: string, body: object): Promise<T>
  /** For the calls with a form body. */
  submit<T>(path: string, fields: Record<string, string>): Promise<T>
}

/** The API with the session of the page's browser. */
export function apiOf(page: Page): Api {
  async function call<T>(method: string, path: string, content: { data?: object; form?: Record<string, string> } = {}): Promise<T> {
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const reply = await page.request.fetch(path, { method, headers: { 'x-xsrf-token': csrf }, ...content })
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
    return reply.json()
  }
  return {
    get: (path) => call('GET', path),
    send: (method, path, data) => call(method, path, { data }),
    submit: (path, form) => call('POST', path, { form }),
  }
}
