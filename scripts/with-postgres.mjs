// Runs a command with TEST_DATABASE_URL pointing to a PostgreSQL server: the one that the variable names already, else a
// private cluster on loopback that is started here, lives in a temporary folder and ends with the command.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.mjs'

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

const DEBIAN = '/usr/lib/postgresql'
const binaries = () =>
  (existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : []
  ).find((bin) => existsSync(join(bin, 'initdb')))

function install() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    console.error('PostgreSQL is missing: install version 15 or newer, or set TEST_DATABASE_URL.')
    process.exit(1)
  }
  console.log('Installing PostgreSQL …')
  const quietly = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  execFileSync('apt-get', ['update', '-q'], quietly)
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql'], quietly)
}

if (!binaries()) install()
const bin = binaries()
const folder = mkdtempSync(join(tmpdir(), 'reflet-postgres-'))
const data = join(folder, 'data')
// PostgreSQL refuses to run as root.
const asRoot = process.getuid?.() === 0
if (asRoot) {
  chmodSync(folder, 0o777)
}
const postgres = (program, args, options = {}) => {
  const [file, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', join(bin, program), ...args] : [join(bin, program), ...args]
  return execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...options })
}

const port = await freePort()
postgres('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
postgres('pg_ctl', [
  '-D',
  data,
  '-w',
  '-l',
  join(folder, 'log'),
  '-o',
  `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} ${process.env.POSTGRES_OPTIONS ?? '-c fsync=off -c shared_buffers=512MB'}`,
  'start',
])
let status = 1
try {
  status = await run({ TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` })
} finally {
  postgres('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop'])
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
