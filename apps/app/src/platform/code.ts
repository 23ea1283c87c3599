import { reach } from './client.ts'
import { ApiError } from './errors.ts'

/** Between tries of what nobody waits for; the network coming back is first. */
const RETRY_MS = 30_000

type Load<T> = () => Promise<T>

/** Style sheets that could not be fetched, by address. Vite asks for each only once: the next time it would show a page without. */
const missing = new Map<string, HTMLLinkElement>()
/** What was missing when a part of the app failed: it does without none of it. */
const needs = new WeakMap<Load<unknown>, readonly string[]>()

let watching = false

function watchStyles() {
  if (watching) return
  watching = true
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missing.set(target.href, target)
  document.addEventListener('error', note, { capture: true })
}

/** Settled when it has come, or is missing again. */
const refetch = (link: HTMLLinkElement) =>
  new Promise<unknown>((resolve) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.onload = resolve
    next.onerror = resolve
    missing.delete(link.href)
    link.replaceWith(next)
  })

let styles: Promise<unknown> = Promise.resolve()

/** One after the other: whoever comes second waits for what is being fetched again. */
function refetchStyles() {
  styles = styles.then(() => Promise.all([...missing.values()].map(refetch)))
  return styles
}

/** Throws `ApiError` (`offline`) when nobody answers. */
export const reachServer = () => reach(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' }, async () => undefined)

/**
 * A part of the app that is fetched when it is needed. Throws `ApiError`: `offline` when the server cannot be reached, `internal` when
 * it can, and does not have that file: a newer version has taken its place, and the app must be loaded again.
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

/** Half a minute from now, or when the network is back; `forget` ends the waiting. */
function chance() {
  let come = () => {}
  const comes = new Promise<void>((resolve) => {
    come = resolve
  })
  const timer = window.setTimeout(come, RETRY_MS)
  window.addEventListener('online', come)
  const forget = () => {
    window.clearTimeout(timer)
    window.removeEventListener('online', come)
  }
  return { comes, forget }
}

/** For what nobody waits for: it is fetched as soon as it can be. */
export async function fetchCodeLater<T>(load: Load<T>): Promise<T> {
  for (;;) {
    // From before the try: the network may be back while it fails.
    const next = chance()
    try {
      return await fetchCode(load)
    } catch {
      await next.comes
    } finally {
      next.forget()
    }
  }
}
