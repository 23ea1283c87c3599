import type { Page } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import type { Screen } from './catalogue.ts'
import type { World } from './world.ts'

/** Polled on each frame: a locator would poll again only after half a second, on every screen. */
const isReady = ({ ready, over }: { ready: string; over: boolean }) => {
  const pages = document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')
  const root = over ? document : pages[pages.length - 1]
  return (root?.querySelector(ready)?.checkVisibility() ?? false) && !root?.querySelector('.skeleton')
}

/** Opens a screen and waits until it is complete and has no running animation. */
export async function openScreen(page: Page, screen: Screen, world: World): Promise<void> {
  await screen.before?.(apiOf(page))
  await page.goto(screen.path(world), { waitUntil: 'commit' })
  await screen.fill?.(page)
  await page.waitForFunction(isReady, { ready: screen.ready, over: screen.over ?? false }, { timeout: 60_000 })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(350)
}
