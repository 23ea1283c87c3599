import { session } from '@reflet/contract/session'
import { call } from './client.ts'
import { currentUserId, rememberedUserId } from './current-user.ts'
import { ApiError, isOffline, toApiError } from './errors.ts'
import { quick } from './quick.ts'
import { apiHost } from './server.ts'
import { endSession, OWES_LOGOUT } from './session.ts'
import { owedToken, oweToken, settleToken } from './token.ts'

/** Whose session this is, or was a moment ago. */
export const presentUserId = () => currentUserId() ?? rememberedUserId() ?? undefined

/**
 * An end that is run on the server by `end`. If the server no longer knows the session, the device's data are deleted all the same. Throws
 * when the server did not end it. `userId`: whose data are deleted; a 401 meanwhile makes the app forget who it was.
 */
export async function endForGood(end: () => Promise<unknown>, userId = presentUserId()) {
  try {
    await end()
  } catch (error) {
    if (toApiError(error).status === 401) await endSession('ended', userId)
    throw error
  }
  await endSession('ended', userId)
}

export const logout = (userId = presentUserId()) => endForGood(() => endOnServer(), userId)

/** Every session of mine, on every device. */
export const logoutEverywhere = () => endForGood(() => call(session.revokeTokens))

/** Ends the session on the server: now, or as soon as it can be reached, because the cookie is not accessible to scripts. */
export async function endOnServer(token?: string) {
  try {
    await call(session.logout, {}, token === undefined ? undefined : { token })
  } catch (error) {
    if (toApiError(error).status === 401) return
    quick.set(OWES_LOGOUT, '1')
    await oweToken()
  }
}

/** Whether the same call may succeed later: without a connection, beyond a limit, or while the server cannot answer. */
const isPassing = (error: unknown) =>
  isOffline(error) || (error instanceof ApiError && (error.status === 429 || error.status >= 500 || error.code === 'unavailable'))

let paying = Promise.resolve()

/** Ends on the server the session that ended here while it could not be reached. One call at a time. */
export const payOwedLogout = () => {
  paying = paying.then(payNow)
  return paying
}

async function payNow() {
  if (!quick.get(OWES_LOGOUT)) return
  try {
    if (import.meta.env.MODE === 'native') {
      const owed = await owedToken()
      // Of another server: until that one is used again. Without a token it is unknown which session it was; it must not be the present one.
      if (owed && owed[0] !== apiHost()) return
      if (owed) await call(session.logout, {}, { token: owed[1] })
    } else await call(session.logout)
  } catch (error) {
    if (isPassing(error) || toApiError(error).code === 'device_locked') return
  }
  quick.set(OWES_LOGOUT, null)
  await settleToken()
}
