import type { HierarchyMember } from '@reflet/contract/hierarchy'
import type { Suggestion, UserRecord } from '@reflet/contract/people'
import { storage } from './storage.ts'

const KEY = 'current-user'

/** What this device keeps of its user (specification §3). The token is not in it: cookie or secure storage hold that. */
export interface CurrentUser {
  userId: string
  email: string
  access_token: null
  data: UserRecord | null
  /** Whom to ask; `history` is the same list (specification §3). */
  suggestions: readonly Suggestion[]
  history: readonly Suggestion[]
  hierarchical: readonly HierarchyMember[]
}

/** What stands there between the login and the first answer about the user. */
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

/** One change after the other: two answers that arrive together must not undo each other. null forgets the record. */
export function changeRecord(change: (kept: CurrentUser | null) => CurrentUser | null): Promise<void> {
  last = last.then(async () => {
    const next = change(await readRecord())
    await (next ? storage.set(KEY, next) : storage.remove(KEY))
  })
  return last
}
