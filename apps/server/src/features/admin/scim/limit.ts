/** Calls per second in the long run, and how many may come at once. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

export interface Limiter {
  /** Counts a call: the seconds to wait; 0 when it may pass. */
  waitOf(key: string): number
  /** Counts a call that passed as so many more: the next ones wait until they are made up for. */
  spend(key: string, calls: number): void
}

/**
 * Rate limit by token bucket, in the memory of the process: a count in the database would cost each call a write. Several processes
 * allow as many times as much.
 */
export function limiter({ perSecond, burst }: Rate, clock: () => Date): Limiter {
  const buckets = new Map<string, { left: number; at: number }>()
  const leftOf = (key: string) => {
    const at = clock().getTime()
    const bucket = buckets.get(key) ?? { left: burst, at }
    return { at, left: Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond) }
  }
  const spend = (key: string, calls: number) => {
    const { at, left } = leftOf(key)
    buckets.set(key, { left: left - calls, at })
  }
  return {
    waitOf(key) {
      const { left } = leftOf(key)
      if (left < 1) return Math.ceil((1 - left) / perSecond)
      spend(key, 1)
      return 0
    },
    spend,
  }
}
