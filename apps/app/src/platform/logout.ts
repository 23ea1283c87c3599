import { session } from '@reflet/contract/session'
import { call } from './client.ts'
import { isPassing, toApiError } from './errors.ts'
import { quick } from './quick.ts'
import { endSession, OWES_LOGOUT } from './session.ts'
import { oweToken } from './token.ts'

/**
 * An end that is run on the server by `end`. If the server no longer knows the session, the device's data are deleted all the same. Throws
 * when the server did not end it.
 */
export async function endForGood(end: () => Promise<unknown>) {
  try {
    await end()
  } catch (error) {
    if (toApiError(error).status === 401) await endSession('ended')
    throw error
  }
  await endSession('ended')
}

export const logout = () =>
  endForGood(async () => {
    try {
      await call(session.logout)
    } catch (error) {
      // The cookie is not accessible to scripts: the server must end the session, as soon as it can.
      if (!isPassing(error)) return
      quick.set(OWES_LOGOUT, '1')
      await oweToken()
    }
  })

/** Every session of mine, on every device. */
export const logoutEverywhere = () => endForGood(() => call(session.revokeTokens))
