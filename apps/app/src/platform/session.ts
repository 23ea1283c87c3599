import { people, type User, type UserRecord } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, specified } from './client.ts'
import { wipeContacts } from './contacts.ts'
import { wipeDrafts } from './drafts.ts'
import { type ApiError, isOffline, orFalse, settle, toApiError } from './errors.ts'
import { publish } from './events.ts'
import { type Flag, forgetFlags, owe, payFlags, recallFlags, wipeFlags, withFlags } from './flags.ts'
import { currentUserId, setIdentity, useLoggedIn, WANTS_PUSH } from './identity.ts'
import { forgetQueries, queryClient, startPersisting } from './query.ts'
import { changeRecord, placeholder, readRecord } from './record.ts'
import { homePath, onboardingPath, platform } from './runtime.ts'
import { quick, reachStorage } from './storage.ts'
import { forgetToken, keepToken, readToken } from './token.ts'

const OWES_LOGOUT = 'reflet.owes-logout'

/** My own record: who I am, what waits for me. Invalidate `['user']` after anything that changes a count. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const data = withFlags(await call(people.getUser, { params: { userId: '1' } }, { signal }))
    await keep(data)
    // Chosen on another device, perhaps: this one follows.
    publish('localeChangedServer', data.user.locale)
    return data
  },
})

const keep = (data: UserRecord) =>
  changeRecord((kept) => ({ ...(kept ?? placeholder(data.user.email)), userId: data.user.id, email: data.user.email, data }))

/** undefined when logged out, and until the record is known. */
export function useUserRecord(): UserRecord | undefined {
  const loggedIn = useLoggedIn()
  const { data } = useQuery({ ...userQuery, enabled: loggedIn })
  return loggedIn ? data : undefined
}

export const useUser = (): User | undefined => useUserRecord()?.user

/** For calls that answer with the user record. */
export async function setUserRecord(record: UserRecord) {
  const data = withFlags(record)
  queryClient.setQueryData(userQuery.queryKey, data)
  await keep(data)
}

/** What is known of the user now; a page that must follow changes uses `useUser`. */
export const knownUser = (): User | undefined => queryClient.getQueryData(userQuery.queryKey)?.user

/** Confirms the flags that the server has not heard of yet; nobody waits for it. */
export const payOwedFlags = () => payFlags(setUserRecord)

/** Specification §4: a flag is true here at once, then confirmed with the server. */
export async function raiseFlag(flag: Flag) {
  await owe(flag)
  const record = queryClient.getQueryData(userQuery.queryKey)
  if (record) await setUserRecord(record)
  payOwedFlags()
}

/** The user-info fetch, which triggers those of suggestions and hierarchy (specification §4); nobody waits for them. */
export async function refreshUser() {
  const record = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  void settle(import('./around.ts').then(({ fetchAround }) => fetchAround(record.user.company.badges_active)))
  return record
}

/** Whether nothing stands before the app: onboarding done, and the terms of use in force accepted. */
export const isSettled = (user: User) => user.is_onboarding_finished && user.is_terms_accepted

/** Where a logged-in user begins: where they wanted to go, else home; before that the onboarding goes on where it stopped. */
export const startOf = (user: User | undefined, next = homePath) =>
  !user || isSettled(user) ? next : `${onboardingPath}?next=${encodeURIComponent(next)}`

const credentials = queryOptions({
  queryKey: ['guest', 'credentials'],
  queryFn: () => call(session.getCredentials),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Asked for at startup, so that the login need not wait for it. */
export const prepareLogin = () => void queryClient.prefetchQuery(credentials)

async function open(username: string, password: string) {
  const { clientId } = await queryClient.fetchQuery(credentials)
  const body = { grant_type: 'password', client_id: clientId, username, password } as const
  const { access_token } = await call(session.login, { body })
  quick.set(OWES_LOGOUT, null)
  await keepToken(access_token)
  await changeRecord(() => placeholder(username))
  const record = await refreshUser()
  const { id } = record.user
  await recallFlags(id)
  setIdentity(id)
  await setUserRecord(record)
  payOwedFlags()
  void settle(startPersisting(id))
  void specified(people.platformUsed, { body: { platform } })
}

/** False when it failed; `why` then receives the reason (`unauthenticated`, `slow_down`, `offline` …). */
export async function login(username: string, password: string, why?: (error: ApiError) => void): Promise<boolean> {
  return orFalse(
    open(username, password).catch(async (error: unknown) => {
      if (currentUserId() === undefined) await changeRecord(() => null)
      throw error
    }),
    why,
  )
}

/** Ends the session on this device only. Drafts stay: whoever was logged out by the server did not choose to lose them. */
export async function endLocally() {
  const userId = currentUserId()
  setIdentity(undefined)
  forgetFlags()
  await Promise.all([changeRecord(() => null), userId && wipeContacts(userId), forgetToken(), forgetQueries(), silence()])
}

/** No message for whoever leaves is shown here any more. */
const silence = () => settle(import('./push.ts').then(({ leaveDevice }) => leaveDevice()))

/**
 * The user's own decision, carried out by `end` on the server: nothing of theirs stays on the device. When the server no longer knows
 * the session, the device is emptied all the same. Throws when the server did not do it.
 */
export async function endForGood(end: () => Promise<unknown>) {
  const userId = currentUserId()
  const forget = async () => {
    quick.set(WANTS_PUSH, null)
    await endLocally()
    if (userId) await Promise.all([wipeDrafts(userId), wipeFlags(userId)])
  }
  try {
    await end()
  } catch (error) {
    if (toApiError(error).status === 401) await forget()
    throw error
  }
  await forget()
}

export const logout = () =>
  endForGood(async () => {
    try {
      await call(session.logout)
    } catch (error) {
      // The cookie is out of a script's reach: the server must end it, as soon as it can be reached.
      if (isOffline(error)) quick.set(OWES_LOGOUT, '1')
    }
  })

/** Every session of mine, on every device. */
export const logoutEverywhere = () => endForGood(() => call(session.revokeTokens))

export async function payOwedLogout() {
  if (!quick.get(OWES_LOGOUT)) return
  try {
    await call(session.logout)
  } catch (error) {
    if (isOffline(toApiError(error))) return
  }
  quick.set(OWES_LOGOUT, null)
}

/**
 * A stored user record means logged in: its token is read back and the app opens with what it knew. Throws `ApiError` when the code of
 * the storage or the query cache cannot be fetched.
 */
export async function restore(): Promise<boolean> {
  await reachStorage()
  const kept = await readRecord()
  if (!kept?.userId) {
    setIdentity(undefined)
    return false
  }
  setIdentity(kept.userId)
  await Promise.all([readToken(), startPersisting(kept.userId), recallFlags(kept.userId)])
  if (kept.data) queryClient.setQueryData(userQuery.queryKey, kept.data)
  return true
}
