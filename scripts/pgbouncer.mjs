// pgbouncer in front of a PostgreSQL server of the tests.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackages } from './debian.mjs'
import { freePort } from './ports.mjs'

const PROGRAM = '/usr/sbin/pgbouncer'
const asRoot = process.getuid?.() === 0

/** Installs it where it is missing. */
export function ensurePgbouncer() {
  if (!existsSync(PROGRAM)) installPackages('pgbouncer', ['pgbouncer'], 'pgbouncer is missing: install version 1.18 or newer.')
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.end())
  })

/**
 * Starts it in transaction mode: a connection of the server serves another client after each transaction.
 * @param {string} server the address of the PostgreSQL server
 * @param {Record<string, string>} more settings of pgbouncer
 */
export async function startPgbouncer(server, more = {}) {
  const { hostname, port: target } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'reflet-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 4,
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const databases = `[databases]\n* = host=${hostname} port=${target} user=postgres\n`
  writeFileSync(join(folder, 'pgbouncer.ini'), `${databases}[pgbouncer]\n${lines.join('\n')}\n`)
  const command = [PROGRAM, '-q', join(folder, 'pgbouncer.ini')]
  const [program, ...args] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
  const child = spawn(program, args, { stdio: 'ignore', cwd: folder })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error('pgbouncer does not answer')
    await sleep(100)
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
