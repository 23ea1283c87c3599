import { createServer, type Server } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, serverDatabase } from '../db/index.ts'
import { buildAppForThisTest, type TestApp } from '../test/build-test-app.ts'
import { healthRoutes } from './health.ts'
import { createMailer } from './mail.ts'
import { watchMail } from './mail-watch.ts'

const ready = async (app: TestApp) => {
  const response = await fetch(`${app.url}/health/ready`)
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** The probe alone, of a process whose jobs run. */
function probeOf({ pool }: Database, closing = new AbortController().signal) {
  const http = Fastify()
  onTestFinished(() => http.close())
  healthRoutes(http, pool, { migrations: [], jobs: () => true, mail: () => 'ok', closing })
  return () => http.inject('/health/ready')
}

test('ready reports its checks, and a failing mail server does not make it unready', async () => {
  const app = await buildAppForThisTest()
  expect(await ready(app), 'jobs do not run yet').toMatchObject({
    status: 503,
    body: { code: 'unavailable', database: 'ok', migrations: 'ok', jobs: 'failing', mail: 'unknown' },
  })
  await app.startSchedules()
  await app.checkMail()
  expect(await ready(app)).toEqual({ status: 200, body: { status: 'ready', database: 'ok', migrations: 'ok', jobs: 'ok', mail: 'ok' } })
  await app.closeInbox()
  await app.checkMail()
  expect(await ready(app)).toMatchObject({ status: 200, body: { status: 'ready', mail: 'failing' } })
})

test('no caller connects to the mail server, however many ask', async () => {
  const app = await buildAppForThisTest()
  await app.checkMail()
  const before = app.mailConnections()
  expect(before).toBeGreaterThan(0)
  await Promise.all(Array.from({ length: 50 }, () => ready(app)))
  expect(app.mailConnections()).toBe(before)
})

test('concurrent checks of the mail server are one', async () => {
  let connections = 0
  const silent: Server = createServer((socket) => {
    connections++
    socket.on('error', () => {}).end('554 no\r\n')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  onTestFinished(() => void silent.close())
  const address = silent.address() as { port: number }
  const watch = watchMail(createMailer(`smtp://127.0.0.1:${address.port}`, 'Reflet <no-reply@reflet.example>'))
  await Promise.all([watch.check(), watch.check(), watch.check()])
  expect([watch.state(), connections]).toEqual(['failing', 1])
})

test('a database that does not answer is reported, and checked once for all callers', async () => {
  let connections = 0
  // It accepts connections and never answers.
  const dead = createServer(() => connections++).listen(0, '127.0.0.1')
  await new Promise((resolve) => dead.once('listening', resolve))
  const { port } = dead.address() as { port: number }
  const database = serverDatabase({ host: '127.0.0.1', port, user: 'reflet', database: 'reflet' })
  onTestFinished(async () => {
    await database.close()
    dead.close()
  })
  const probe = probeOf(database)
  const replies = await Promise.all(Array.from({ length: 20 }, probe))
  for (const reply of replies) expect([reply.statusCode, reply.json().database]).toEqual([503, 'failing'])
  expect(connections).toBe(1)
})

test('a process that ends is not ready: no proxy sends it another call', async () => {
  const app = await buildAppForThisTest()
  const ending = new AbortController()
  const probe = probeOf(app.database, ending.signal)
  expect((await probe()).statusCode).toBe(200)
  ending.abort()
  expect((await probe()).statusCode).toBe(503)
})

test('a database that lacks a migration of this release is not ready', async () => {
  const app = await buildAppForThisTest()
  await app.startSchedules()
  await app.database.pool.query('delete from schema_migrations where name = (select max(name) from schema_migrations)')
  expect(await ready(app)).toMatchObject({ status: 503, body: { database: 'ok', migrations: 'failing' } })
})
