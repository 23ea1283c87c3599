import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groups, ordered } from './build/chunks.ts'
import { compressFiles } from './build/compress.ts'
import { withoutDescriptions } from './build/contract-words.ts'
import { firstPaint } from './build/first-paint.ts'
import { ionicPieces } from './build/ionic-pieces.ts'
import { manifests } from './build/manifests.ts'
import { offline } from './build/offline.ts'
import manifest from './package.json' with { type: 'json' }

const SERVER = 'http://127.0.0.1:3000'

/**
 * Ionic registers every component it ships as a side effect of being imported. Declared free of side effects,
 * the bundler keeps only what a page uses (315 → 155 KB gzip). Their style sheets are side effects, and stay. The same for the code of the
 * native app, which the web app has none of.
 */
const SHAKEN =
  /[\\/]node_modules[\\/](@ionic[\\/](core|react|react-router)|ionicons|@stencil|@capacitor|@aparajita|@capawesome|@capacitor-community)[\\/]|[\\/]platform[\\/]native[\\/]/

/** The server of a native app that is built for one company: `REFLET_SERVER=https://reflet.example npm run native:sync`. */
function serverOf(mode: string): string {
  const server = process.env.REFLET_SERVER
  if (mode !== 'native' || !server) return ''
  const { origin, protocol } = new URL(server)
  if (protocol !== 'https:' || origin !== server.replace(/\/$/, ''))
    throw new Error('REFLET_SERVER must be an origin with https, as https://reflet.example')
  return origin
}

/** `vite build` makes the web app; `vite build --mode native` what Capacitor packs, with tabs instead of the side menu. */
export default defineConfig(({ mode }) => ({
  plugins: [
    ionicPieces(),
    react(),
    withoutDescriptions(),
    firstPaint(),
    mode === 'native' ? [] : [ordered(), manifests(), offline(), compressFiles()],
  ],
  define: { __APP_VERSION__: JSON.stringify(manifest.version), __REFLET_SERVER__: JSON.stringify(serverOf(mode)) },
  // `.award-type` of a module is `styles.awardType`.
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: mode === 'native' ? 'native/dist' : 'dist',
    emptyOutDir: true,
    // Read by scripts/build-production.mjs.
    license: { fileName: '.vite/licenses.json' },
    // Hashed names live here and may be cached for ever; `assets/` holds the translations, which may not.
    assetsDir: 'static',
    sourcemap: false,
    reportCompressedSize: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: (id: string) => !SHAKEN.test(id) || /\.css($|\?)/.test(id),
        propertyReadSideEffects: false,
      },
      output: {
        // The first screen lists 200 of them: 36 bits are enough to tell two versions of one file apart, and
        // 36 letters compress better than 64.
        hashCharacters: 'base36',
        entryFileNames: 'static/[name]-[hash:7].js',
        chunkFileNames: 'static/[name]-[hash:7].js',
        assetFileNames: 'static/[name]-[hash:7][extname]',
        // A native app reads its files from the device: how many there are costs nothing.
        codeSplitting: mode === 'native' ? true : { groups, includeDependenciesRecursively: false },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/avatars': SERVER, '/terms-of-use': SERVER, '/privacy-policy': SERVER },
  },
}))
