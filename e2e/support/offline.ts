import type { Page } from '@playwright/test'

/** No call reaches the server; the app itself is loaded, as it always is in the native shell. */
export async function cut(page: Page) {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
}
export const reconnect = (page: Page) => page.unroute('**/api/**')

/** Calls reach the server again, but not those that send: the queue is kept for later. */
export async function reconnectQuietly(page: Page) {
  await page.route(/\/api\/(awards|feedbacks\/offered|feedbacks\/requests)$/, (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  await reconnect(page)
}
