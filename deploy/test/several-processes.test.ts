import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverDatabase } from '../../apps/server/src/db/index.ts'
import { openVault } from '../../apps/server/src/platform/crypto.ts'
import type { TestApp } from '../../apps/server/src/test/build-test-app.ts'
import { callServer } from '../../apps/server/src/test/call-server.ts'
import { aKey, createCompany, createUser, createUsers, type TestUser } from '../../apps/server/src/test/factories.ts'
import { type ArrivedMail, startInbox } from '../../apps/server/src/test/inbox.ts'
import { beginSignIn, createProvider, encoded, postResponse, responseOf, rightTexts, signed } from '../../apps/server/src/test/saml.ts'
import { freePort } from '../../scripts/ports.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'
import { shell } from './support/guide.ts'
import { isOk, type Running, startCaddy, startServer, until } from './support/processes.ts'

/**
 * Four servers on one PostgreSQL behind the sample proxy, round robin, under load: one is killed, another one ends as it is asked to, the
 * master key is rotated, and people are imported meanwhile.
 */

const SERVERS = 4
const WRITERS = 8
/** The limit of searches of one person in a minute. */
const SEARCHES = 120
const PEOPLE = 3_000
const REPOSITORY = resolve(import.meta.dirname, '../..')
const DRAIN_LIMIT_MS = 12_000

const root = mkdtempSync(join(tmpdir(), 'reflet-several-'))
const endings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
  rmSync(root, { recursive: true, force: true })
}, 300_000)

const newKey = () => randomBytes(32).toString('base64')

interface Servers {
  readonly url: string
  readonly ports: readonly number[]
  readonly running: Running[]
  readonly env: Record<string, string>
}

let database: Awaited<ReturnType<typeof startPostgres>>
let inbox: Awaited<ReturnType<typeof startInbox>>
let servers: Servers
const folder = join(root, 'reflet')
const firstKey = newKey()

beforeAll(async () => {
  const built = await shell(`npm run build:production --silent -- ${folder}`, REPOSITORY, {})
  expect(built.status, built.err).toBe(0)
  expect((await shell('npm ci --omit=dev', folder, {})).status).toBe(0)
  database = await startPostgres('-c fsync=off -c max_connections=120')
  endings.push(database.stop)
  inbox = await startInbox(() => new Date())
  endings.push(inbox.close)
  const ports: number[] = []
  for (let n = 0; n < SERVERS; n++) ports.push(await freePort())
  const url = `http://localhost:${await freePort()}`
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: url,
    DATABASE_URL: `${database.url}?sslmode=disable`,
    DATABASE_POOL: '8',
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    SMTP_TLS: 'off',
    MASTER_KEY: firstKey,
    METRICS_PORT: '0',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  }
  servers = { url, ports, running: [], env }
  for (const port of ports) servers.running.push(await startServer(folder, env, port))
  endings.push(() => Promise.all(servers.running.map((server) => server.end('SIGKILL'))))
  mkdirSync(join(root, 'caddy'))
  const caddy = await startCaddy(join(root, 'caddy'), url, ports, await freePort())
  endings.push(() => caddy.end())
}, 300_000)

/** A company on the servers' database, with people who are logged in. */
async function aCompany() {
  const opened = serverDatabase({ connectionString: database.url, max: 2 })
  const app = { now: () => new Date(), database: opened, vault: openVault(Buffer.from(firstKey, 'base64')) } as unknown as TestApp
  const company = await createCompany(app)
  const admin = await createUser(app, company, { role: 'admin' })
  const writers = await createUsers(app, company, WRITERS)
  const mates = await createUsers(app, company, WRITERS)
  await opened.close()
  return { company, admin, writers, mates }
}

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<Row>(text, values)
  await client.end()
  return rows
}

/** What a person sees who works on while servers come and go: each call's outcome. */
class Writer {
  readonly sent: string[] = []
  readonly outcomes = new Map<string, number>()
  readonly ended: Promise<void>
  #stopped = false
  readonly #me: TestUser
  readonly #mate: TestUser

  constructor(me: TestUser, mate: TestUser) {
    this.#me = me
    this.#mate = mate
    this.ended = this.#write()
  }

  stop() {
    this.#stopped = true
    return this.ended
  }

