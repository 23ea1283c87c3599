import { appendFileSync, chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import tls from 'node:tls'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminPolicies } from '@reflet/contract/admin-policies'
import { badges } from '@reflet/contract/badges'
import { feedback } from '@reflet/contract/feedback'
import { session } from '@reflet/contract/session'
import { skills } from '@reflet/contract/skills'
import { strFromU8, unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { callServer } from '../../apps/server/src/test/call-server.ts'
import { aKey, anAnswer } from '../../apps/server/src/test/factories.ts'
import { type ArrivedMail, startInbox } from '../../apps/server/src/test/inbox.ts'
import { acceptsJson, acceptsJwt, inExport, unbakedPng, unbakedSvg } from '../../apps/server/src/test/verifier.ts'
import { freePort } from '../../scripts/ports.mjs'
import { postgresFolder, startPostgres } from '../../scripts/postgres.mjs'
import { makeCertificate } from './support/certificates.ts'
import { openGuide, shell } from './support/guide.ts'
import { isOk, type Running, startCaddy, startServer, until } from './support/processes.ts'

/** A company moves in and out again by the operations guide alone, in production mode: each block of the guide is run as it is printed. */

const PEOPLE = Number(process.env.DRILL_PEOPLE ?? 1_000)
const PASSWORD = 'a long enough password'
// What is searched for has a character, or an end, that no random token has in that place.
const WRITTEN = 'Zxq (message|keep)'
const OF_COMPANY = ['acme([^a-z0-9_-]|$)', 'Prénom[0-9]', 'Nom [0-9]']
const REPOSITORY = resolve(import.meta.dirname, '../..')
/** Megabytes of the installed folder, its runtime packages included. */
const LARGEST_MB = 120

const root = mkdtempSync(join(tmpdir(), 'reflet-drill-'))
const certificates = postgresFolder()
const endings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
  rmSync(root, { recursive: true, force: true })
  rmSync(certificates, { recursive: true, force: true })
}, 300_000)

const place = (path: string) => join(root, path)

/** A machine as the guide expects it: PostgreSQL with TLS, a second one, a mail server with TLS, a proxy. */
async function prepareMachine() {
  const { keyFile, certFile, key, cert } = makeCertificate(certificates)
  const database = await startPostgres(`-c fsync=off -c ssl=on -c ssl_cert_file=${certFile} -c ssl_key_file=${keyFile}`)
  endings.push(database.stop)
  const other = await startPostgres()
  endings.push(other.stop)
  const inbox = await startInbox(() => new Date(), { key, cert })
  endings.push(inbox.close)
  const [port, httpsPort, httpPort, metricsPort] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const url = `https://localhost:${httpsPort}`
  mkdirSync(place('caddy'))
  const caddy = await startCaddy(place('caddy'), url, [port], httpPort)
  endings.push(() => caddy.end())
  const caddyRoot = await until('Caddy’s own authority', async () => {
    const file = place('caddy/caddy/pki/authorities/local/root.crt')
    return existsSync(file) && readFileSync(file, 'utf8')
  })
  // The variable has one file: what this machine trusts beside Node's own list, as the authority of a proxy before the registry, stays trusted.
  writeFileSync(place('trusted.pem'), [cert, caddyRoot, ...tls.getCACertificates('extra')].join('\n'))
  // As `fetch` of this test calls the proxy.
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), caddyRoot])
  for (const folder of ['opt', 'etc', 'backups']) mkdirSync(place(folder))
  return { database, other, inbox, port, url, metricsPort, certFile }
}

type Machine = Awaited<ReturnType<typeof prepareMachine>>

function guideOn(machine: Machine) {
  const places = {
    'db.example.com:5432': `localhost:${machine.database.port}`,
    '--host=other.example.com': `--host=127.0.0.1 --port=${machine.other.port} --username=postgres`,
    'postgres@other.example.com': `postgres@127.0.0.1:${machine.other.port}`,
    'smtps://reflet:secret@smtp.example.com:465': `smtps://127.0.0.1:${machine.inbox.port}`,
    'https://reflet.example.com': machine.url,
    '127.0.0.1:9464': `127.0.0.1:${machine.metricsPort}`,
    '/opt/reflet': place('opt/reflet'),
    '/etc/reflet': place('etc/reflet'),
    '/var/backups': place('backups'),
  }
  return openGuide(places, {
    NODE_EXTRA_CA_CERTS: place('trusted.pem'),
    PGHOST: '127.0.0.1',
    PGPORT: String(machine.database.port),
    PGUSER: 'postgres',
  })
}

