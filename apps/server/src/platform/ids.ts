import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

export type Clock = () => Date

let latest = { msecs: 0, seq: 0 }

/** UUIDv7: sorts by time, and within one millisecond of one process by order of making, so that lists page by id. */
export function newId(at: Date): string {
  const msecs = at.getTime()
  latest = { msecs, seq: msecs === latest.msecs ? latest.seq + 1 : randomInt(2 ** 31) }
  return v7(latest)
}
