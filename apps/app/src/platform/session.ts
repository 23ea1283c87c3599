import { people, type User, type UserRecord } from '@reflet/contract/people'
import { type Opened, session } from '@reflet/contract/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { platform } from './build-target.ts'
import { call, specified } from './client.ts'
import { fetchCode } from './code.ts'
import { currentUserId, setIdentity, useLoggedIn, WANTS_PUSH } from './current-user.ts'
import { wipeDrafts } from './draft-records.ts'
import { ApiError, isOffline, orFalse, settle, toApiError } from './errors.ts'
import { publish } from './events.ts'
import { takeLoginLocale } from './locale.ts'
import { homePath, onboardingPath } from './paths.ts'
import { forgetQueries, preparePersisting, queryClient, startPersisting } from './query.ts'
import { quick } from './quick.ts'
import { apiHost } from './server.ts'
import { adjustRecord, beginSession, endHooks, recordFetched, resumeSession, wipeHooks } from './session-hooks.ts'
import { reachStorage } from './storage.ts'
import { forgetToken, keepToken, owedToken, oweToken, readToken, settleToken } from './token.ts'
import { changeRecord, placeholder, readRecord } from './user-record-cache.ts'

const OWES_LOGOUT = 'reflet.owes-logout'

/** My own record, with my pending items. Invalidate `['user']` after anything that changes a count. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const data = adjustRecord(await call(people.getUser, { params: { userId: '1' } }, { signal }))
    await keep(data)
    // The language may have been changed on another device.
    publish('localeChangedServer', data.user.locale)
    return data
  },
})

const keep = (data: UserRecord) =>
  changeRecord((kept) => ({ ...(kept ?? placeholder(data.user.email)), userId: data.user.id, email: data.user.email, data }))

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
  const record = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  recordFetched(record)
  return record
}

/** Whether the app can be used: onboarding finished, and the current terms of use accepted. */
export const isSettled = (user: User) => user.is_onboarding_finished && user.is_terms_accepted

/** The start page of a logged-in user: the requested page, else home; before that the current onboarding step. */
export const startOf = (user: User | undefined, next = homePath) =>
  !user || isSettled(user) ? next : `${onboardingPath}?next=${encodeURIComponent(next)}`

const credentials = queryOptions({
  queryKey: ['guest', 'credentials'],
  queryFn: () => call(session.getCredentials),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Prefetched at startup, so that the login need not wait for it. */
export const prepareLogin = () => void queryClient.prefetchQuery(credentials)

type Token = Pick<Opened, 'access_token'>

/** What every login does after the server has opened the session. */
async function settleIn(username: string, { access_token }: Token) {
  // The new cookie has taken the old one's place; on native the old session has a token of its own.
  if (import.meta.env.MODE === 'native') void payOwedLogout()
  else quick.set(OWES_LOGOUT, null)
  await keepToken(access_token)
  await changeRecord(() => placeholder(username))
  const locale = takeLoginLocale()
  if (locale) await orFalse(fetchCode(() => import('./login-locale.ts')).then(({ keepLoginLocale }) => keepLoginLocale(locale)))
  const record = await refreshUser().catch((error: unknown) => {
    if (import.meta.env.MODE === 'native' || toApiError(error).status !== 401) throw error
    // The browser did not keep the cookie: no one has the session that was opened.
    void settle(call(session.logout, {}, { token: access_token }))
    throw new ApiError(401, 'session_not_kept')
  })
  const { id } = record.user
  await beginSession(id)
  setIdentity(id)
  await setUserRecord(record)
  resumeSession()
  void settle(startPersisting(id))
  void specified(people.platformUsed, { body: { platform } })
}

/**
 * Logs in: `begin` calls the server and returns its token. False when it failed; `why` then receives the error (`unauthenticated`,
 * `second_factor_required`, `session_not_kept`, `slow_down`, `offline` …).
 */
export async function enter(username: string, begin: () => Promise<Token>, why?: (error: ApiError) => void): Promise<boolean> {
  const entering = begin().then((opened) => settleIn(username, opened))
  return orFalse(
    entering.catch(async (error: unknown) => {
      if (currentUserId() === undefined) await changeRecord(() => null)
      throw error
    }),
    why,
  )
}

/** The call of a login by password, or by the one-time code of a single sign-on. */
export async function openByPassword(
  username: string,
  password: string,
  { isCode = false, codeVerifier }: { isCode?: boolean; codeVerifier?: string | undefined } = {},
): Promise<Opened> {
  const { clientId } = await queryClient.fetchQuery(credentials)
  return call(session.login, {
    body: {
      grant_type: 'password',
      client_id: clientId,
      username,
      password,
      ...(isCode && { sign_on: 'true' }),
      code_verifier: codeVerifier,
    },
  })
}

export const login = (username: string, password: string, why?: (error: ApiError) => void): Promise<boolean> =>
  enter(username, () => openByPassword(username, password), why)

/** Ends the session on this device only. Drafts are kept: the person did not choose to log out. */
export async function endLocally() {
  const userId = currentUserId()
  setIdentity(undefined)
  await Promise.all([changeRecord(() => null), endHooks(userId), forgetToken(), forgetQueries(), silence()])
}

/** Notifications of this person are no longer shown here. */
const silence = () => settle(import('./push.ts').then(({ leaveDevice }) => leaveDevice()))

/**
 * An explicit logout, run on the server by `end`: deletes all of the person's data from the device. If the server no longer knows the
 * session, the device's data are deleted all the same. Throws when the server did not end it.
 */
export async function endForGood(end: () => Promise<unknown>) {
  const userId = currentUserId()
  const forget = async () => {
    quick.set(WANTS_PUSH, null)
    await endLocally()
    if (userId) await Promise.all([wipeDrafts(userId), wipeHooks(userId)])
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
      // The cookie is not accessible to scripts: the server must end the session, as soon as it can be reached.
      if (!isOffline(error)) return
      quick.set(OWES_LOGOUT, '1')
      await oweToken()
    }
  })

/** Every session of mine, on every device. */
export const logoutEverywhere = () => endForGood(() => call(session.revokeTokens))

export async function payOwedLogout() {
  if (!quick.get(OWES_LOGOUT)) return
  try {
    if (import.meta.env.MODE === 'native') {
      const owed = await owedToken()
      // Of another server: until that one is used again. Without a token it is unknown which session it was; it must not be the present one.
      if (owed && owed[0] !== apiHost()) return
      if (owed) await call(session.logout, {}, { token: owed[1] })
    } else await call(session.logout)
  } catch (error) {
    if (isOffline(toApiError(error))) return
  }
  quick.set(OWES_LOGOUT, null)
  await settleToken()
}

/**
 * A stored user record means logged in: its token is restored and the app opens with the stored data. Throws `ApiError` when the code of
 * the storage or the query cache cannot be fetched.
 */
export async function restore(): Promise<boolean> {
  preparePersisting()
  await reachStorage()
  const kept = await readRecord()
  if (!kept?.userId) {
    setIdentity(undefined)
    return false
  }
  setIdentity(kept.userId)
  await Promise.all([readToken(), startPersisting(kept.userId), beginSession(kept.userId)])
  // Its age is that of the query cache: a screen says how old it is.
  const updatedAt = queryClient.getQueryState(userQuery.queryKey)?.dataUpdatedAt ?? 0
  if (kept.data) queryClient.setQueryData(userQuery.queryKey, kept.data, { updatedAt })
  return true
}
