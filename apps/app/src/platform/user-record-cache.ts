import type { HierarchyMember } from '@reflet/contract/hierarchy'
import type { Suggestion, UserRecord } from '@reflet/contract/people'
import { soonWritten, storage } from './storage.ts'

const KEY = 'current-user'

/**
 * The stored user record (docs/PRODUCT.md, "Sessions and start"). It does not contain the token, which is in a cookie or secure storage.
 */
export interface CurrentUser {
  userId: string
  email: string
  access_token: null
  data: UserRecord | null
  /** Suggested people; `history` is the same list (docs/PRODUCT.md, "Sessions and start"). */
  suggestions: readonly Suggestion[]
  history: readonly Suggestion[]
  hierarchical: readonly HierarchyMember[]
}

/** The record between the login and the first response about the user. */
export const placeholder = (email: string): CurrentUser => ({
  userId: '',
  email,
  access_token: null,
  data: null,
  suggestions: [],
  history: [],
  hierarchical: [],
})

export const readRecord = () => storage.get<CurrentUser>(KEY)

let last: Promise<void> = Promise.resolve()

/** Serialized: two concurrent responses must not undo each other. null deletes the record. The wait for the device is bounded. */
export function changeRecord(change: (kept: CurrentUser | null) => CurrentUser | null): Promise<void> {
  last = last.then(async () => {
    const next = change(await readRecord())
    await (next ? storage.set(KEY, next) : storage.remove(KEY))
  })
  return soonWritten(last)
}
