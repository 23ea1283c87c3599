import { people } from '@reflet/contract/people'
import { type Opened, session } from '@reflet/contract/session'
import { platform } from './build-target.ts'
import { call, specified } from './client.ts'
import { currentUserId, rememberedUserId, setIdentity } from './current-user.ts'
import { ApiError, orFalse, settle, toApiError } from './errors.ts'
import { takeLoginLocale } from './locale.ts'
import { keepLoginLocale } from './login-locale.ts'
import { endOnServer, payOwedLogout } from './logout.ts'
import { queryClient, startPersisting } from './query.ts'
import { quick } from './quick.ts'
import { credentials, ENDING, forgetPerson, OWES_LOGOUT, refreshUser, setUserRecord } from './session.ts'
import { beginSession, resumeSession } from './session-hooks.ts'
import { forgetToken, keepToken } from './token.ts'
import { changeRecord, placeholder } from './user-record-cache.ts'

type Token = Pick<Opened, 'access_token'>

/** What every login does after the server has opened the session. */
async function settleIn(username: string, { access_token }: Token) {
  // The new cookie has taken the old one's place; on native the old session has a token of its own.
  if (import.meta.env.MODE === 'native') {
    void payOwedLogout()
    // A return of a sign-in that was begun before this login is ignored.
    void settle(import('./native/sign-on.ts').then(({ takeVerifier }) => takeVerifier()))
  } else quick.set(OWES_LOGOUT, null)
  quick.set(ENDING, null)
  const before = rememberedUserId()
  await keepToken(access_token)
  await changeRecord(() => placeholder(username))
  const locale = takeLoginLocale()
  if (locale) await orFalse(keepLoginLocale(locale))
  const record = await refreshUser().catch(async (error: unknown) => {
    // The person sees a login that failed: on a shared computer the session must not be open behind it (decision 0041).
    await endOnServer(access_token)
    await forgetToken()
    // The browser did not keep the cookie.
    if (import.meta.env.MODE !== 'native' && toApiError(error).status === 401) throw new ApiError(401, 'session_not_kept')
    throw error
  })
  const { id } = record.user
  if (before !== null && before !== id) await forgetPerson(before, 'expired')
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
  let isOpened = false
  // A logout that is answered later would end the new session.
  const entering = payOwedLogout()
    .then(begin)
    .then((opened) => {
      isOpened = true
      return settleIn(username, opened)
    })
  return orFalse(
    entering.catch(async (error: unknown) => {
      if (isOpened && currentUserId() === undefined) await changeRecord(() => null)
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
