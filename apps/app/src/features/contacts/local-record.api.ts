import type { SessionHooks } from '../../platform/session-hooks.ts'
import { storage } from '../../platform/storage.ts'

/** The record of my contacts on this device. Separate from its contents: the first screen ends sessions and shows no contact. */
export const recordOf = (userId: string) => `contacts:${userId}`

let last: Promise<void> = Promise.resolve()

/** Serialized: one change of the record after the other. */
export function inTurn(change: () => Promise<void>): Promise<void> {
  last = last.then(change)
  return last
}

/** After the session it is deleted from the device. */
export const localContactsHooks: SessionHooks = { end: (userId) => userId && inTurn(() => storage.remove(recordOf(userId))) }
