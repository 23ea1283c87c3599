import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type ContextPool, openContextPool } from './context-pool.ts'
import { type Host, openHost, type RunningServer } from './server.ts'

export const PHONE = { width: 390, height: 844 }

interface Fixtures {
  /** The test's own server: isolated from other tests, in any order. */
  server: RunningServer
  /** A browser of one person: separate cookies and storage. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** Settings of the server, as environment variables. */
  serverSettings: Record<string, string>
  /** Whether the browsers ask to save data: then the app does not fetch the code of every screen. */
  savesData: boolean
  /** Console errors that the journey expects; any other fails it. */
  expectedError: RegExp
}

interface WorkerFixtures {
  /** The process in which the servers of a worker's tests run one after the other. */
  host: Host
  /** Its browsers. */
  contexts: ContextPool
}

/** What the browser itself logs for a refused call or a network failure. */
const LOGGED = /Failed to load resource/

/** Collects the script errors of a page, and what its console says of errors that are not expected. */
export function collectErrors(page: Page, errors: string[], expected = LOGGED): void {
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text())
  })
}

/** Each test has its own server and browsers. A script error or a console error fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const host = openHost()
      await use(host)
      await host.end()
    },
    { scope: 'worker' },
  ],
  contexts: [
    async ({ browser }, use) => {
      const contexts = openContextPool(browser)
      await use(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],
  serverSettings: [{}, { option: true }],
  savesData: [true, { option: true }],
  server: async ({ host, serverSettings }, use) => {
    const server = await host.start(serverSettings)
    await use(server)
    await server.stop()
  },
  expectedError: [LOGGED, { option: true }],
  visitor: async ({ contexts, server, expectedError, savesData, serviceWorkers }, use) => {
    const errors: string[] = []
    await use(async (options = {}) => {
      const all = {
        baseURL: server.url,
        locale: 'en-GB',
        viewport: PHONE,
        reducedMotion: 'reduce' as const,
        ...(serviceWorkers && { serviceWorkers }),
        ...options,
      }
      const page = await contexts.open(all, savesData)
      collectErrors(page, errors, expectedError)
      return page
    })
    await contexts.release()
    expect(errors, 'errors in the browser').toEqual([])
  },
})

export { expect }

/**
 * The details of a journey that is written for several languages, systems or looks: the gate runs it in one of them, not the same in each file, and
 * `npm run test:all` in the others. It also runs those with `@whole` in their title: the gate has each screen, the main job of each feature and what a
 * person could lose.
 */
export const inGate = (isTheOne: boolean) => (isTheOne ? {} : { tag: '@whole' })

/** The visible page: Ionic keeps the others mounted behind it. */
export const shown = (page: Page) => page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)').last()

/** The first visit of an area begins with its tour. */
export async function skipTour(page: Page): Promise<void> {
  await expect(page.locator('.driver-popover')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.driver-popover')).toHaveCount(0)
}
