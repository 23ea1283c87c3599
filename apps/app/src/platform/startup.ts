import { people } from '@reflet/contract/people'
import { isNative, platform } from './build-target.ts'
import { specified } from './client.ts'
import { rememberedUserId } from './current-user.ts'
import { settle } from './errors.ts'
import { subscribe } from './events.ts'
import { startLocale } from './locale.ts'
import { onOnline } from './online.ts'
import { homePath, isGuestPath, isOnboardingPath, isPublicPath, loginPath } from './paths.ts'
import { queryClient } from './query.ts'
import { isSettled, knownUser, payOwedLogout, prepareLogin, refreshUser, restore, startOf } from './session.ts'
import { resumeSession } from './session-hooks.ts'
import { store } from './store.ts'
import { restoreTheme, startTheme } from './theme.ts'

const MAIL_MARKER = '#n4'

/** The page that the visitor requested before the login; stored in the history entry of /login. */
export interface LoginState {
  next?: string
}

function go(path: string, state: LoginState = {}) {
  // React Router keeps a location's state under `usr`.
  history.replaceState({ usr: state, idx: 0, key: 'start' }, '', path)
}

const here = () => location.pathname + location.search + location.hash

/** What a single sign-on brought to the address (docs/PRODUCT.md, "Sessions and start"). */
export interface SignOn {
  readonly email: string
  readonly token: string
  /** PKCE: of a single sign-on that the native app began. */
  readonly codeVerifier?: string
}

/** The single sign-on that this start ends; its code has left the address, so that no history and no copied link has it. */
export const signOn = store<SignOn | null>(null)

function takeSignOn() {
  const query = new URLSearchParams(location.search)
  if (!query.has('saml')) return false
  signOn.set({ email: query.get('email') ?? '', token: query.get('token') ?? '' })
  go(loginPath)
  prepareLogin()
  return true
}

function beginSignOn(came: SignOn) {
  signOn.set(came)
  prepareLogin()
}

/** True when what the native app opens with is decided, without a session. */
async function openNative() {
  const { launch } = await import('./native/start.ts')
  const opened = await launch(beginSignOn)
  if (!opened) return false
  if ('path' in opened) {
    go(opened.path)
    return false
  }
  if ('signOn' in opened) beginSignOn(opened.signOn)
  go('page' in opened ? opened.page : loginPath)
  return true
}

/** A mailed link of a guest: no redirect, no session. */
function asGuest() {
  if (!isGuestPath(location.href)) return false
  const path = here()
  if (path.endsWith(MAIL_MARKER)) history.replaceState(history.state, '', path.slice(0, -MAIL_MARKER.length))
  return true
}

/** After the app opened with stored data, the server's record requires the onboarding or new terms of use first. */
export const unsettled = store(false)

async function followServer() {
  const { user } = await refreshUser()
  unsettled.set(!isSettled(user))
}

/** Redirects to the onboarding, except from its own steps and public pages. */
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
  resumeSession()
  void settle(followServer())
  void specified(people.platformUsed, { body: { platform } })
}

/** Everything that the first screen needs (docs/PRODUCT.md, "Sessions and start"). */
export async function startup() {
  startTheme()
  subscribe('localeChanged', () => void queryClient.invalidateQueries())
  onOnline(resumeSession)
  if (import.meta.env.MODE === 'native') {
    await restoreTheme()
    if (await openNative()) return startLocale()
    // There is no other tab: who opened a guest's link goes on in the app afterwards. A single sign-on returns by `reflet://` alone.
    asGuest()
    await Promise.all([startLocale(), openSession()])
  } else await Promise.all([startLocale(), asGuest() || takeSignOn() || openSession()])
  void payOwedLogout()
}
