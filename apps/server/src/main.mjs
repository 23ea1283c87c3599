import { enableCompileCache } from 'node:module'

// Plain JavaScript: a TypeScript entry would load Node's type stripper before its cache is set up. The second start takes a fraction of the time.
enableCompileCache()

const { start } = await import('./start.ts')
await start()
