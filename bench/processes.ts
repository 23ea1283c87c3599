import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../scripts/ports.mjs'
import type { Job, Load, Message } from './load.ts'
import { masterKey } from './sizes.ts'

/** Connections of the server and the baseline to PostgreSQL. */
export const POOL = 16

/** A server under measurement. */
export interface Running {
  readonly pid: number
  readonly port: number
  /** From the spawn to the first response. */
  readonly startMs: number
  stop(): Promise<void>
}

async function startNode(file: string, port: number, env: Record<string, string>, flags: string[] = []): Promise<Running> {
  const start = performance.now()
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, file)], {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await firstAnswer(child, port)
  return { pid: child.pid ?? 0, port, startMs: performance.now() - start, stop: () => stop(child) }
}

async function firstAnswer(child: ChildProcess, port: number) {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode} before it answered`)
    const answered = await fetch(`http://127.0.0.1:${port}/health/live`).then(
      (response) => response.arrayBuffer(),
      () => null,
    )
    if (answered) return
    await sleep(3)
  }
  child.kill('SIGKILL')
  throw new Error('a server did not start in a minute')
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const tooLate = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(tooLate)
}

/** Node's flags as `npm start` has them: `exec node <flags> apps/server/src/main.mjs`. */
const START_FLAGS =
  /exec node (.*?) ?apps\/server/
    .exec(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))?.[1]
    ?.split(' ')
    .filter(Boolean) ?? []

/** The PostgreSQL of a measurement has no certificate; the product uses TLS unless explicitly disabled. */
function withoutTls(databaseUrl: string) {
  const url = new URL(databaseUrl)
  url.searchParams.set('sslmode', 'disable')
  return url.href
}

const SOURCES = '../apps/server/src/main.mjs'

/**
 * The product with the settings of production, from its sources. No mail is sent during a measurement: the port of its mail server is closed.
 * @param file another file to start
 */
export async function startServer(
  databaseUrl: string,
  flags: string[] = [],
  env: Record<string, string> = {},
  file = SOURCES,
): Promise<Running> {
  const port = await freePort()
  return startNode(
    file,
    port,
    {
      NODE_ENV: 'production',
      DATABASE_URL: withoutTls(databaseUrl),
      DATABASE_POOL: String(POOL),
      PUBLIC_URL: `http://localhost:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      SMTP_TLS: 'off',
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'info',
      ...env,
    },
    [...START_FLAGS, ...flags],
  )
}

/** Builds what a production server runs (docs/OPERATIONS.md); returns how to start it, with the flags of `deploy/reflet.service`. */
export function buildDeployed(): (databaseUrl: string) => Promise<Running> {
  execFileSync(process.execPath, ['scripts/build-production.mjs'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return (databaseUrl) => startServer(databaseUrl, [], {}, '../dist/reflet/server.mjs')
}

/** The product as `npm start` runs it: the embedded database in `dataDir`, the demo companies, the inbox. */
export const startDevelopment = async (dataDir: string) =>
  startNode(
    SOURCES,
    await freePort(),
    {
      NODE_ENV: 'development',
      DATABASE_URL: '',
      SMTP_URL: '',
      PUBLIC_URL: '',
      MASTER_KEY: '',
      DATA_DIR: dataDir,
      MAILDEV_SMTP_PORT: '0',
      MAILDEV_WEB_PORT: '0',
    },
    START_FLAGS,
  )

/** A static file with this content, on bare `node:http`. */
export async function startStatic(content: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'reflet-bench-'))
  writeFileSync(join(folder, 'page.html'), content)
  const running = await startNode('bare-file.mjs', await freePort(), { FILE: join(folder, 'page.html') })
  return {
    ...running,
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** @param pipelined sends reads over a few pipelined connections */
export const startBare = async (databaseUrl: string, { pipelined = false } = {}) =>
  startNode('bare.ts', await freePort(), {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(POOL),
    MASTER_KEY: masterKey,
    ...(pipelined && { BARE_PIPELINED: '1' }),
  })

/** The minimum cost of a server on `node:http` and `pg` at its start and idle, with the same flags. */
export const startLeast = async (databaseUrl: string) =>
  startNode(
    'bare-start.mjs',
    await freePort(),
    { NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATABASE_POOL: String(POOL) },
    START_FLAGS,
  )

/** The load generator's process; one for all measurements. */
export function startLoad() {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  const ended = new Promise<never>((_resolve, reject) => child.once('exit', () => reject(new Error('the load ended before its job'))))
  ended.catch(() => {})
  return {
    async run(job: Job): Promise<Load> {
      child.send(job)
      const [load] = (await Promise.race([once(child, 'message'), ended])) as [Load]
      if (load.failed > 0) throw new Error(`${load.failed} of ${job.count} calls failed: ${load.failure}`)
      return load
    },
    /** Stops the running job early. */
    enough: () => void child.send('enough' satisfies Message),
    stop: () => child.disconnect(),
  }
}
export type Loader = ReturnType<typeof startLoad>

/** Fields of /proc/<pid>/stat after the name, which may contain spaces; the first is the state. */
const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
const TICK_MS = 10
const PARENT = 1
const [OWN_USER, OWN_SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14]
const ticks = (fields: string[], ...which: number[]) => which.reduce((sum, field) => sum + Number(fields[field]), 0) * TICK_MS

/** CPU milliseconds of a process. */
export const cpuOf = (pid: number) => ticks(statOf(pid), OWN_USER, OWN_SYSTEM)

/** The parent of all processes of the database server. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = Number(statOf(rows[0]?.pid ?? 0)[PARENT])
  await client.end()
  return pid
}

/** CPU milliseconds of the whole database server: its processes and those that have ended. */
export function cpuOfPostgres(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  const alive = children.map((pid) => {
    try {
      return cpuOf(pid)
    } catch {
      return 0
    }
  })
  return ticks(statOf(postmaster), OWN_USER, OWN_SYSTEM, ENDED_USER, ENDED_SYSTEM) + alive.reduce((sum, own) => sum + own, 0)
}

/** Resident memory in MB. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(field))
  return Number(/\d+/.exec(line ?? '')?.[0]) / 1024
}
