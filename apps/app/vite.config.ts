import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './build/compress.ts'
import { firstPaint } from './build/first-paint.ts'
import manifest from './package.json' with { type: 'json' }

const SERVER = 'http://127.0.0.1:3000'

/**
 * Ionic registers every component it ships as a side effect of being imported; told that these packages have none,
 * the bundler keeps only what a page uses (315 → 155 KB gzip). Their style sheets are side effects, and stay.
 */
const SHAKEN = /[\\/]node_modules[\\/](@ionic[\\/](core|react|react-router)|ionicons|@stencil)[\\/]/

export default defineConfig({
  plugins: [react(), firstPaint(), compressFiles()],
  define: { __APP_VERSION__: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    // Hashed names live here and may be cached for ever; `assets/` holds the translations, which may not.
    assetsDir: 'static',
    sourcemap: false,
    reportCompressedSize: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !SHAKEN.test(id) || /\.css($|\?)/.test(id) },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/terms-of-use': SERVER, '/privacy-policy': SERVER },
  },
})
