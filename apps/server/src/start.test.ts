import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { probePort } from './platform/ports.ts'

/** The real process, as an operator starts it. */

const MAIN = join(import.meta.dirname, 'main.mjs')
const started: ChildProcess[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => ended(child, 'SIGKILL')))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'reflet-start-'))
  folders.push(folder)
  return folder
}

function start(environment: Record<string, string>, flags: string[] = []) {
  // Optimising the embedded database's code for a process that lives for seconds would take most of its time.
  const child = spawn(process.execPath, ['--liftoff-only', ...flags, MAIN], {
    env: {
      PATH: process.env.PATH,
      MAILDEV_SMTP_PORT: '0',
      MAILDEV_WEB_PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      PORT: '0',
      ...environment,
    },
  })
  started.push(child)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.err += chunk
  })
  return { child, said }
}

const ended = (child: ChildProcess, signal?: NodeJS.Signals) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
    if (signal) child.kill(signal)
  })

/** The address it listens on, however long it takes on a busy machine. */
const address = ({ child, said }: ReturnType<typeof start>) =>
  new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /Reflet is at\s+(\S+)/.exec(said.out)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', look)
    child.once('exit', () => reject(new Error(said.err)))
    look()
  })

/** The tests' PostgreSQL, or the error of one without TLS. */
async function databaseWithoutTls() {
  const template = inject('template')
  if ('url' in template) return template.url
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.write('N'))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `postgres://reflet@127.0.0.1:${(server.address() as AddressInfo).port}/reflet`
}

/** One clear line: no stack, no value of the setting. */
async function refusal(environment: Record<string, string>, flags?: string[]) {
  const { child, said } = start(environment, flags)
  expect(await ended(child)).toBe(1)
  expect(said.err.trim().split('\n')).toHaveLength(1)
  return said.err
}

