// Runs a command with TEST_DATABASE_URL pointing to a PostgreSQL server: the one that the variable names already, else a
// private cluster on loopback that is started here, lives in a temporary folder and ends with the command.
import { spawn } from 'node:child_process'
import { startPostgres } from './postgres.mjs'

const command = process.argv.slice(2)

/** The exit status of the command. Signals are passed on to it: the cluster is stopped after it in any case. */
const run = (env) =>
  new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), { stdio: 'inherit', env: { ...process.env, ...env } })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? 1))
  })

if (process.env.TEST_DATABASE_URL) process.exit(await run({}))

const server = await startPostgres(process.env.POSTGRES_OPTIONS ?? '-c fsync=off -c shared_buffers=512MB')
let status = 1
try {
  status = await run({ TEST_DATABASE_URL: server.url })
} finally {
  await server.stop()
}
process.exit(status)
