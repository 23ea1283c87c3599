/**
 * Chosen once, when the app is built: `vite build --mode native` is what Capacitor packs, anything else is the web app.
 * A constant, so that neither carries the other's shell.
 */
export const isNative = import.meta.env.MODE === 'native'
export const platform = isNative ? 'mobile' : 'browser'

export const appVersion = __APP_VERSION__

/** The web app is served by its API; a native build is told the host of its own. */
export const apiHost = isNative ? (import.meta.env.VITE_API_HOST ?? '') : ''

/** Pages that stand outside the tabs, because they work without being logged in. */
const OUTSIDE = /^\/(login|reset-password|guest-answer|guest-answer-confirmation|terms)(\/|\?|#|$)/

/** The address of a page in this shell: `/answer` in the browser, `/tabs/answer` on native. */
export const to = (path: string) => (isNative && !OUTSIDE.test(path) ? `/tabs${path}` : path)

export const isPublicPath = (path: string) => OUTSIDE.test(path)
export const isGuestPath = (path: string) => path.includes('guest-answer')

export const homePath = to('/home')
export const loginPath = '/login'
