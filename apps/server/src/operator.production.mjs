import { operate } from './operator/cli.ts'
import { openContext } from './operator/context.ts'

const { status, out, err } = await operate(process.argv.slice(2), () => openContext(process.env))
if (out) process.stdout.write(`${out}\n`)
if (err) process.stderr.write(`${err}\n`)
process.exitCode = status
