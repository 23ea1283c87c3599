import type { UserRecord } from '@reflet/contract/people'

/** What a feature does with the session of this device. The platform calls them; it imports no feature. */
export interface SessionHooks {
  /** Changes the user record before it is shown or stored. */
  readonly adjust?: (record: UserRecord) => UserRecord
  /** A session begins on this device, by a login or at the start of the app; its record is shown afterwards. */
  readonly begin?: (userId: string) => Promise<void>
  /** The server can be reached in this session: sends what was not sent yet. Not awaited. */
  readonly resume?: () => void
  /** The user record was fetched. Not awaited. */
  readonly fetched?: (record: UserRecord) => void
  /** The session ended on this device, for whatever reason. */
  readonly end?: (userId: string | undefined) => unknown
  /** The session ended for good: deletes also what the person may have wanted to send from this device. */
  readonly wipe?: (userId: string) => unknown
}

const registered: SessionHooks[] = []

export const registerSessionHooks = (...hooks: SessionHooks[]) => void registered.push(...hooks)

export const adjustRecord = (record: UserRecord) => registered.reduce((adjusted, { adjust }) => adjust?.(adjusted) ?? adjusted, record)
export const beginSession = (userId: string) => Promise.all(registered.map(({ begin }) => begin?.(userId)))
export const resumeSession = () => {
  for (const { resume } of registered) resume?.()
}
export const recordFetched = (record: UserRecord) => {
  for (const { fetched } of registered) fetched?.(record)
}
export const endHooks = (userId: string | undefined) => Promise.all(registered.map(({ end }) => end?.(userId)))
export const wipeHooks = (userId: string) => Promise.all(registered.map(({ wipe }) => wipe?.(userId)))
