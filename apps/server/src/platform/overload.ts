import type { FastifyRequest } from 'fastify'
import { Problem } from './errors.ts'

/** Two measurements of the event loop delay, at one a second. */
const LASTS_MS = 2_000
/** Without a call under overload for this long, the count restarts. */
const ENDED_MS = 3_000

/**
 * Load shedding: refuses API calls while the event loop has been delayed for two seconds. A single pause, as of a suspended virtual
 * machine, is no overload. Pages, scripts and probes cost little and are always served: without one of its scripts the app shows nothing,
 * and a failing probe restarts the process. `now` is in milliseconds.
 * @throws unavailable with the seconds until a retry
 */
export function refuseWhenOverloaded(now: () => number = () => performance.now()) {
  let since = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return ({ url }: Pick<FastifyRequest, 'url'>): void => {
    const time = now()
    if (time - last > ENDED_MS) since = time
    last = time
    if (time - since >= LASTS_MS && url.startsWith('/api/')) throw new Problem('unavailable', { retryAfter: 5 })
  }
}
