import { type ChildProcess, fork, spawn } from 'node:child_process'
import { copyDemoData, type Data, newDemoData } from './data.ts'
import type { Done, Order } from './host.ts'
import { freePort } from './ports.ts'

/** A server with the demo companies, and its own data and inbox. */
export interface RunningServer {
  readonly url: string
  readonly inboxUrl: string
  stop(): Promise<void>
}

/** A server in a separate process, as `npm start` runs it. */
export interface ServerProcess extends RunningServer {
  /** Kills it without a signal handler, like a power failure, and starts it again on the same data, with other settings if any. */
  killAndRestart(settings?: Record<string, string>): Promise<void>
}

const START_MS = 180_000
const LEASH = new URL('./leash.mjs', import.meta.url).href

/** The addresses of a new server. */
async function newPlace() {
  const [port, smtp, web] = [await freePort(), await freePort(), await freePort()]
  const environment = {
    NODE_ENV: 'development',
    PUBLIC_URL: '',
    PORT: String(port),
    MAILDEV_SMTP_PORT: String(smtp),
    MAILDEV_WEB_PORT: String(web),
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
  }
  return { url: `http://localhost:${port}`, inboxUrl: `http://localhost:${web}`, environment }
}

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

async function startProcess(data: Data): Promise<ServerProcess> {
  const { url, inboxUrl, environment } = await newPlace()
  const start = async (settings: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['--liftoff-only', '--import', LEASH, 'apps/server/src/main.mjs'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, ...environment, ...data.environment, ...settings },
    })
    await waitFor(child, url)
    return child
  }
  let child = await start()
  return {
    url,
    inboxUrl,
    async killAndRestart(settings) {
      child.kill('SIGKILL')
      await ended(child)
      child = await start(settings)
    },
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

/** The demo companies are created once per run, as in the first `npm start`; each test has a copy. */
export async function makeDemo(): Promise<Data> {
  const data = await newDemoData()
  await (await startProcess(data)).stop()
  return data
}

/** A separate process, on a copy of the demo companies. */
export async function startOwnProcess(): Promise<ServerProcess> {
  const data = await copyDemoData()
  const server = await startProcess(data)
  return {
    ...server,
    async stop() {
      await server.stop()
      await data.remove()
    },
  }
}

/** Runs one server after the other in one process, which has loaded the server's code once, and at the same addresses. */
export interface Host {
  /** A server on a copy of the demo companies. */
  start(more?: Record<string, string>): Promise<RunningServer>
  end(): Promise<void>
}

export function openHost(): Host {
  // A server lives for seconds: V8 would take longer to optimise the database's code than is saved.
  const child = fork(new URL('./host.ts', import.meta.url), {
    execArgv: ['--liftoff-only', '--import', LEASH],
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  let place: ReturnType<typeof newPlace> | undefined
  let orders = 0
  const send = (environment: Order['environment']) =>
    new Promise<void>((resolve, reject) => {
      const order: Order = { id: ++orders, environment }
      const settle = (end: () => void) => {
        child.off('message', listen)
        child.off('exit', failed)
        end()
      }
      const listen = ({ id, error }: Done) => {
        if (id === order.id) settle(() => (error ? reject(new Error(error)) : resolve()))
      }
      const failed = () => settle(() => reject(new Error('the process of the servers has ended')))
      child.on('message', listen)
      child.on('exit', failed)
      child.send(order)
    })
  return {
    async start(more = {}) {
      place ??= newPlace()
      const { environment, ...addresses } = await place
      const data = await copyDemoData()
      await send({ ...environment, ...data.environment, ...more })
      return {
        ...addresses,
        async stop() {
          await send(null)
          await data.remove()
        },
      }
    },
    async end() {
      child.kill()
      await ended(child)
    },
  }
}
