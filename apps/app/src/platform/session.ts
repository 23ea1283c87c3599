import { people, type User, type UserRecord } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isNative } from './build-target.ts'
import { call } from './client.ts'
import { currentUserId, rememberedUserId, rememberUser, setIdentity, useLoggedIn, WANTS_PUSH } from './current-user.ts'
import { wipeDrafts } from './draft-records.ts'
import { settle, toApiError } from './errors.ts'
import { publish } from './events.ts'
import { homePath, isGuestPath, onboardingPath } from './paths.ts'
import { fetchToEnd, forgetQueries, preparePersisting, queryClient, startPersisting } from './query.ts'
import { quick } from './quick.ts'
import { adjustRecord, beginSession, endHooks, recordFetched, wipeHooks } from './session-hooks.ts'
import { mayHaveStored, reachStorage } from './storage.ts'
import { forgetToken, readToken } from './token.ts'
import { type CurrentUser, changeRecord, placeholder, readRecord } from './user-record-cache.ts'

/** The server does not know yet that the session ended here (`endOnServer`). */
export const OWES_LOGOUT = 'reflet.owes-logout'
/** A session that ends here, until its data are deleted: `<Ending>:<user id>`. A start after an interruption goes on with it. */
export const ENDING = 'reflet.ending'

/** My own record, with my pending items. Invalidate `['user']` after anything that changes a count. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const data = adjustRecord(await call(people.getUser, { params: { userId: '1' } }, { signal }))
    signal.throwIfAborted()
    await keep(data)
    // It may have been changed on another device. A mailed link has the language of its reader.
    if (!isGuestPath(location.pathname)) publish('localeChangedServer', data.user.locale)
    return data
  },
})

/** Fills the record that a login made. A late response must not bring back a session that has ended, nor take the place of another person's. */
const keep = (data: UserRecord) =>
  changeRecord((kept) => {
    const { id, email } = data.user
    const isTheirs = kept ? !kept.userId || kept.userId === id : currentUserId() === id
    return isTheirs ? { ...(kept ?? placeholder(email)), userId: id, email, data } : kept
  })

/** undefined when logged out, and until the record is loaded. */
export function useUserRecord(): UserRecord | undefined {
  const loggedIn = useLoggedIn()
  const { data } = useQuery({ ...userQuery, enabled: loggedIn })
  return loggedIn ? data : undefined
}

export const useUser = (): User | undefined => useUserRecord()?.user

/** For calls that return the user record. */
export async function setUserRecord(record: UserRecord) {
  const data = adjustRecord(record)
  queryClient.setQueryData(userQuery.queryKey, data)
  await keep(data)
}

/** The current user record; a component that must follow changes uses `useUser`. */
export const knownUser = (): User | undefined => queryClient.getQueryData(userQuery.queryKey)?.user

/** The user-info fetch, which triggers those of suggestions and hierarchy (docs/PRODUCT.md, "Sessions and start"); they are not awaited. */
export async function refreshUser() {
  const record = await fetchToEnd({ ...userQuery, staleTime: 0 })
  recordFetched(record)
  return record
}

/** Whether the app can be used: onboarding finished, and the current terms of use accepted. */
export const isSettled = (user: User) => user.is_onboarding_finished && user.is_terms_accepted

/** The start page of a logged-in user: the requested page, else home; before that the current onboarding step. */
export const startOf = (user: User | undefined, next = homePath) =>
  !user || isSettled(user) ? next : `${onboardingPath}?next=${encodeURIComponent(next)}`

export const credentials = queryOptions({
  queryKey: ['guest', 'credentials'],
  queryFn: () => call(session.getCredentials),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Prefetched at startup, so that the login need not wait for it. */
export const prepareLogin = () => void queryClient.prefetchQuery(credentials)

/**
 * `ended`: nothing of the person stays on this device. `expired`: the person did not choose it; what they wrote and did not send waits here
 * for their next login, and so does the wish for notifications.
 */
type Ending = 'ended' | 'expired'

/** Notifications of this person are no longer shown here. */
const silence = () => settle(import('./push.ts').then(({ leaveDevice }) => leaveDevice()))

/** What this device has of a person, beside record and token. */
export const forgetPerson = (userId: string | undefined, how: Ending) =>
  Promise.all([endHooks(userId), forgetQueries(), silence(), ...(userId && how === 'ended' ? [wipeDrafts(userId), wipeHooks(userId)] : [])])

/** The only way out of a session on this device, whatever ended it. */
export async function endSession(how: Ending, userId = currentUserId() ?? rememberedUserId() ?? undefined) {
  quick.set(ENDING, `${how}:${userId ?? ''}`)
  setIdentity(undefined)
  if (how === 'ended') quick.set(WANTS_PUSH, null)
  await Promise.all([changeRecord(() => null), forgetToken(), forgetPerson(userId, how)])
  quick.set(ENDING, null)
}

/**
 * The session that is stored on this device, with its token: a stored user record means logged in. An end that was interrupted is completed
 * first. Throws `ApiError` when the code of the storage cannot be fetched.
 */
export async function storedSession(): Promise<CurrentUser | null> {
  const ending = quick.get(ENDING)
  if (ending === null && !isNative && rememberedUserId() === null && !(await mayHaveStored())) return null
  if (rememberedUserId() !== null) preparePersisting()
  await reachStorage()
  if (ending !== null) {
    const [how, userId] = ending.split(':')
    await endSession(how as Ending, userId || undefined)
  }
  const session = await filled(await readRecord())
  rememberUser(session?.userId)
  if (session) await readToken()
  return session
}

/** The placeholder of a login that was interrupted has no id: it is filled now. Where that fails it stays for the next start. */
async function filled(kept: CurrentUser | null): Promise<CurrentUser | null> {
  if (!kept || kept.userId) return kept
  await readToken()
  try {
    const data = await refreshUser()
    return { ...kept, userId: data.user.id, email: data.user.email, data }
  } catch (error) {
    if (toApiError(error).status === 401) await endSession('expired')
    return null
  }
}

/** The app opens with the stored session's data. Throws `ApiError` as `storedSession`, and without the code of the query cache. */
export async function restore(): Promise<boolean> {
  const kept = await storedSession()
  setIdentity(kept?.userId)
  if (!kept) return false
  await Promise.all([startPersisting(kept.userId), beginSession(kept.userId)])
  // Its age is that of the query cache: a screen says how old it is.
  const updatedAt = queryClient.getQueryState(userQuery.queryKey)?.dataUpdatedAt ?? 0
  if (kept.data) queryClient.setQueryData(userQuery.queryKey, kept.data, { updatedAt })
  return true
}
