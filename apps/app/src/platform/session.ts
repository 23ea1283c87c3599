import { people, type User, type UserRecord } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './client.ts'
import { wipeDrafts } from './drafts.ts'
import { type ApiError, isOffline, orFalse, settle, toApiError } from './errors.ts'
import { publish } from './events.ts'
import { currentUserId, setIdentity, useLoggedIn } from './identity.ts'
import { forgetQueries, queryClient, startPersisting } from './query.ts'
import { homePath, platform } from './runtime.ts'
import { quick, storage } from './storage.ts'
import { forgetToken, keepToken, readToken } from './token.ts'

const KEY = 'current-user'
const OWES_LOGOUT = 'reflet.owes-logout'

/** What this device keeps of its user (specification §3). The token is not in it: cookie or secure storage hold that. */
export interface CurrentUser {
  userId: string
  email: string
  access_token: null
  data: UserRecord | null
  suggestions: readonly unknown[]
  history: readonly unknown[]
  hierarchical: readonly unknown[]
}

const placeholder = (email: string): CurrentUser => ({
  userId: '',
  email,
  access_token: null,
  data: null,
  suggestions: [],
  history: [],
  hierarchical: [],
})

/** My own record: who I am, what waits for me. Invalidate `['user']` after anything that changes a count. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const data = await call(people.getUser, { params: { userId: '1' } }, { signal })
    await keep(data)
    // Chosen on another device, perhaps: this one follows.
    publish('localeChangedServer', data.user.locale)
    return data
  },
})

async function keep(data: UserRecord) {
  const { user } = data
  const kept = (await storage.get<CurrentUser>(KEY)) ?? placeholder(user.email)
  await storage.set(KEY, { ...kept, userId: user.id, email: user.email, data })
}

/** undefined when logged out, and until the record is known. */
export function useUserRecord(): UserRecord | undefined {
  const loggedIn = useLoggedIn()
  const { data } = useQuery({ ...userQuery, enabled: loggedIn })
  return loggedIn ? data : undefined
}

export const useUser = (): User | undefined => useUserRecord()?.user

/** For calls that answer with the user record. */
export async function setUserRecord(data: UserRecord) {
  queryClient.setQueryData(userQuery.queryKey, data)
  await keep(data)
}

export const refreshUser = () => queryClient.fetchQuery({ ...userQuery, staleTime: 0 })

/** Where a logged-in user begins. The onboarding screens will decide here for those who have not finished it. */
export const startOf = (_user: User | undefined) => homePath

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
  await storage.set(KEY, placeholder(username))
  const { user } = await refreshUser()
  setIdentity(user.id)
  void startPersisting(user.id)
  void settle(call(people.platformUsed, { body: { platform } }))
}

/** False when it failed; `why` then receives the reason (`unauthenticated`, `slow_down`, `offline` …). */
export async function login(username: string, password: string, why?: (error: ApiError) => void): Promise<boolean> {
  return orFalse(
    open(username, password).catch(async (error: unknown) => {
      if (currentUserId() === undefined) await storage.remove(KEY)
      throw error
    }),
    why,
  )
}

/** Ends the session on this device only. Drafts stay: whoever was logged out by the server did not choose to lose them. */
export async function endLocally() {
  setIdentity(undefined)
  await Promise.all([storage.remove(KEY), forgetToken(), forgetQueries()])
}

/** The user's own decision: nothing of theirs stays on the device. */
export async function logout() {
  const userId = currentUserId()
  try {
    await call(session.logout)
  } catch (error) {
    // The cookie is out of a script's reach: the server must end it, as soon as it can be reached.
    if (isOffline(error)) quick.set(OWES_LOGOUT, '1')
  }
  await endLocally()
  if (userId) await wipeDrafts(userId)
}

/** Every session of mine, on every device. Throws when the server did not do it. */
export async function logoutEverywhere() {
  const userId = currentUserId()
  await call(session.revokeTokens)
  await endLocally()
  if (userId) await wipeDrafts(userId)
}

export async function payOwedLogout() {
  if (!quick.get(OWES_LOGOUT)) return
  try {
    await call(session.logout)
  } catch (error) {
    if (isOffline(toApiError(error))) return
  }
  quick.set(OWES_LOGOUT, null)
}

/** A stored user record means logged in: its token is read back and the app opens with what it knew. */
export async function restore(): Promise<boolean> {
  const kept = await storage.get<CurrentUser>(KEY)
  if (!kept?.userId) {
    setIdentity(undefined)
    return false
  }
  setIdentity(kept.userId)
  await Promise.all([readToken(), startPersisting(kept.userId)])
  if (kept.data) queryClient.setQueryData(userQuery.queryKey, kept.data)
  return true
}
