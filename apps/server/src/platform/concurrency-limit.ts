import { Problem } from './errors.ts'

/**
 * Semaphore with a queue: runs costly work a few at a time, first in first out, so that many concurrent calls do not exhaust the machine.
 * @throws unavailable when the queue is full
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

  /** The slot is handed to the first in the queue: no later call can take it. */
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
