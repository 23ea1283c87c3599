import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type RunningServer, startServer } from './server.ts'

export const PHONE = { width: 390, height: 844 }
export const DEMO_PASSWORD = 'reflet-demo'

interface Fixtures {
  /** The test's own: nothing that another test did is there, in whatever order they run. */
  server: RunningServer
  /** A browser of one person: their own cookies, their own storage. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** Console errors that belong to the journey; any other fails it. */
  expectedError: RegExp
}

/** Each test has a server and browsers of its own. A script error or a console error fails the test. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    const server = await startServer(process.env.E2E_DEMO ?? '')
    await use(server)
    await server.stop()
  },
  // What the browser itself prints for a refused call or a cut network.
  expectedError: [/Failed to load resource/, { option: true }],
  visitor: async ({ browser, server, expectedError }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'en-GB',
        viewport: PHONE,
        reducedMotion: 'reduce',
        ...options,
      })
      contexts.push(context)
      await context.addInitScript(rememberToasts)
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectedError.test(message.text())) errors.push(message.text())
      })
      return page
    })
    for (const context of contexts) await context.close()
    expect(errors, 'errors in the browser').toEqual([])
  },
})

export { expect }

type WithToasts = Window & { toasts: string[] }

/** In the browser: the words of each toast that was presented, because it is gone after seconds, whether the test came to look or not. */
function rememberToasts() {
  const toasts: string[] = []
  Object.assign(window, { toasts })
  document.addEventListener('ionToastDidPresent', ({ target }) => toasts.push(String((target as unknown as { message: string }).message)))
}

/** Waits until a toast with these words is or was presented; each toast is found once. */
export async function expectToast(page: Page, words: string): Promise<void> {
  const take = (text: string) => {
    const { toasts } = window as unknown as WithToasts
    const at = toasts.findIndex((toast) => toast.includes(text))
    if (at >= 0) toasts.splice(at, 1)
    return at >= 0
  }
  await expect.poll(() => page.evaluate(take, words), { message: `a toast “${words}”` }).toBe(true)
}

/** Logs in on the login page, as a person does, and waits until they have arrived. */
export async function login(page: Page, email: string, arrival = /\/home/): Promise<void> {
  await page.goto('/login')
  await page.locator('#login-email').fill(email)
  await page.locator('#login-password').fill(DEMO_PASSWORD)
  await page.locator('ion-button[type="submit"]').click()
  await page.waitForURL(arrival)
}

/** The page that is on top: Ionic keeps the others mounted behind it. */
export const shown = (page: Page) => page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)').last()

/** Presses an option where a person does, on its label: the input itself is out of sight. Waits until the page stands still. */
export async function choose(input: Locator): Promise<void> {
  await input.locator('xpath=parent::label').click()
  await expect(input).toBeChecked()
}

/** The first visit of an area begins with its tour. */
export async function skipTour(page: Page): Promise<void> {
  await expect(page.locator('.driver-popover')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.driver-popover')).toHaveCount(0)
}

interface Mail {
  to: { address: string }[]
  subject: string
  html: string
  text: string
}

/** The newest mail to an address that holds such a link, once it is in the inbox (a request waits for its time to undo). */
export async function mailTo(
  server: RunningServer,
  address: string,
  link: 'guest-answer' | 'reset-password' | 'hierarchical-list' | 'coffee',
): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const reply = (await (await fetch(`${server.inboxUrl}/api/email`)).json()) as Mail[] | { emails?: Mail[] }
        const mails = Array.isArray(reply) ? reply : (reply.emails ?? [])
        found = mails.filter((mail) => mail.to.some((to) => to.address === address) && mail.text.includes(`/${link}/`)).at(-1)
        return found?.subject
      },
      { timeout: 90_000, message: `a mail to ${address}` },
    )
    .toBeTruthy()
  return found as Mail
}

/** What axe finds on what is shown. */
export async function accessibilityProblems(page: Page, what: string): Promise<string[]> {
  // Two pages stand side by side while one gives way to the other.
  await expect(page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden)')).toHaveCount(1)
  const { violations } = await new AxeBuilder({ page })
    // In one go: there are no frames of elsewhere, for which it would open another page each time.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`)
}

/** What stands outside the window, and whether the page scrolls sideways. */
export async function overflowProblems(page: Page, what: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const root = [...document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden)')].at(-1) ?? document.body
    const outside = [...root.querySelectorAll('*')].filter((element) => {
      if (element.closest('.visually-hidden, svg svg, ion-menu, [aria-hidden="true"]')) return false
      const { left, right, width: own, height } = element.getBoundingClientRect()
      return own > 0 && height > 0 && (left < -1 || right > width + 1)
    })
    const sideways = document.documentElement.scrollWidth - width
    return [
      ...outside.slice(0, 5).map((element) => `${element.tagName.toLowerCase()}.${element.className} is outside`),
      ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ]
  })
  return found.map((problem) => `${what}: ${problem}`)
}

/** Both. */
export const problemsOf = async (page: Page, what: string) => [
  ...(await accessibilityProblems(page, what)),
  ...(await overflowProblems(page, what)),
]
