import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server as `npm start` runs it, with the demo companies, a data directory and an inbox of its own. */
export interface RunningServer {
  readonly url: string
  readonly inboxUrl: string
  readonly dataDir: string
  /** Ends it without a word, as a power cut would, and starts it again on the same data. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

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

export async function startServer(): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflet-e2e-'))
  const [port, smtp, web] = [await freePort(), await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const start = async () => {
    const child = spawn(process.execPath, ['--import', LEASH, 'apps/server/src/main.mjs'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        DATABASE_URL: '',
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
    dataDir,
    async killAndRestart() {
      child.kill('SIGKILL')
      await ended(child)
      child = await start()
    },
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
