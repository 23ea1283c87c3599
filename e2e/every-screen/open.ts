import type { Page } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { settled } from '../support/checks.ts'
import type { Screen } from './catalogue.ts'
import { pathOf, type World } from './world.ts'

interface Left extends Window {
  left?: Element | undefined
}

/** In the page, polled on each frame: a locator would poll again only after half a second, on every screen. */
export const isReady = ({ ready, over }: { ready: string; over: boolean }) => {
  const pages = document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')
  const top = pages[pages.length - 1]
  const root = over ? document : top
  if (top && top === (window as Left).left) return false
  return (
    [...(root?.querySelectorAll(ready) ?? [])].some((part) => part.checkVisibility()) && !root?.querySelector(`[data-testid="skeleton"]`)
  )
}

/** Waits until the page that was asked for is on top, shows this, and is complete. */
export const hasArrived = (page: Page, ready: string, over = false) => page.waitForFunction(isReady, { ready, over }, { timeout: 60_000 })

/** Goes to a path of the open app, as a link that the native shell receives does: nothing is loaded again. */
export const goInside = (page: Page, path: string) =>
  page.evaluate((to) => {
    const pages = document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden)')
    ;(window as Left).left = pages[pages.length - 1]
    // With a key of its own: Ionic takes an address with a known one for the way forward.
    history.pushState({ key: crypto.randomUUID() }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Where a page is, and the routes that it has shown since the app was loaded. */
const trails = new WeakMap<Page, { at: string; routes: Set<string | undefined> }>()

/** Ionic keeps the pages of so many routes before the app is loaded again: axe reads them, too. */
const MANY = 5

const routeOf = (path: string) => path.split(/[/?]/)[1]

/**
 * Goes to a path inside the app where that is possible, else the app is loaded there: Ionic keeps the page of a route for the next visit, and
 * from where the app itself went on, it takes any other address for the way back.
 */
export async function go(page: Page, path: string, load = false): Promise<void> {
  const trail = trails.get(page)
  const route = routeOf(path)
  const stays =
    trail !== undefined && page.url() === new URL(trail.at, page.url()).href && !trail.routes.has(route) && trail.routes.size < MANY
  if (!load && stays && (await page.locator('ion-app').count()) > 0) {
    await goInside(page, path)
    trails.set(page, { at: path, routes: trail.routes.add(route) })
  } else {
    await page.goto(path, { waitUntil: 'commit' })
    trails.set(page, { at: path, routes: new Set([route]) })
  }
}

/** Opens a screen and waits until it is complete and nothing moves. */
export async function openScreen(page: Page, screen: Screen, world: World): Promise<void> {
  await screen.before?.(apiOf(page), page)
  await go(page, pathOf(screen, world), Boolean(screen.before || screen.over))
  await screen.fill?.(page)
  await hasArrived(page, screen.ready, screen.over)
  await settled(page)
}
