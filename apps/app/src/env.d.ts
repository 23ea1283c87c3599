/// <reference types="vite/client" />

declare const __APP_VERSION__: string
/** Native builds only: the origin of the server, or empty: then the app asks for it. */
declare const __REFLET_SERVER__: string

declare module 'localforage-cordovasqlitedriver' {
  const driver: { readonly _driver: string }
  export default driver
}
