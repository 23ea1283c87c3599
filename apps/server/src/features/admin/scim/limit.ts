/** Calls per second in the long run, and how many may come at once. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/**
 * Rate limit by token bucket, in the memory of the process: a count in the database would cost each call a write. Several processes
 * allow as many times as much.
 * @returns the seconds to wait; 0 when the call may pass
 */
export function limiter({ perSecond, burst }: Rate, clock: () => Date): (key: string) => number {
  const buckets = new Map<string, { left: number; at: number }>()
  return (key) => {
    const at = clock().getTime()
    const bucket = buckets.get(key) ?? { left: burst, at }
    const left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
    const passes = left >= 1
    buckets.set(key, { left: passes ? left - 1 : left, at })
    return passes ? 0 : Math.ceil((1 - left) / perSecond)
  }
}
