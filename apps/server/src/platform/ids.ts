import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

export type Clock = () => Date

/** The lowest possible id of this time: lists in the order of creation begin there. */
export const firstIdAt = (at: Date) => {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

let latest = { msecs: 0, seq: 0 }

/** UUIDv7: sorts by time, and within one millisecond of one process by order of creation, so that lists page by id. */
export function newId(at: Date): string {
  const msecs = at.getTime()
  latest = { msecs, seq: msecs === latest.msecs ? latest.seq + 1 : randomInt(2 ** 31) }
  return v7(latest)
}
