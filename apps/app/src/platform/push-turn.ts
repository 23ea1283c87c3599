import { WANTS_PUSH } from './current-user.ts'
import { quick } from './quick.ts'

/** Whether this person turned push on, on this device. */
export const isMine = (userId: string | undefined) => userId !== undefined && quick.get(WANTS_PUSH) === userId

/** Serializes changes: a logout and the next login must not overlap. */
export function serialized() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(change: () => Promise<T>): Promise<T> => {
    const next = last.then(change, change)
    last = next
    return next
  }
}
