import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MINUTE_MS } from '@reflet/contract/durations'
import { type Endpoint, errorsOf, type Input, type Output } from '@reflet/contract/endpoint'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type App, type AppParts, buildApp } from '../app.ts'
import { type Database, embeddedDatabase, serverDatabase } from '../db/index.ts'
import { openInMemory } from '../db/pglite/index.ts'
import { PLACES } from '../places.ts'
import { openVault, type Vault } from '../platform/crypto.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { createPush, type Push, type PushSettings } from '../platform/push.ts'
import type { Tracing } from '../platform/tracing.ts'
import { callServer, type Reply } from './call-server.ts'
import { type ArrivedMail, startInbox } from './inbox.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database: a dump of PGlite, or the name of a PostgreSQL template. */
    template: { dump: string } | { url: string; database: string }
  }
}

export interface TestApp extends App {
  readonly database: Database
  readonly vault: Vault
  readonly push: Push
  readonly url: string
  /** Advances the server's clock. */
  advance(milliseconds: number): void
  now(): Date
  /** Calls an endpoint of the contract with `token`, or anonymously. */
  call<E extends Endpoint>(
    who: { token: string } | null,
    endpoint: E,
    input?: Partial<Input<E>>,
    headers?: Record<string, string>,
  ): Promise<Reply<Output<E>>>
  /** Sends what is pending in the outbox and returns every mail that has arrived since the last call. */
  mails(): Promise<ArrivedMail[]>
  /** The same without sending: what the server sent on its own. */
  arrivedMails(): ArrivedMail[]
  /** While true the mail server refuses every message. */
  refuseMails(refuse: boolean): void
  /** The number of connections to the mail server. */
  mailConnections(): number
  /** Stops the mail server. */
  closeInbox(): Promise<void>
}

/** The start time of every test: a Monday morning without a daylight saving change near. */
const START = Date.parse('2026-11-16T09:00:00Z')

export interface Own {
  readonly database?: Database
  readonly log?: Log
  readonly tracing?: Tracing
  /** The URLs of the fake push services; nothing is sent anywhere else. */
  readonly push?: Pick<PushSettings, 'fcm' | 'apns' | 'webPushAt'>
  readonly settings?: Partial<AppParts['settings']>
}

/** The server as in production, with its own database (a migrated one may be given), mail server and clock, listening on loopback. */
export async function buildTestApp(own: Own = {}): Promise<TestApp> {
  const { database, drop } = own.database ? { database: own.database, drop: async () => {} } : await openTestDatabase()
  const vault = openVault(randomBytes(32))
  let offset = START - Date.now()
  const clock = () => new Date(Date.now() + offset)
  const inbox = await startInbox(clock)
  const push = createPush({ keys: vault.webPushKeys(), contact: 'mailto:operator@reflet.example', clock, ...own.push })
  let url = 'http://localhost'
  const app = await buildApp({
    database,
    mailer: createMailer(`smtp://127.0.0.1:${inbox.port}`, 'Reflet <no-reply@reflet.example>'),
    push,
    clock,
    vault,
    log: own.log ?? createLog('silent'),
    tracing: own.tracing,
    // A busy machine must not fail a test.
    settings: { production: false, trustProxy: 0, publicUrl: () => url, webRoot: PLACES.web, maxEventLoopDelay: 0, ...own.settings },
  })
  url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...app,
    database,
    vault,
    push,
    url,
    now: clock,
    advance: (milliseconds) => {
      offset += milliseconds
    },
    async call(who, endpoint, input, headers) {
      const reply = await callServer(url, who, endpoint, input ?? {}, headers)
      if (reply.status >= 400 && !errorsOf(endpoint).some((code) => code === reply.body.code))
        throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${reply.body.code}`)
      return reply
    },
    async mails() {
      // After the undo window and the bundling of answers.
      offset += 5 * MINUTE_MS
      await app.sendMails()
      offset -= 5 * MINUTE_MS
      return inbox.take()
    },
    arrivedMails: inbox.take,
    refuseMails: inbox.refuse,
    mailConnections: inbox.connections,
    closeInbox: inbox.close,
    async close() {
      const closed = app.close()
      // A test may leave a response unread: the server would wait for a minute until its connection is idle.
      app.http.server.closeAllConnections()
      await closed
      await inbox.close()
      await drop()
    },
  }
}

/** A long simulation is run as a whole by `npm run test:all`; a part of it in the gate. */
export const inWhole = <T>(all: T, part: T): T => (process.env.TEST_WHOLE ? all : part)

/** One for a single test. */
export async function buildAppForThisTest(own: Own = {}): Promise<TestApp> {
  const app = await buildTestApp(own)
  onTestFinished(() => app.close())
  return app
}

async function openTestDatabase(): Promise<{ database: Database; drop: () => Promise<void> }> {
  const template = inject('template')
  if ('dump' in template) {
    const embedded = await openInMemory(readFileSync(template.dump))
    return { database: embeddedDatabase(embedded), drop: async () => {} }
  }
  const name = `reflet_test_${randomUUID().replaceAll('-', '')}`
  await onServer(template.url, `create database ${name} template ${template.database}`)
  const own = new URL(template.url)
  own.pathname = `/${name}`
  return {
    database: serverDatabase({ connectionString: own.href, max: 8 }),
    drop: () => onServer(template.url, `drop database ${name} with (force)`),
  }
}

/** Runs one statement on the PostgreSQL server's own database. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