/** Starts the server as its unit does, with the settings of the guide's file and the ports of this machine. */
async function start(machine: Machine): Promise<Running> {
  const { out } = await shell(`set -a; . ${place('etc/reflet/reflet.env')}; set +a; env -0`, root, {})
  const settings = Object.fromEntries(
    out
      .split('\0')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
      .filter(([name = '']) => /^(NODE_ENV|PUBLIC_URL|MAIL_FROM|TRUST_PROXY|METRICS_PORT|\w+_FILE)$/.test(name)),
  )
  const server = await startServer(place('opt/reflet'), { ...settings, NODE_EXTRA_CA_CERTS: place('trusted.pem') }, machine.port)
  await until('the proxy has found it', () => isOk(`${machine.url}/health/ready`))
  return server
}

const logIn = async (url: string, username: string) => {
  const body = { grant_type: 'password', client_id: 'reflet-app', username, password: PASSWORD } as const
  const { status, body: said } = await callServer(url, null, session.login, { body })
  expect(status, `${username} logs in`).toBe(200)
  return { token: said.access_token }
}

/** The text of the mail to this address; others are kept. */
function mailTo({ inbox }: Machine, email: string): Promise<string> {
  return until(`a mail to ${email}`, async () => {
    arrived.push(...inbox.take())
    return arrived.find(({ to }) => to !== undefined && !Array.isArray(to) && to.text === email)?.text
  })
}
const arrived: ArrivedMail[] = []

/** Chooses a password with the link of an invitation. */
async function acceptInvitation({ url }: Machine, email: string, invitation: string) {
  const [, token = ''] = /\/reset-password\/([\w-]{43})/.exec(invitation) ?? []
  expect(invitation).toContain(`${url}/reset-password/${token}`)
  expect((await callServer(url, null, session.resetPassword, { body: { token, password: PASSWORD } })).status).toBe(200)
  return logIn(url, email)
}

/** A file as a spreadsheet writes it: a team of twenty for each manager. */
function fileOfPeople(): Blob {
  const lines = Array.from({ length: PEOPLE }, (_, n) => {
    const manager = n % 20 === 0 ? '' : `p${n - (n % 20)}@acme.example`
    return `p${n}@acme.example;Prénom${n};Nom ${n};Département ${n % 40};R-${n};${manager}`
  })
  return new Blob([`E-mail;Prénom;Nom;Département;Matricule;Responsable\r\n${lines.join('\r\n')}\r\n`])
}

async function importPeople(url: string, admin: { token: string }) {
  const form = new FormData()
  form.set('file', fileOfPeople(), 'people.csv')
  const headers = { authorization: `Bearer ${admin.token}` }
  const uploaded = await fetch(`${url}${adminImports.uploadImport.path}`, { method: 'POST', headers, body: form })
  const { id } = (await uploaded.json()) as { id: string }
  expect(uploaded.status).toBe(200)
  const reached = (status: string) =>
    until(`the import is ${status}`, async () => {
      const { body } = await callServer(url, admin, adminImports.getImport, { params: { id } })
      expect(body.status).not.toBe('failed')
      return body.status === status && body
    })
  expect(await reached('checked')).toMatchObject({ lines: PEOPLE, created: PEOPLE, errors_count: 0 })
  await callServer(url, admin, adminImports.confirmImport, { params: { id }, body: { invite: false } })
  expect(await reached('done')).toMatchObject({ created: PEOPLE, updated: 0, deactivated: 0 })
}

/** One of the imported people is invited, asked, and answers. */
async function askAndAnswer(machine: Machine, admin: { token: string }) {
  const { url } = machine
  const email = `p${PEOPLE - 1}@acme.example`
  const found = await callServer(url, admin, adminPeople.listPeople, { query: { query: email } })
  const [person] = found.body.people
  expect(person).toMatchObject({
    email,
    first_name: `Prénom${PEOPLE - 1}`,
    status: 'invited',
    manager: { email: expect.stringMatching(/^p\d+@/) },
  })
  const id = person?.id ?? ''
  expect((await callServer(url, admin, adminPeople.invitePerson, { params: { id } })).status).toBe(200)
  const colleague = await acceptInvitation(machine, email, await mailTo(machine, email))
  const [skill] = (await callServer(url, admin, skills.listSkills)).body.skills
  const asked = await callServer(url, admin, feedback.createRequest, {
    body: { skill_ids: [skill?.id ?? ''], recipients: [{ user_id: id }], message: 'Zxq message', idempotency_key: aKey() },
  })
  expect(asked.status).toBe(200)
  const [pending] = asked.body.feedbacks
  const answer = { ...anAnswer(), keep: 'Zxq keep' }
  expect((await callServer(url, colleague, feedback.answerFeedback, { params: { id: pending?.id ?? '' }, body: answer })).status).toBe(200)
  const { body } = await callServer(url, admin, feedback.listAnswers, { query: {} })
  expect(body.answers).toMatchObject([{ keep: 'Zxq keep' }])
}

