import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server as `npm start` runs it, with the demo companies, a data directory and an inbox of its own. */
export interface RunningServer {
  readonly url: string
  readonly inboxUrl: string
  /** Ends it without a word, as a power cut would, and starts it again on the same data. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** Below the ports that the system gives to outgoing connections: of these, one may be taken in the moment between looking and listening. */
const FIRST_PORT = 20_000
/** Each run of the journeys on this machine has so many ports, of which it listens on the first for as long as it lasts … */
const RUN_PORTS = 2_000
const RUNS = 6
/** … and each of its workers so many of the others. */
const WORKER_PORTS = 300
let tried = 0

/** Reserves the ports of a run, before its first server: the workers inherit the variable. */
export async function reservePorts(): Promise<() => void> {
  for (let run = 0; run < RUNS; run++) {
    const first = FIRST_PORT + run * RUN_PORTS
    const reservation = await listenOn(first)
    if (!reservation) continue
    // A run whose set-up fails must end all the same.
    reservation.unref()
    process.env.E2E_PORTS = String(first + 1)
    return () => reservation.close()
  }
  throw new Error(`${RUNS} runs of the journeys are going on already`)
}

/** Null when something else listens there. */
const listenOn = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

async function freePort(): Promise<number> {
  const first = Number(process.env.E2E_PORTS) + WORKER_PORTS * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
  for (let looked = 0; looked < WORKER_PORTS; looked++) {
    const port = first + (tried++ % WORKER_PORTS)
    const probe = await listenOn(port)
    if (!probe) continue
    await new Promise((closed) => probe.close(closed))
    return port
  }
  throw new Error(`no port from ${first} to ${first + WORKER_PORTS - 1} is free`)
}

const START_MS = 60_000
const LEASH = new URL('./leash.mjs', import.meta.url).href

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok
  } catch {
    return false
  }
}

async function waitFor(child: ChildProcess, url: string) {
  const until = Date.now() + START_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (Date.now() > until) throw new Error('the server did not become ready')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

async function run(dataDir: string): Promise<RunningServer> {
  const [port, smtp, web] = [await freePort(), await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const start = async () => {
    // Each lives for seconds: V8 would take longer to optimise the database's code than is saved.
    const child = spawn(process.execPath, ['--liftoff-only', '--import', LEASH, 'apps/server/src/main.mjs'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        DATABASE_URL: '',
        PUBLIC_URL: '',
        DATA_DIR: dataDir,
        PORT: String(port),
        MAILDEV_SMTP_PORT: String(smtp),
        MAILDEV_WEB_PORT: String(web),
        LOG_LEVEL: 'warn',
      },
    })
    await waitFor(child, url)
    return child
  }
  let child = await start()
  return {
    url,
    inboxUrl: `http://localhost:${web}`,
    async killAndRestart() {
      child.kill('SIGKILL')
      await ended(child)
      child = await start()
    },
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'reflet-e2e-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** The demo companies are made once per run, as `npm start` makes them the first time; each test has a copy. */
export async function makeDemo(): Promise<{ dataDir: string; remove: () => void }> {
  const dataDir = newFolder()
  const server = await run(dataDir)
  await server.stop()
  return { dataDir, remove: () => remove(dataDir) }
}

/** A server on a copy of such a data directory. */
export async function startServer(demo: string): Promise<RunningServer> {
  const dataDir = newFolder()
  cpSync(demo, dataDir, { recursive: true })
  const server = await run(dataDir)
  return {
    ...server,
    async stop() {
      await server.stop()
      remove(dataDir)
    },
  }
}
