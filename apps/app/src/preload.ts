import { type AppRoute, routes } from './routes.tsx'

/** A page that never rests, for example on a slow device, fetches them all the same. */
const LONGEST_WAIT_MS = 2000

/** Each in turn while the browser is idle; a failed fetch is tried again until it succeeds, then the others follow. */
function preloadWhenIdle([route, ...others]: readonly AppRoute[]) {
  const idle = window.requestIdleCallback ?? ((task: () => void) => window.setTimeout(task, 200))
  if (!route) return
  idle(() => void route.loadLater().then(() => preloadWhenIdle(others)), { timeout: LONGEST_WAIT_MS })
}

/** The areas that home leads to, by likelihood. */
const NEXT = ['/dashboard', '/answer', '/my-skills']
/** The first screen's own code and calls come first. */
const AFTER_START_MS = 1000

/** After a start on the home page the code of the likeliest next screens is prefetched, before any navigation. */
export const preloadNext = () =>
  void window.setTimeout(() => preloadWhenIdle(NEXT.flatMap((path) => routes.find((route) => route.path === path) ?? [])), AFTER_START_MS)

let preloaded = false

/** The browser asks to save data (https://wicg.github.io/savedata); only Chromium says so. */
const savesData = () => 'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true

/** After the first navigation all other screens are prefetched while the browser is idle; where data are to be saved, each when it is opened. */
export function preloadRoutes() {
  if (preloaded || savesData()) return
  preloaded = true
  preloadWhenIdle(routes)
}
