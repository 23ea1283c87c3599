import { session } from '@reflet/contract/session'
import { call } from './client.ts'
import { currentUserId, rememberedUserId } from './current-user.ts'
import { toApiError } from './errors.ts'
import { endOnServer, endSession } from './session.ts'

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
