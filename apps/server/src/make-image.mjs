import './resolving.mjs'

const { makeImage } = await import('./db/pglite/make-image.ts')
await makeImage()
