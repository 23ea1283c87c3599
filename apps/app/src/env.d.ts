/// <reference types="vite/client" />

declare const __APP_VERSION__: string

interface ImportMetaEnv {
  /** Native builds only: the origin of the API, without a trailing slash. */
  readonly VITE_API_HOST?: string
}

declare module 'localforage-cordovasqlitedriver' {
  const driver: { readonly _driver: string }
  export default driver
}
