import type { FastifyRequest } from 'fastify'
import { Problem } from './errors.ts'

/** Two measurements of the event loop, which takes one a second. */
const LASTS_MS = 2_000
/** Without a call during pressure for so long, the next one begins anew. */
const ENDED_MS = 3_000

/**
 * Refuses calls of the API while the event loop has been late for two seconds. A single pause, as of a virtual machine that stood
 * still, is no overload. Pages, scripts and probes cost little and are always served: without one of its scripts the app shows
 * nothing, and a probe that fails ends the process. `now` is in milliseconds.
 * @throws unavailable with the seconds until another try
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
