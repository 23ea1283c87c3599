import { push } from '@reflet/contract/push'
import { specified } from './client.ts'
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

/**
 * The device is silent at once; a server that cannot be reached now learns it from the push service.
 * @param drop makes it silent, and returns the token that it had
 */
export async function turnOffBy(drop: () => Promise<string | null>): Promise<'off'> {
  quick.set(WANTS_PUSH, null)
  const token = await drop()
  if (token) await specified(push.forgetPushToken, { body: { token } })
  return 'off'
}