describe('an operator’s error is reported in one line', () => {
  test('production by its settings alone: no demo data and no key are created', async () => {
    const DATA_DIR = newFolder()
    const given = {
      DATABASE_URL: 'postgres://reflet@127.0.0.1:9/none',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLIC_URL: 'https://reflet.example',
    }
    expect(await refusal({ ...given, DATA_DIR })).toContain('Setting MASTER_KEY: needed in production')
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  test('a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const port = String((taken.address() as AddressInfo).port)
    expect(await refusal({ PORT: port, DATA_DIR: newFolder() })).toContain(`Port ${port} on 127.0.0.1 is taken`)
    taken.close()
  })

  test('a database that cannot be reached', async () => {
    const environment = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/none', DATA_DIR: newFolder(), DEMO: '1' }
    const line = await refusal(environment)
    expect(line).toContain('DATABASE_URL cannot be reached')
    expect(line).not.toContain('secret')
  })

  test('a database without TLS, in production', async () => {
    const secrets = { SMTP_URL: 'smtp://127.0.0.1:9', MASTER_KEY: randomBytes(32).toString('base64'), PUBLIC_URL: 'https://reflet.example' }
    const DATABASE_URL = await databaseWithoutTls()
    const line = await refusal({ ...secrets, DATABASE_URL })
    expect(line).toContain('DATABASE_URL offers no TLS: set it up, or add sslmode=disable')
  })

  test('an inbox page that is not installed', { timeout: 60_000 }, async () => {
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({ resolve: (id, context, next) => next(id === 'maildev' ? 'package-that-is-not-installed' : id, context) })`
    const line = await refusal({ DATA_DIR: newFolder() }, ['--import', `data:text/javascript,${encodeURIComponent(hook)}`])
    expect(line).toContain('Setting SMTP_URL: needed, because the inbox page')
  })

  test('a data directory that cannot be written', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await refusal({ DATA_DIR: join(file, 'data') })).toContain('No permission to write')
  })
})

describe('with data of a first start', () => {
  const parent = mkdtempSync(join(tmpdir(), 'reflet-seeded-'))
  const seeded = join(parent, 'data')
  /** Complete, although the very first process was killed in its first second. */
  beforeAll(async () => {
    const killed = start({ DATA_DIR: seeded })
    await new Promise((resolve) => setTimeout(resolve, 900))
    await ended(killed.child, 'SIGKILL')
    const first = start({ DATA_DIR: seeded })
    // Its answer shows that it handles signals now.
    await fetch(`${await address(first)}/health/live`)
    expect(await ended(first.child, 'SIGTERM')).toBe(0)
  })
  afterAll(() => rmSync(parent, { recursive: true }))

  function copyOfSeeded() {
    const folder = newFolder()
    cpSync(seeded, folder, { recursive: true })
    return folder
  }

  test('the folder is used by one process only, and survives a kill', { timeout: 900_000 }, async () => {
    const DATA_DIR = copyOfSeeded()
    const first = start({ DATA_DIR })
    const url = await address(first)
    expect(await refusal({ DATA_DIR })).toContain('in use by another process')

    const body = new URLSearchParams({
      grant_type: 'password',
      client_id: 'reflet-app',
      username: 'camille@nova.example',
      password: 'reflet-demo',
    })
    const login = await fetch(`${url}/api/login`, { method: 'POST', body })
    const { access_token } = (await login.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const changed = await fetch(`${url}/api/users/1`, { method: 'PATCH', headers, body: JSON.stringify({ job_title: 'Acknowledged' }) })
    expect(changed.status).toBe(200)
    await ended(first.child, 'SIGKILL')

    const again = start({ DATA_DIR })
    const record = (await (await fetch(`${await address(again)}/api/users/1`, { headers })).json()) as { user: { job_title: string } }
    expect(record.user.job_title).toBe('Acknowledged')
    expect(again.said.out).toContain('reflet-demo')
    expect(await ended(again.child, 'SIGTERM')).toBe(0)
    expect(readdirSync(DATA_DIR)).not.toContain('pglite.init')

    // A key of another database: the calls would fail one by one.
    const MASTER_KEY = randomBytes(32).toString('base64')
    expect(await refusal({ DATA_DIR, MASTER_KEY })).toBe(
      'Setting MASTER_KEY: does not open the keys of 2 of 2 companies of this database\n',
    )
    writeFileSync(join(DATA_DIR, 'master.key'), MASTER_KEY)
    expect(await refusal({ DATA_DIR })).toContain(`Setting MASTER_KEY (${join(DATA_DIR, 'master.key')}): does not open`)
  })

  /** Loaded before the server: says where it listens. */
  const WHERE = `import { tracingChannel } from 'node:diagnostics_channel'
    import { writeSync } from 'node:fs'
    const channel = tracingChannel('net.server.listen')
    channel.subscribe({ asyncEnd: ({ server }) => writeSync(2, JSON.stringify(server.address()) + '\\n') })`

  const othersMay = (path: string) => statSync(path).mode & 0o077

  test('it listens on this machine only, and no other user of it may read what it stores', { timeout: 120_000 }, async () => {
    expect(othersMay(seeded)).toBe(0)
    const DATA_DIR = copyOfSeeded()
    // As an older release made it.
    chmodSync(join(DATA_DIR, 'pglite'), 0o755)
    const METRICS_PORT = String(await probePort('127.0.0.1', 0))
    const server = start({ DATA_DIR, METRICS_PORT, LOG_LEVEL: 'silent' }, ['--import', `data:text/javascript,${encodeURIComponent(WHERE)}`])
    const url = await address(server)
    const body = new URLSearchParams({ email: 'camille@nova.example' })
    expect((await fetch(`${url}/api/forgottenpassword`, { method: 'POST', body })).status).toBe(200)
    const inbox = /Mails arrive at\s+(\S+)/.exec(server.said.out)?.[1]
    const mails = async () =>
      ((await (await fetch(`${inbox}/api/email`)).json()) as { to: { address: string }[] }[]).map(({ to }) => to[0]?.address)
    await expect.poll(mails, { timeout: 60_000 }).toContain('camille@nova.example')

    const sockets = server.said.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AddressInfo | string)
    const ports = sockets.filter((socket) => typeof socket !== 'string')
    const known = [url, inbox ?? ''].map((of) => Number(new URL(of).port))
    expect(ports.map(({ port }) => port)).toEqual(expect.arrayContaining([...known, Number(METRICS_PORT)]))
    expect(
      ports.filter(({ address }) => address !== '127.0.0.1'),
      'of its calls, metrics, mails and their page',
    ).toEqual([])

    const stored = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith(join('pglite', '/')))
    expect(stored.filter((path) => /^inbox-.+\.eml$/.test(path)).length).toBeGreaterThan(0)
    expect(stored.filter((path) => othersMay(join(DATA_DIR, path)))).toEqual([])
    expect(await ended(server.child, 'SIGTERM')).toBe(0)
    expect(
      readdirSync(DATA_DIR).filter((name) => name.startsWith('inbox')),
      'no mail stays',
    ).toEqual([])
  })

  /** Loaded before the server: causes an error when the process gets a signal. */
  const whenSignalled = (statement: string) => ['--import', `data:text/javascript,process.on('SIGUSR2', () => { ${statement} })`]

  test.each([
    ['an exception', `throw new Error('zxq')`, 'uncaughtException'],
    [
      'a rejection of a query',
      // In two parts: the stack quotes this code, which is its own URL.
      `Promise.reject(Object.assign(new Error('values: sec' + 'ret'), { query: '', cause: new Error('zxq') }))`,
      'unhandledRejection',
    ],
  ])('%s that nothing handles is logged in one line, and the process ends gracefully', async (_, statement, kind) => {
    const { child, said } = start({ DATA_DIR: copyOfSeeded() }, whenSignalled(statement))
    const url = await address({ child, said })
    const body = 'email=nobody%40nova.example'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    // What still runs has seven seconds: on a busy machine the first call takes longer, which compiles what it uses of the embedded database.
    expect((await fetch(`${url}/api/forgottenpassword`, { method: 'POST', headers: type, body })).status).toBe(200)
    // A running call: its body is still being sent.
    const begun = Promise.withResolvers<void>()
    const call = request(`${url}/api/forgottenpassword`, {
      method: 'POST',
      headers: { ...type, expect: '100-continue' },
    })
    call.once('continue', begun.resolve)
    call.flushHeaders()
    await begun.promise
    const answer = new Promise<number | undefined>((resolve, reject) => {
      call.once('response', (response) => resolve(response.resume().statusCode))
      call.once('error', reject)
    })
    child.kill('SIGUSR2')
    await refused(url)
    call.end(body)
    expect(await answer).toBe(200)
    expect(await ended(child)).toBe(1)
    expect(said.err).toBe('')
    const lines = said.out.split('\n').filter((line) => line.startsWith('{'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, kind, reason: 'zxq', msg: 'ending' })
    expect(said.out).not.toContain('secret')
  })

  /** Waits until no connection is accepted any more. */
  async function refused(url: string): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const taken = await fetch(`${url}/health/live`, { headers: { connection: 'close' } }).then(
        () => true,
        () => false,
      )
      if (!taken) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('it still listens')
  }
})
