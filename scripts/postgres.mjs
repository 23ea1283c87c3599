// PostgreSQL servers of our own on loopback, in temporary folders: for tests, drills and benchmarks.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { canInstall, installPackages } from './debian.mjs'
import { freePort } from './ports.mjs'

const DEBIAN = '/usr/lib/postgresql'
const run = promisify(execFile)
/** PostgreSQL refuses to run as root. */
const asRoot = process.getuid?.() === 0

const newestBinaries = () =>
  (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))

/** Whether there is a PostgreSQL here, or one can be installed. */
export const hasPostgres = () => newestBinaries() !== undefined || canInstall()

/** The folder of the newest PostgreSQL's programs; it is installed where there is none. */
export function postgresPrograms() {
  const found = newestBinaries()
  if (found) return found
  installPackages('PostgreSQL', ['postgresql'], 'PostgreSQL is missing: install version 15 or newer, or set TEST_DATABASE_URL.')
  return postgresPrograms()
}

/**
 * Runs one of its programs as the user who may.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export async function postgres(program, args, cwd) {
  const file = join(postgresPrograms(), program)
  // The output is not awaited: a started server keeps it open.
  await run(asRoot ? 'runuser' : file, [...(asRoot ? ['-u', 'postgres', '--', file] : []), ...args], { cwd })
}

const MEMORY = '/dev/shm'
/** Several copies of the test database, the log, and the shared buffers, which are in the same memory. */
const ENOUGH_BYTES = 4 * 1024 ** 3

const PREFIX = 'reflet-postgres-'

/** Removes the clusters in memory whose server was killed: nothing else would before the machine is restarted. */
function removeLeft() {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    const lock = join(MEMORY, name, 'data', 'postmaster.pid')
    const pid = existsSync(lock) && Number(readFileSync(lock, 'utf8').split('\n')[0])
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

/** A folder in memory where there is enough of it, else the temporary one. */
function fastFolder() {
  if (!existsSync(MEMORY)) return tmpdir()
  removeLeft()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
}

/** A temporary folder that PostgreSQL's user may write into. */
export function postgresFolder(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, PREFIX))
  chmodSync(folder, 0o777)
  return folder
}

/** @param {string} data */
export const createCluster = (data) =>
  postgres('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], join(data, '..'))

/** What costs more than it brings to a database that lives for a test: its statements are small, and nothing is read after a crash. */
const SHORT_LIVED = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'].map((name) => `-c ${name}=off`).join(' ')

/**
 * A server with a cluster of its own.
 * @param {string} options for the server, such as `-c fsync=off`
 * @param {{ fast?: boolean }} where `fast`: for tests, in memory where there is enough of it, and without what only a long life needs
 */
export async function startPostgres(options = '-c fsync=off', { fast = false } = {}) {
  const folder = postgresFolder(fast ? fastFolder() : tmpdir())
  const data = join(folder, 'data')
  const port = await freePort()
  await createCluster(data)
  const all = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} ${fast ? SHORT_LIVED : ''} ${options}`
  await postgres('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', all, 'start'], folder)
  return {
    folder,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await postgres('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop'], folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
