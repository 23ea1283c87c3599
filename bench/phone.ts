import type { Browser, Page } from '@playwright/test'

/** Lighthouse's slow phone: its processor is four times slower than this machine's. */
export const SLOWDOWN = 4
export const PHONE = { width: 390, height: 844 }
/** Measured rounds; the median counts. */
export const ROUNDS = 7
const EMAIL = 'camille@nova.example'
const PASSWORD = 'reflet-demo'

/** A phone's browser context for the server on a port of this machine. */
export const phoneOf = (browser: Browser, port: number) =>
  browser.newContext({ baseURL: `http://localhost:${port}`, viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en-GB' })

/** Logs Camille of the demo in; the page ends on home. */
export async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.locator('input[type=email]').fill(EMAIL)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('input[type=password]').press('Enter')
  await page.waitForURL('**/home')
}