/** The administrator publishes a badge, in every format, by a rule that one answer meets. Returns the address of its page. */
async function publishBadge({ database, url }: Machine, admin: { token: string }): Promise<string> {
  const client = new pg.Client(database.url.replace(/postgres$/, 'reflet'))
  await client.connect()
  await client.query(
    'update companies set badges_active = true, badge_ratings = 1, badge_people = 1, badge_relations = 0, badge_superior = false, badge_mean = 1',
  )
  await client.end()
  const [skill] = (await callServer(url, admin, skills.listSkills)).body.skills
  const { status, body } = await callServer(url, admin, badges.publishBadges, { body: { badges: [skill?.id ?? ''] } })
  expect(status).toBe(200)
  const { id = '', page_url = '' } = body.badges[0] ?? {}
  expect(page_url).toBe(`${url}/badge/${id}`)
  const file = (format: string) => fetch(`${url}/api/badges/${id}.${format}`)
  const picture = Buffer.from(await (await file('png')).arrayBuffer())
  for (const credential of [await (await file('json')).text(), unbakedPng(picture), unbakedSvg(await (await file('svg')).text())])
    expect(await acceptsJson(credential, new Date())).toBe(true)
  expect(await acceptsJwt(await (await file('jwt')).text(), new Date())).toBe(true)
  expect((await fetch(`${page_url}/picture.png`)).headers.get('content-type')).toBe('image/png')
  await expectGenuine(page_url)
  return page_url
}

const expectGenuine = async (pageUrl: string) =>
  expect(await (await fetch(`${pageUrl}?verify&lang=en`)).text()).toContain('This badge is genuine')

/** Lines of the whole database as text, each behind its table's name, that match an extended regular expression; the first few. */
async function linesOfDump({ database }: Machine, pattern: string): Promise<string[]> {
  const url = database.url.replace(/postgres$/, 'reflet')
  const named = `awk '/^COPY /{table=$2} {print table ": " $0}'`
  const { status, out, err } = await shell(`pg_dump "${url}" | ${named} | (grep -aiE '${pattern}' || true) | head -n 40`, root, {
    LC_ALL: 'C',
  })
  // Who reads only the beginning ends the dump: 141 is its SIGPIPE.
  expect([0, 141], err).toContain(status)
  return out.split('\n').filter((line) => line !== '')
}

