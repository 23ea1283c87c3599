import type { Page } from '@playwright/test'

/** Holds the calls to an address back; returns the function that lets them go on. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
