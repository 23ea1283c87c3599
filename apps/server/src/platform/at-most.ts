import { Problem } from './errors.ts'

/**
 * Runs costly work a few at a time, in the order of asking: more at once would let a storm of calls eat the machine.
 * @throws unavailable when `queue` others wait already
 */
export function atMost(limit: number, queue = Number.POSITIVE_INFINITY) {
  let running = 0
  const waiting: (() => void)[] = []

  async function enter() {
    if (running < limit) {
      running++
      return
    }
    if (waiting.length >= queue) throw new Problem('unavailable', { retryAfter: 5 })
    await new Promise<void>((go) => waiting.push(go))
  }

  /** The place goes to who waits longest: nobody who comes meanwhile can take it. */
  function leave() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
