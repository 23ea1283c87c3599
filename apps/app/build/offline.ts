import { VitePWA } from 'vite-plugin-pwa'

/** What opens without a connection: the page, the app's own code and styles, its texts and icons; no video. */
const KEPT = [
  'index.html',
  'static/**/*.{js,css,svg,png,webp,woff2}',
  'assets/i18n/*.json',
  'favicon.svg',
  'icons/app.png',
  'icons/badge.png',
]

/** Builds `sw.js` of worker/sw.ts, with the list of the files that it keeps. It is registered by src/platform/worker.ts. */
export const offline = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'sw.ts',
    injectRegister: null,
    manifest: false,
    injectManifest: {
      globPatterns: KEPT,
      // Their names have a hash.
      dontCacheBustURLsMatching: /^static\//,
      rollupFormat: 'iife',
      minify: true,
    },
  })
