/**
 * Set at build time: `vite build --mode native` is the build for Capacitor, any other is the web app. A constant, so that neither contains
 * the other's shell.
 */
export const isNative = import.meta.env.MODE === 'native'
export const platform = isNative ? 'mobile' : 'browser'

export const appVersion = __APP_VERSION__

/** The web app has the same origin as its API; a native build has a configured one. */
export const apiHost = isNative ? (import.meta.env.VITE_API_HOST ?? '') : ''
