import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** In the browser: writes to each storage that a page has. */
async function fill() {
  await cookieStore.set('left', '1')
  localStorage.setItem('left', '1')
  sessionStorage.setItem('left', '1')
  await (await caches.open('left')).put('/left', new Response('1'))
  await new Promise((resolve) => {
    indexedDB.open('left').onsuccess = resolve
  })
}

/** In the browser: what a page finds there, and whether it is new. */
const found = async () => ({
  cookies: document.cookie,
  local: { ...localStorage },
  session: { ...sessionStorage },
  caches: await caches.keys(),
  databases: await indexedDB.databases(),
  notifications: Notification.permission,
  width: innerWidth,
  history: history.length,
  isOnline: navigator.onLine,
  left: Reflect.has(window, 'left'),
})

const SMALL = '/health/live'

async function look(page: Page) {
  await page.goto(SMALL)
  return { ...(await page.evaluate(found)), text: await page.locator('body').textContent() }
}

test('a browser that another journey used before is as new', async ({ contexts, server }) => {
  const options = { baseURL: server.url, locale: 'de-AT', viewport: { width: 371, height: 600 } }
  const first = await contexts.open(options, true)
  const asNew = await look(first)
  const context = first.context()
  await context.grantPermissions(['notifications'])
  await first.evaluate(fill)
  await first.goto(`${SMALL}?again`)
  await first.setViewportSize({ width: 500, height: 500 })
  await first.addInitScript(() => Reflect.set(window, 'left', true))
  await context.route('**/*', (route) => route.fulfill({ body: 'left' }))
  await context.setOffline(true)
  await contexts.release()

  const second = await contexts.open(options, true)
  expect(second.context(), 'the same browser').toBe(context)
  expect(await look(second)).toEqual(asNew)

  await second.clock.install()
  await contexts.release()
  const third = await contexts.open(options, true)
  expect(third.context(), 'what cannot be taken back ends it').not.toBe(context)
  expect(await look(third)).toEqual(asNew)
  await contexts.release()
})
