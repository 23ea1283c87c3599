import { ApiError } from './errors.ts'
import { onOnline, reachServer } from './online.ts'

/** Interval between attempts in the background; the connection's return ends it early. */
const RETRY_MS = 30_000

type Load<T> = () => Promise<T>

/** Style sheets that failed to load, by address. Vite requests each only once, and would show the page unstyled the next time. */
const missing = new Map<string, HTMLLinkElement>()
/** The style sheets missing when a load failed: it fails again until they are loaded. */
const needs = new WeakMap<Load<unknown>, readonly string[]>()

let watching = false

function watchStyles() {
  if (watching) return
  watching = true
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missing.set(target.href, target)
  document.addEventListener('error', note, { capture: true })
}

/** Resolves when the style sheet is loaded, or has failed again (then it is back in `missing`). */
const refetch = (link: HTMLLinkElement) =>
  new Promise<unknown>((resolve) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.onload = resolve
    next.onerror = resolve
    missing.delete(link.href)
    link.replaceWith(next)
  })

let styles: Promise<unknown> = Promise.resolve()

/** Serial, so that concurrent callers wait for the same attempt. */
function refetchStyles() {
  styles = styles.then(() => Promise.all([...missing.values()].map(refetch)))
  return styles
}

/** Makes a reload open the newest version where it can be had; when not, or in a native app, a reload opens this one again. */
export const toNewest = async (): Promise<void> =>
  import.meta.env.MODE === 'native'
    ? undefined
    : import('./worker.ts').then(({ activateNewest }) => activateNewest()).catch(() => undefined)

/**
 * Dynamic import of a part of the app, with its style sheets. Throws `ApiError`: `offline` when the server cannot be reached, `internal`
 * when it can but does not serve the file: usually a newer version was deployed, and the app must be reloaded.
 */
export async function fetchCode<T>(load: Load<T>): Promise<T> {
  watchStyles()
  await refetchStyles()
  try {
    if (needs.get(load)?.some((address) => missing.has(address))) throw new Error('still without its style sheet')
    return await load()
  } catch {
    needs.set(load, [...missing.keys()])
    await reachServer()
    throw new ApiError(0, 'internal')
  }
}

/** `due` resolves when the connection is back, after `RETRY_MS` at the latest; `cancel` removes timer and listener. */
function nextAttempt() {
  let resolveNow = () => {}
  const due = new Promise<void>((resolve) => {
    resolveNow = resolve
  })
  const timer = window.setTimeout(resolveNow, RETRY_MS)
  const end = onOnline(resolveNow)
  const cancel = () => {
    window.clearTimeout(timer)
    end()
  }
  return { due, cancel }
}

/** `fetchCode` in the background: never rejects, but tries again until it succeeds. */
export async function fetchCodeLater<T>(load: Load<T>): Promise<T> {
  for (;;) {
    // Before the attempt: the connection may be back while it fails.
    const next = nextAttempt()
    try {
      return await fetchCode(load)
    } catch {
      await next.due
    } finally {
      next.cancel()
    }
  }
}
