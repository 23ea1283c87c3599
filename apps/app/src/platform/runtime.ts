/**
 * Chosen once, when the app is built: `vite build --mode native` is what Capacitor packs, anything else is the web app.
 * A constant, so that neither carries the other's shell.
 */
export const isNative = import.meta.env.MODE === 'native'
export const platform = isNative ? 'mobile' : 'browser'

export const appVersion = __APP_VERSION__

/** The web app is served by its API; a native build is told the host of its own. */
export const apiHost = isNative ? (import.meta.env.VITE_API_HOST ?? '') : ''

/** Pages that work without being logged in. */
const PUBLIC = /^\/(login|reset-password|guest-answer|guest-answer-confirmation|hierarchical-list|coffee|event|terms)(\/|\?|#|$)/

/** The steps of the general onboarding: they stand alone, without menu and tabs. The three tours are not among them. */
const ONBOARDING = /^\/onboarding-(terms|slides|skills|self-evaluation|add-contacts|contacts|finished|blank)(\/|\?|#|$)/

export const isPublicPath = (path: string) => PUBLIC.test(path)
export const isOnboardingPath = (path: string) => ONBOARDING.test(path)

/** The address of a page in this shell: `/answer` in the browser, `/tabs/answer` on native. */
export const to = (path: string) => (isNative && !isPublicPath(path) && !isOnboardingPath(path) ? `/tabs${path}` : path)
/** An e-mailed link that works without a session, whoever opens it: a guest's answer, the page of a manager, a coffee. */
export const isGuestPath = (path: string) =>
  path.includes('guest-answer') || path.includes('/hierarchical-list/') || path.includes('/coffee/')

export const homePath = to('/home')
export const loginPath = '/login'
export const onboardingPath = '/onboarding-terms'