  async #write() {
    const { skillIds } = this.#me.company
    for (let turn = 0; !this.#stopped; turn++) {
      await this.#call('read', () => callServer(servers.url, this.#me, people.getUser, { params: { userId: '1' } }))
      const body = {
        skill_ids: [skillIds[turn % skillIds.length] as string],
        recipients: [{ user_id: this.#mate.id }],
        idempotency_key: aKey(),
      }
      // A person who gets no answer sends again, with the same key.
      for (let tries = 0; tries < 20; tries++) {
        const reply = await this.#call('write', () => callServer(servers.url, this.#me, feedback.createRequest, { body }))
        if (reply?.status !== 200) {
          await sleep(100)
          continue
        }
        this.sent.push(reply.body.id)
        break
      }
      await sleep(100)
    }
  }

  async #call<T extends { status: number }>(kind: string, run: () => Promise<T>): Promise<T | null> {
    const reply = await run().catch(() => null)
    const outcome = `${kind} ${reply?.status ?? 'no answer'}`
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    return reply
  }
}

/** Outcomes of all writers since the last look. */
function taken(writers: readonly Writer[]): Record<string, number> {
  const all: Record<string, number> = {}
  for (const { outcomes } of writers) {
    for (const [outcome, count] of outcomes) all[outcome] = (all[outcome] ?? 0) + count
    outcomes.clear()
  }
  return all
}
const refused = (outcomes: Record<string, number>) =>
  Object.entries(outcomes)
    .filter(([outcome]) => !/ (200|429)$/.test(outcome))
    .reduce((sum, [, count]) => sum + count, 0)

async function restart(place: number, env: Record<string, string>) {
  servers.running[place] = await startServer(folder, env, servers.ports[place] as number)
}

test('of 101 copies of a SAML response at four servers one signs in, and 100 are refused as replayed', async () => {
  const { company, admin, writers } = await aCompany()
  const provider = await createProvider('idp')
  const { entityId, ssoUrl, certificate } = provider
  const body = { idp_entity_id: entityId, sso_url: ssoUrl, certificates: [certificate], person_by: 'email' as const }
  expect((await callServer(servers.url, admin, adminSignIn.setSaml, { body })).status).toBe(200)
  const [{ code = '' } = {}] = await query<{ code: string }>('select code from companies where company_id = $1', [company.id])
  const at = (port: number) => ({ url: `http://127.0.0.1:${port}`, now: () => new Date(), platform: { publicUrl: () => servers.url } })
  const [first = 0] = servers.ports
  const begun = await beginSignIn(at(first), code)
  const response = encoded(signed(responseOf(rightTexts(at(first), code, provider, begun.requestId, writers[0]?.email ?? '')), provider))
  // On a busy machine a call waits longer for a connection than it may, and gets 503: it is sent again.
  const outcomeOf = (n: number) =>
    until('an answer of a server', async () => {
      const { status, location } = await postResponse(at(servers.ports[n % SERVERS] ?? 0), code, response, begun.cookie)
      if (status === 503) return null
      if (location.includes('saml=true')) return 'accepted'
      return location.endsWith('/login?sso=refused') ? 'refused' : `${status} ${location}`
    })
  const outcomes = await Promise.all(Array.from({ length: 101 }, (_, n) => outcomeOf(n)))
  expect(Object.groupBy(outcomes, (outcome) => outcome)).toEqual({ accepted: ['accepted'], refused: Array(100).fill('refused') })
  const refusals = await query<{ reason: string; n: number }>(
    `select details ->> 'reason' as reason, count(*)::int as n from audit_log where company_id = $1 and action = 'sign_in_refused' group by 1`,
    [company.id],
  )
  expect(refusals).toEqual([{ reason: 'replayed', n: 100 }])
})

