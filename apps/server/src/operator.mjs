// The operator's commands: npm run reflet -- --help. See docs/OPERATIONS.md.
import { enableCompileCache } from 'node:module'

enableCompileCache()

const { operate } = await import('./operator/cli.ts')
const { openContext } = await import('./operator/context.ts')
const { status, out, err } = await operate(process.argv.slice(2), () => openContext(process.env))
if (out) process.stdout.write(`${out}\n`)
if (err) process.stderr.write(`${err}\n`)
process.exitCode = status
