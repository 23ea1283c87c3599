import { people } from '@reflet/contract/people'
import { isNative, platform } from './build-target.ts'
import { cookie, specified } from './client.ts'
import { currentUserId } from './current-user.ts'
import { settle } from './errors.ts'
import { startLocale } from './locale.ts'
import { onOnline } from './online.ts'
import { homePath, isGuestPath, isOnboardingPath, isPublicPath, loginPath, withoutMailMarker } from './paths.ts'
import { quick } from './quick.ts'
import { isSettled, knownUser, OWES_LOGOUT, prepareLogin, refreshUser, restore, startOf, storedSession } from './session.ts'
import { resumeSession } from './session-hooks.ts'
import { store } from './store.ts'
import { restoreTheme, startTheme } from './theme.ts'

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
  readonly codeVerifier?: string | undefined
}

/** The single sign-on that this start ends; its code has left the address, so that no history and no copied link has it. */
export const signOn = store<SignOn | null>(null)

/**
 * A device with a session ignores the return of a single sign-on that it did not begin (decision 0040). Else the session that is stored is
 * known from here on: a failure ends it.
 */
async function isIgnored(isBegun: boolean) {
  const hasSession = currentUserId() !== undefined || (await storedSession()) !== null
  return hasSession && !isBegun
}

/** The server marks the browser of a single sign-on. On https no other subdomain can set this name. */
const isSigningOn = () => cookie(location.protocol === 'https:' ? '__Host-sign-on' : 'sign-on') !== undefined

/** True when a single sign-on came back, or was refused. */
async function takeSignOn() {
  const query = new URLSearchParams(location.search)
  const isRefused = location.pathname === loginPath && query.get('sso') === 'refused'
  if (!isRefused && !query.has('saml')) return false
  if (!isRefused) go(loginPath)
  if (await isIgnored(isSigningOn())) {
    go('/')
    return false
  }
  if (!isRefused) signOn.set({ email: query.get('email') ?? '', token: query.get('token') ?? '' })
  prepareLogin()
  return true
}

/** On native the verifier is the mark. False when the return is ignored. */
async function beginSignOn(came: SignOn) {
  if (await isIgnored(came.codeVerifier !== undefined)) return false
  signOn.set(came)
  prepareLogin()
  return true
}

/** True when what the native app opens with is decided, without a session. */
async function openNative() {
  const { launch } = await import('./native/start.ts')
  const opened = await launch((came) => void settle(beginSignOn(came)))
  if (!opened) return false
  if ('path' in opened) {
    go(opened.path)
    return false
  }
  if ('signOn' in opened && !(await beginSignOn(opened.signOn))) return false
  go('page' in opened ? opened.page : loginPath)
  return true
}

/** A mailed link of a guest, by the specification wherever it is in the address: no redirect. */
function asGuest() {
  if (!isGuestPath(location.href)) return false
  const address = withoutMailMarker(location.href)
  if (address !== location.href) history.replaceState(history.state, '', address)
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

async function openSession(isGuest: boolean) {
  if (!(await restore())) {
    if (isGuest) return
    prepareLogin()
    if (!isPublicPath(location.pathname)) go(loginPath, location.pathname === '/' ? {} : { next: here() })
    return
  }
  if (!isGuest) goToStart()
  resumeSession()
  void settle(followServer())
  void specified(people.platformUsed, { body: { platform } })
}

/** Everything that the first screen needs (docs/PRODUCT.md, "Sessions and start"). */
export async function startup() {
  startTheme()
  onOnline(resumeSession)
  if (import.meta.env.MODE === 'native') {
    await restoreTheme()
    if (await openNative()) return startLocale()
  }
  const isGuest = asGuest()
  // On native a single sign-on returns by `reflet://` alone.
  const open = async () => (!isNative && !isGuest && (await takeSignOn())) || openSession(isGuest)
  await Promise.all([startLocale(), open()])
  if (quick.get(OWES_LOGOUT)) void settle(import('./logout.ts').then(({ payOwedLogout }) => payOwedLogout()))
}
