import { reach } from './client.ts'
import { ApiError } from './errors.ts'

/** Between tries of what nobody waits for; the network coming back is first. */
const RETRY_MS = 30_000

/** Style sheets that could not be fetched. Vite asks for each only once: the next time it would show a page without. */
const missing = new Set<HTMLLinkElement>()

let watching = false

function watchStyles() {
  if (watching) return
  watching = true
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missing.add(target)
  document.addEventListener('error', note, { capture: true })
}

const refetch = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.onload = () => resolve()
    next.onerror = reject
    missing.delete(link)
    link.replaceWith(next)
  })

let styles: Promise<unknown> = Promise.resolve()

/** One after the other: whoever comes second waits for what is being fetched again. */
function refetchStyles() {
  const next = styles.catch(() => undefined).then(() => Promise.all([...missing].map(refetch)))
  styles = next
  return next
}

/** Throws `ApiError` (`offline`) when nobody answers. */
export const reachServer = () => reach(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' }, async () => undefined)

/**
 * A part of the app that is fetched when it is needed. Throws `ApiError`: `offline` when the server cannot be reached, `internal` when
 * it can, and does not have that file: a newer version has taken its place, and the app must be loaded again.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  watchStyles()
  try {
    await refetchStyles()
    return await load()
  } catch {
    await reachServer()
    throw new ApiError(0, 'internal')
  }
}

/** Half a minute, or until the network is back. */
const pause = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = window.setTimeout(end, RETRY_MS)
    window.addEventListener('online', end)
  })

/** For what nobody waits for: it is fetched as soon as it can be. */
export async function fetchCodeLater<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchCode(load)
    } catch {
      await pause()
    }
  }
}
