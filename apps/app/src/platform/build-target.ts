/**
 * Set at build time: `vite build --mode native` is the build for Capacitor, any other is the web app. A constant, so that neither contains
 * the other's shell.
 */
export const isNative = import.meta.env.MODE === 'native'
export const platform = isNative ? 'mobile' : 'browser'

export const appVersion = __APP_VERSION__
