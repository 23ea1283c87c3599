import { reach } from './client.ts'

/** Throws `ApiError` (`offline`) when the server does not answer. */
export const reachServer = () => reach(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' }, async () => undefined)

/** The wait after the first attempt that failed; each further one is twice as long. */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000

const listeners = new Set<() => void>()
let turn = 0

const announce = (mine: number, wait: number): Promise<unknown> =>
  reachServer().then(
    () => {
      if (mine === turn) for (const listener of listeners) listener()
    },
    () =>
      window.setTimeout(() => {
        if (mine === turn) void announce(mine, Math.min(wait * 2, LONGEST_WAIT_MS))
      }, wait),
  )

/** Only the latest event counts. */
const begin = () => void announce(++turn, FIRST_WAIT_MS)
const end = () => {
  turn++
}

/**
 * Calls `listener` each time that the connection is back; returns how that ends. The browser's `online` event comes before the first call can
 * succeed, so the server is asked until it answers.
 */
export function onOnline(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', begin)
    window.addEventListener('offline', end)
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