test('from an empty PostgreSQL to the first invitation, through a year’s operations, to a company that leaves', {
  timeout: 1_800_000,
}, async () => {
  const machine = await prepareMachine()
  const guide = guideOn(machine)

  await guide.run('build', { cwd: REPOSITORY })
  await guide.run('install', { cwd: REPOSITORY })
  const size = Number((await shell(`du -sm ${place('opt/reflet')}`, root, {})).out.split('\t')[0])
  expect(size, 'megabytes of the installed folder').toBeLessThanOrEqual(LARGEST_MB)
  expect(existsSync(place('opt/reflet/node_modules/vitest')), 'no development package').toBe(false)
  const sbom = JSON.parse(readFileSync(place('opt/reflet/sbom.json'), 'utf8'))
  expect(sbom.components.map(({ name }: { name: string }) => name)).toContain('fastify')
  expect(readFileSync(place('opt/reflet/THIRD-PARTY-NOTICES.txt'), 'utf8')).toContain('fastify 5')

  await guide.run('settings')
  copyFileSync(machine.certFile, place('etc/reflet/database-ca.pem'))
  chmodSync(place('etc/reflet/database-ca.pem'), 0o644)
  appendFileSync(place('etc/reflet/reflet.env'), `METRICS_PORT=${machine.metricsPort}\n`)
  await guide.run('database')
  const operator = (name: string, more?: Record<string, string>) => guide.run(name, { before: ['shell'], ...(more && { more }) })
  expect(await operator('migrate')).toContain('the mail server answers')

  let server = await start(machine)
  endings.push(() => server.end())
  const created = await operator('company')
  expect(created).toContain(`ok       proxy        ${machine.url} answers`)
  expect(created).not.toMatch(/^(warning|failing)/m)
  const [printed = ''] = /https:\S+\/reset-password\/\S+/.exec(created) ?? []
  const admin = await acceptInvitation(machine, 'zoe.roy@acme.example', printed)

  // Else this test would wait for the morning.
  await callServer(machine.url, admin, adminPolicies.updatePolicies, { body: { quiet_hours: null } })
  await importPeople(machine.url, admin)
  await askAndAnswer(machine, admin)
  const badge = await publishBadge(machine, admin)

  const metrics = await operator('metrics')
  for (const name of [
    'reflet_http_request_duration_seconds_bucket',
    'reflet_outbox_waiting',
    'reflet_job_last_success',
    'reflet_database_connections',
  ])
    expect(metrics).toContain(name)

  await operator('backup')
  const restored = await operator('restore')
  expect(restored).toMatch(new RegExp(`^users +${PEOPLE + 1}$`, 'm'))
  expect(restored).toMatch(/^feedbacks +1$/m)
  expect(restored).toMatch(/^opened +[1-9]\d*\nComplete\.$/m)
  await loseOneMigration(machine)
  await expect(operator('restore', {}), 'a second restore into the same database').rejects.toThrow('already exists')

  const restart = async () => {
    expect(await server.end()).toBe(0)
    server = await start(machine)
  }
  await guide.run('new-key')
  await restart()
  expect(await operator('rotate')).toContain('1 companies’ keys')
  await guide.run('old-key')
  await restart()
  const again = await logIn(machine.url, 'zoe.roy@acme.example')
  const read = await callServer(machine.url, again, feedback.listAnswers, { query: {} })
  expect(read.body.answers, 'texts open with the new key').toMatchObject([{ keep: 'Zxq keep' }])

  await expectGenuine(badge)

  for (const part of OF_COMPANY) expect(await linesOfDump(machine, part), 'the search finds what is there').not.toEqual([])
  expect(await linesOfDump(machine, WRITTEN), 'texts are sealed').toEqual([])
  await operator('leave')
  expect((await fetch(badge)).status, 'a page of a deleted company').toBe(404)
  await checkExport()
  await checkNothingLeft(machine)
  const log = server.output()
  for (const secret of ['acme.example', PASSWORD, again.token, admin.token]) expect(log).not.toContain(secret)
  expect(log).not.toMatch(new RegExp(WRITTEN))
  expect(guide.left(), 'blocks of the guide that this test does not run').toEqual([])
})

/** `backup check` says what a restored database lacks. */
async function loseOneMigration({ other }: Machine) {
  const client = new pg.Client(other.url.replace(/postgres$/, 'restored'))
  await client.connect()
  await client.query('delete from schema_migrations where name = (select max(name) from schema_migrations)')
  await client.end()
  const check = `. ${place('etc/reflet/reflet.env')}; export MASTER_KEY_FILE NODE_ENV PUBLIC_URL SMTP_URL_FILE; ./reflet backup check`
  const DATABASE_URL = `postgres://postgres@127.0.0.1:${other.port}/restored?sslmode=disable`
  const { status, out } = await shell(check, place('opt/reflet'), { DATABASE_URL })
  expect([status, out]).toEqual([1, expect.stringMatching(/migration \S+ is missing\nNot complete\./)])
}

async function checkExport() {
  const files = unzipSync(readFileSync(place('backups/acme.zip')))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array()).trim()
  expect(text('people.csv').split('\n')).toHaveLength(PEOPLE + 2)
  expect(JSON.parse(text('data.json'))).toMatchObject({ company: { code: 'acme' } })
  expect(await acceptsJson(text('badges/credentials.ndjson'), new Date(), inExport(files)), 'a badge verifies without the server').toBe(
    true,
  )
  expect(
    Object.values(files).some((bytes) => new RegExp(WRITTEN).test(strFromU8(bytes))),
    'nothing that people wrote',
  ).toBe(false)
}

/** Nothing of the company in any table or statistic but the operator's own log, which names its code. */
async function checkNothingLeft(machine: Machine) {
  const lines = await linesOfDump(machine, OF_COMPANY.join('|'))
  expect(lines.filter((line) => !line.startsWith('public.operator_log: '))).toEqual([])
  expect(
    lines.some((line) => line.includes('company_deleted')),
    'the operator’s log outlives the company',
  ).toBe(true)
  const client = new pg.Client(machine.database.url.replace(/postgres$/, 'reflet'))
  await client.connect()
  const { rows } = await client.query(
    `select tablename, attname from pg_stats where schemaname = 'public' and
    concat(most_common_vals::text, histogram_bounds::text) ~* $1 and tablename <> 'operator_log'`,
    [OF_COMPANY.join('|')],
  )
  await client.end()
  expect(rows).toEqual([])
}
