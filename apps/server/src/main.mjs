import './resolving.mjs'

const { start } = await import('./start.ts')
await start()
