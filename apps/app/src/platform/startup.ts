import { people } from '@reflet/contract/people'
import { specified } from './client.ts'
import { settle } from './errors.ts'
import { subscribe } from './events.ts'
import { rememberedUserId } from './identity.ts'
import { startLocale } from './locale.ts'
import { queryClient } from './query.ts'
import { homePath, isGuestPath, isNative, isOnboardingPath, isPublicPath, loginPath, platform } from './runtime.ts'
import { isSettled, knownUser, payOwedFlags, payOwedLogout, prepareLogin, refreshUser, restore, startOf } from './session.ts'
import { store } from './store.ts'
import { restoreTheme, startTheme } from './theme.ts'

const MAIL_MARKER = '#n4'

/** Where the visitor wanted to go before being asked to log in; kept in the history entry of /login. */
export interface LoginState {
  next?: string
}

function go(path: string, state: LoginState = {}) {
  // React Router keeps a location's state under `usr`.
  history.replaceState({ usr: state, idx: 0, key: 'start' }, '', path)
}

const here = () => location.pathname + location.search + location.hash

/** An e-mailed link of a guest: no redirect, no session. */
function asGuest() {
  if (!isGuestPath(location.href)) return false
  const path = here()
  if (path.endsWith(MAIL_MARKER)) history.replaceState(history.state, '', path.slice(0, -MAIL_MARKER.length))
  return true
}

/** The server has said, after the app opened with what it knew, that onboarding or new terms of use come first. */
export const unsettled = store(false)

async function followServer() {
  const { user } = await refreshUser()
  unsettled.set(!isSettled(user))
}

/** Onboarding goes first, but for what stands before or beside it: its own steps, and pages that need no login. */
function goToStart() {
  const { pathname } = location
  const aimless = pathname === '/' || pathname === loginPath
  if (!aimless && (isPublicPath(pathname) || isOnboardingPath(pathname))) return
  const wanted = aimless ? homePath : here()
  const start = startOf(knownUser(), wanted)
  if (aimless || start !== wanted) go(start)
}

async function openSession() {
  const loggedIn = (isNative || rememberedUserId() !== null) && (await restore())
  if (!loggedIn) {
    prepareLogin()
    if (!isPublicPath(location.pathname)) go(loginPath, location.pathname === '/' ? {} : { next: here() })
    return
  }
  goToStart()
  payOwedFlags()
  void settle(followServer())
  void specified(people.platformUsed, { body: { platform } })
}

/** Everything that must be known before the first screen (specification §4, "Startup"). */
export async function startup() {
  startTheme()
  subscribe('localeChanged', () => void queryClient.invalidateQueries())
  window.addEventListener('online', payOwedFlags)
  await Promise.all([startLocale(), asGuest() || openSession()])
  if (isNative) void restoreTheme()
  void payOwedLogout()
}
