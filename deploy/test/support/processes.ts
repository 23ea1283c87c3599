import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInbox } from '../../../apps/server/src/test/inbox.ts'
import { installPackages } from '../../../scripts/debian.mjs'
import { freePort } from '../../../scripts/ports.mjs'

const DEPLOY = resolve(import.meta.dirname, '../..')
/** Generous: a machine that is busy with something else must not fail a test. */
const START_MS = 120_000

/** A process of a test, with what it has printed. */
export interface Running {
  readonly child: ChildProcess
  output(): string
  /** Its exit status; null after a signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export function run(file: string, args: readonly string[], cwd: string, env: Record<string, string>): Running {
  const child = spawn(file, args, { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...env } })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return {
    child,
    output: () => output,
    end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}

/** Waits for something that may take as long as a busy machine needs. @throws after two minutes, with what it waited for */
export async function until<T>(what: string, look: () => Promise<T | null | undefined | false>, every = 50): Promise<T> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    await sleep(every)
  }
  throw new Error(`after two minutes: ${what}`)
}

export const isOk = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

/** The command of the unit: Node with its flags, and the server's file. */
function commandOfUnit(): string[] {
  const [, line = ''] = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(readFileSync(resolve(DEPLOY, 'reflet.service'), 'utf8')) ?? []
  return line.split(' ')
}

/** The installed server, started as its unit starts it, once it is ready. */
export async function startServer(folder: string, env: Record<string, string>, port: number): Promise<Running> {
  const server = run(process.execPath, commandOfUnit(), folder, { ...env, PORT: String(port) })
  await until('the server is ready', async () => {
    if (server.child.exitCode !== null) throw new Error(`the server ended with ${server.child.exitCode}: ${server.output()}`)
    return isOk(`http://127.0.0.1:${port}/health/ready`)
  })
  return server
}

/** Caddy with the sample's configuration; on Debian as root it is installed. */
export async function startCaddy(folder: string, host: string, ports: readonly number[], httpPort: number): Promise<Running> {
  if (!existsSync('/usr/bin/caddy')) installPackages('Caddy', ['caddy'], 'Caddy is missing: install it.')
  const caddy = run('/usr/bin/caddy', ['run', '--config', resolve(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile'], folder, {
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    REFLET_HOST: host,
    REFLET_HTTP_PORT: String(httpPort),
    REFLET_CADDY_ADMIN: 'off',
    REFLET_UPSTREAM: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  })
  await until('Caddy listens', async () => {
    if (caddy.child.exitCode !== null) throw new Error(`Caddy ended: ${caddy.output()}`)
    return caddy.output().includes('serving initial configuration')
  })
  return caddy
}

/**
 * The server of a checkout with the demo companies, once it is ready. What it needs is ended by `endings`, in reverse order.
 * @throws when it ends
 */
export async function startDemo(folder: string, env: Record<string, string>, endings: (() => Promise<unknown>)[]) {
  const inbox = await startInbox(() => new Date())
  endings.push(inbox.close)
  const port = await freePort()
  const server = run(process.execPath, ['apps/server/src/main.mjs'], folder, {
    DEMO: '1',
    PORT: String(port),
    METRICS_PORT: '0',
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    SMTP_TLS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  })
  endings.push(() => server.end('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await until('the server with the demo companies is ready', async () => {
    if (server.child.exitCode !== null) throw new Error(server.output())
    return isOk(`${url}/health/ready`)
  })
  return { server, url }
}