test('limits hold across servers, no call is refused when one ends, each mail and job is done once', async () => {
  const { company, admin, writers: givers, mates } = await aCompany()
  expect(await isOk(`${servers.url}/health/ready`)).toBe(true)
  const writers = givers.map((me, n) => new Writer(me, mates[n] as TestUser))
  const settle = () => sleep(1_500)
  await settle()
  expect(refused(taken(writers)), 'refused calls while nothing happens').toBe(0)

  // An import begins; whoever works on it may be killed.
  const id = await startImport(admin)

  // A server ends as it is asked to: it answers what has begun and leaves no work behind.
  const begun = performance.now()
  expect(await servers.running[0]?.end('SIGTERM')).toBe(0)
  const ending = performance.now() - begun
  await settle()
  const meanwhile = taken(writers)
  expect(refused(meanwhile), `refused calls while a server ended: ${JSON.stringify(meanwhile)}`).toBe(0)
  expect(ending, 'milliseconds until it had ended').toBeLessThan(DRAIN_LIMIT_MS)

  // Another one dies: only what it was answering is lost, and sent again.
  await servers.running[1]?.end('SIGKILL')
  await settle()
  const lost = refused(taken(writers))
  expect(lost, 'calls that the killed server was answering').toBeLessThanOrEqual(WRITERS * 2)

  // The key is rotated: new servers with both keys, then the old ones, then without the old key.
  const key = newKey()
  const both = { ...servers.env, MASTER_KEY: key, MASTER_KEY_PREVIOUS: firstKey }
  for (const place of [0, 1]) await restart(place, both)
  for (const place of [2, 3]) {
    await servers.running[place]?.end('SIGTERM')
    await restart(place, both)
  }
  await settle()
  taken(writers)
  expect(await shell('./reflet keys rotate', folder, both)).toMatchObject({ status: 0 })
  await settle()
  expect(refused(taken(writers)), 'refused calls while the key is rotated').toBe(0)

  await limitHolds(mates[0] as TestUser)
  const done = await until('the import is done', async () => {
    const { body } = await callServer(servers.url, admin, adminImports.getImport, { params: { id } }).catch(() => ({ body: null }))
    return body?.status === 'done' && body
  })
  expect(done).toMatchObject({ created: PEOPLE, errors_count: 0 })
  for (const writer of writers) await writer.stop()
  await checkWrites(company.id, id, writers)
  await checkMails(company.id)
})

async function startImport(admin: TestUser): Promise<string> {
  const lines = Array.from({ length: PEOPLE }, (_, n) => `p${n}@several.example,P${n},X`)
  const form = new FormData()
  form.set('file', new Blob([`email,first_name,last_name\n${lines.join('\n')}\n`]), 'people.csv')
  const headers = { authorization: `Bearer ${admin.token}` }
  const uploaded = await fetch(`${servers.url}${adminImports.uploadImport.path}`, { method: 'POST', headers, body: form })
  const { id } = (await uploaded.json()) as { id: string }
  await until('the file is checked', async () => {
    const { body } = await callServer(servers.url, admin, adminImports.getImport, { params: { id } })
    return body.status === 'checked'
  })
  expect((await callServer(servers.url, admin, adminImports.confirmImport, { params: { id }, body: { invite: false } })).status).toBe(200)
  return id
}

/** One counter for all servers: searching is limited by person and minute. */
async function limitHolds(who: TestUser) {
  const search = () => callServer(servers.url, who, people.searchColleagues, { query: { query: 'a' } })
  // A minute may end meanwhile: then the next one allows as many again.
  let allowed = 0
  while (allowed <= 2 * SEARCHES && (await search()).status === 200) allowed++
  expect(allowed).toBeGreaterThanOrEqual(SEARCHES)
  expect(allowed, 'searches that four servers allow together').toBeLessThanOrEqual(2 * SEARCHES)
}

/** Everything acknowledged is there once, and each imported person was created once. */
async function checkWrites(companyId: string, importId: string, writers: readonly Writer[]) {
  const sent = writers.flatMap((writer) => writer.sent)
  expect(sent.length).toBeGreaterThan(WRITERS * 10)
  const [found] = await query<{ n: number }>('select count(*)::int as n from requests where id = any($1)', [sent])
  expect(found?.n).toBe(new Set(sent).size)
  const [created] = await query<{ n: number; people: number; ended: number }>(
    `select count(*) filter (where action = 'person_created')::int as n, count(distinct target_id) filter (where action = 'person_created')::int as people,
      count(*) filter (where action = 'import_ended')::int as ended from audit_log where company_id = $1 and (details ->> 'import' = $2 or target_id::text = $2)`,
    [companyId, importId],
  )
  expect(created).toEqual({ n: PEOPLE, people: PEOPLE, ended: 1 })
}

/** Each mail has arrived once; a killed server may have sent one whose row it could not update any more: again, with the same id. */
async function checkMails(companyId: string) {
  const mails: ArrivedMail[] = []
  await until('nothing is due', async () => {
    mails.push(...inbox.take())
    const [waiting] = await query<{ n: number }>(
      'select count(*)::int as n from outbox where company_id = $1 and sent_at is null and failed_at is null',
      [companyId],
    )
    return waiting?.n === 0
  })
  mails.push(...inbox.take())
  const ids = mails.map(({ messageId }) => messageId)
  expect(ids.length - new Set(ids).size, 'mails that came twice').toBeLessThanOrEqual(1)
  const [sent] = await query<{ n: number }>(
    'select count(*)::int as n from outbox where company_id = $1 and sent_at is not null and last_error is null',
    [companyId],
  )
  expect(new Set(ids).size).toBe(sent?.n)
}
