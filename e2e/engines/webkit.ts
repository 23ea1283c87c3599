import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/ports.ts'
import type { Driver, Engine } from './engine.ts'
import { type Recorder, startRecorder, type WithErrors } from './recorder.ts'

interface Programs {
  readonly driver: string
  readonly browser: string
  readonly display: string
}

/** A display that no one sees, for a browser that has no headless mode. */
async function startDisplay(program: string) {
  // It takes a free number itself and writes it.
  const server = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(server.stdout, 'data')
  return { name: `:${String(number).trim()}`, close: () => void server.kill() }
}

/** The toolbar would keep the window from being as narrow as a phone; nothing moves for long. */
function writeDesktopSettings(folder: string) {
  const gtk = join(folder, 'gtk-3.0')
  mkdirSync(gtk)
  writeFileSync(join(gtk, 'gtk.css'), '* { min-width: 0; padding: 0; margin: 0; }')
  writeFileSync(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
}

const REPLY_MS = 60_000
/** A script whose page is replaced meanwhile by one in another process gets no answer: it is asked again. */
const SCRIPT_MS = 10_000

const RESIZES = 30
const RESIZE_MS = 100
/** The height of the toolbar, which is measured where it differs. */
const TOOLBAR = 38

type Call = <R = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, limit?: number) => Promise<R>

/** The commands of WebDriver to one driver. @throws what it answers instead of a result */
const callerOf =
  (base: string): Call =>
  async (method, path, body, limit = REPLY_MS) => {
    const reply = await fetch(base + path, { method, signal: AbortSignal.timeout(limit), ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await reply.json()) as { value: never }
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

/** In the page: the last argument takes the result. An error is a result, too: the driver would wait for it until its time is over. */
const CALLED = (work: string) =>
  `const done = arguments[1]; Promise.resolve().then(() => (${work})(arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }))`

function drive(call: Call, session: string): Driver {
  const command = <R = unknown>(path: string, body: object, limit?: number) => call<R>('POST', `/session/${session}${path}`, body, limit)
  const evaluate: Driver['evaluate'] = async (work, arg) => {
    const asked = { script: CALLED(String(work)), args: [arg ?? null] }
    const ask = () => command<{ value: never; error?: string }>('/execute/async', asked, SCRIPT_MS)
    const isLost = (failure: unknown) => failure instanceof DOMException && failure.name === 'TimeoutError'
    const { value, error } = await ask().catch((failure) => (isLost(failure) ? ask() : Promise.reject(failure)))
    if (error) throw new Error(error)
    return value
  }
  const act = (type: 'key' | 'pointer', actions: object[]) => command('/actions', { actions: [{ type, id: type, actions }] })
  const takeErrors = () => evaluate(() => (window as WithErrors).recordedErrors?.splice(0) ?? [], undefined)
  const earlier: string[] = []
  let toolbar = TOOLBAR
  return {
    evaluate,
    async open(url) {
      earlier.push(...(await takeErrors()))
      await command('/url', { url })
    },
    async resize({ width, height }) {
      // The size of the page follows that of the window a little later.
      for (let tries = 0; tries < RESIZES; tries++) {
        await command('/window/rect', { width, height: height + toolbar })
        await new Promise((resolve) => setTimeout(resolve, RESIZE_MS))
        const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }), undefined)
        if (inner.width === width && inner.height === height) return
        if (inner.width === width && tries > 2) toolbar = Math.max(0, toolbar + height - inner.height)
      }
      throw new Error(`the window does not become ${width} × ${height}`)
    },
    async pressAt(x, y) {
      await act('pointer', [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])
    },
    async type(text) {
      await act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      )
    },
    takeErrors: async () => [...earlier.splice(0), ...(await takeErrors())],
  }
}

/** A driver with its browser; it has one session at a time, so each person has a driver of their own. */
async function startDriver({ driver, browser }: Programs, environment: Record<string, string>, recorder: Recorder) {
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...environment } })
  const call = callerOf(`http://127.0.0.1:${port}`)
  // A page that is kept for the way back keeps the lock of a transaction that was going on when it was left: the next page waits for it for ever.
  const args = ['--automation', '--enable-page-cache=false']
  const capabilities = {
    proxy: { proxyType: 'manual', httpProxy: recorder.host },
    'webkitgtk:browserOptions': { binary: browser, args },
  }
  const until = Date.now() + 30_000
  while (!(await call('GET', '/status').catch(() => null))) {
    if (Date.now() > until) throw new Error('the driver of WebKit does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
  return {
    driver: drive(call, sessionId),
    async close() {
      await call('DELETE', `/session/${sessionId}`)
      child.kill()
    },
  }
}

/** WebKit by its GTK port: the driver that Debian packages, spoken to by WebDriver, on a display that no one sees. */
export async function startWebKit(programs: Programs, locale: string): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'reflet-webkit-'))
  writeDesktopSettings(folder)
  const display = await startDisplay(programs.display)
  const recorder = await startRecorder(locale)
  const started: Awaited<ReturnType<typeof startDriver>>[] = []
  return {
    async open() {
      const one = await startDriver(programs, { DISPLAY: display.name, XDG_CONFIG_HOME: folder }, recorder)
      started.push(one)
      return one.driver
    },
    async close() {
      for (const one of started) await one.close()
      recorder.close()
      display.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
