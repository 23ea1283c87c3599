import { enableCompileCache } from 'node:module'

enableCompileCache()

const { makeImage } = await import('./db/pglite/make-image.ts')
await makeImage()
