import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { people } from '@reflet/contract/people'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../db/index.ts'
import { scimRoutes } from '../features/admin/scim/scim.routes.ts'
import { createUser } from '../test/factories.ts'
import { ask } from '../test/requests.ts'
import { directoryOf } from '../test/scim.ts'
import { useCompany } from '../test/use-company.ts'
import { useTestApp } from '../test/use-test-app.ts'
import { createHttp } from './http.ts'
import { createLog } from './log.ts'
import { serveMetrics } from './metrics-server.ts'
import { probePort } from './ports.ts'

const lines: string[] = []
const app = useTestApp({ log: createLog('info', { write: (line) => lines.push(line) }) })
const { company, camille, amir } = useCompany(app, ['camille', 'amir'])
const log = createLog('silent')
/** Opens a path of the metrics' own port. */
async function served() {
  const { port, close } = await serveMetrics(app.metrics, { host: '127.0.0.1', port: await probePort('127.0.0.1', 0) }, log)
  onTestFinished(close)
  return (path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`)
}

test('calls by route and status, refusals, the pool, the outbox, sessions: on a port of their own', async () => {
  const scrape = await served()
  await app.call(camille, people.getUser, { params: { userId: '1' } })
  await app.call(camille, people.getUser, { params: { userId: company.id } })
  for (let i = 0; i < 122; i++) await app.call(camille, people.searchColleagues, { query: { query: 'x' } })
  await ask(app, camille, [amir])
  await app.database.db.execute(sql`update outbox set send_after = now() - interval '1 hour' where company_id = ${company.id}`)
  const text = await (await scrape()).text()
  for (const line of [
    /^reflet_http_request_duration_seconds_count\{method="GET",route="\/api\/users\/:userId",status="200"\} 1$/m,
    /^reflet_refusals_total\{code="not_found",area="api"\} 1$/m,
    /^reflet_rate_limited_total\{limit="search"\} 2$/m,
    /^reflet_database_connections\{state="waiting"\} 0$/m,
    /^reflet_outbox_waiting 1$/m,
    /^reflet_outbox_oldest_seconds 3[56]\d\d/m,
    /^reflet_sessions \d+$/m,
  ])
    expect(text).toMatch(line)
  expect(text, 'no id and no address').not.toMatch(new RegExp(`${company.id}|${camille.id}|@company`))
  expect((await scrape('/')).status).toBe(404)
  expect((await fetch(`${app.url}/metrics`)).status, 'not on the port of the app').toBe(404)
  expect(lines.some((line) => line.includes(`"company_id":"${company.id}","user_id":"${camille.id}"`))).toBe(true)
})

test('refusals of directories by their reason, their own limit, and bodies that are too large by route', async () => {
  const { token } = await directoryOf(app, await createUser(app, company, { role: 'admin' }))
  const http = await createHttp(app.platform, { trustProxy: 0, secure: false, scriptHashes: [] }, app.metrics)
  scimRoutes(http, app.platform, [], { perSecond: 0.001, burst: 3 })
  onTestFinished(() => http.close())
  const call = (path: string, of = token, method: 'GET' | 'POST' = 'GET', payload = '') =>
    http
      .inject({ method, url: `/scim/v2${path}`, headers: { authorization: `Bearer ${of}`, 'content-type': 'application/json' }, payload })
      .then(({ statusCode }) => statusCode)
  expect([
    await call('/Users', 'none'),
    await call('/Schemas?filter=x'),
    await call('/Users?filter=x'),
    await call('/Users', token, 'POST', ' '.repeat(1024 * 1024 + 1)),
    await call('/Users'),
  ]).toEqual([401, 403, 400, 413, 429])
  const body = JSON.stringify({ job_title: 'x'.repeat(200 * 1024) })
  const headers = { authorization: `Bearer ${camille.token}`, 'content-type': 'application/json' }
  expect((await fetch(`${app.url}/api/users/1`, { method: 'PATCH', headers, body })).status).toBe(413)
  const text = await app.metrics.print()
  for (const line of [
    'reflet_refusals_total{code="unauthenticated",area="scim"} 1',
    'reflet_refusals_total{code="forbidden",area="scim"} 1',
    'reflet_refusals_total{code="payload_too_large",area="scim"} 1',
    'reflet_refusals_total{code="invalid_input",area="scim"} 1',
    'reflet_refusals_total{code="slow_down",area="scim"} 1',
    'reflet_rate_limited_total{limit="scim"} 1',
    'reflet_bodies_refused_total{method="POST",route="/scim/v2/Users"} 1',
    'reflet_bodies_refused_total{method="PATCH",route="/api/users/:userId"} 1',
  ])
    expect(text.split('\n')).toContain(line)
})

test('refusals of single sign-on, of which the person sees one and the same page', async () => {
  const body = new URLSearchParams({ SAMLResponse: 'x'.repeat(600 * 1024) })
  const statuses = [(await fetch(`${app.url}/saml/none/acs`, { method: 'POST', body, redirect: 'manual' })).status]
  await app.database.db.execute(sql`update rate_limits set hits = 1000000`)
  onTestFinished(async () => void (await app.database.db.execute(sql`delete from rate_limits`)))
  statuses.push((await fetch(`${app.url}/oidc/none/login`, { redirect: 'manual' })).status)
  expect(statuses).toEqual([303, 303])
  const lines = (await app.metrics.print()).split('\n')
  expect(lines).toContain('reflet_bodies_refused_total{method="POST",route="/saml/:code/acs"} 1')
  expect(lines).toContain('reflet_rate_limited_total{limit="oidc"} 1')
})

test('the event loop: a pause is counted with its whole length, whatever scrapes meanwhile', async () => {
  const scrape = await served()
  const delays = async () => {
    const text = await (await scrape()).text()
    const of = (part: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`reflet_event_loop_delay_seconds_${part} `))
          ?.split(' ')[1],
      )
    return { seconds: of('sum'), long: of('count') - of('bucket{le="0.5"}') }
  }
  const before = await delays()
  const until = performance.now() + 1_000
  while (performance.now() < until);
  // The timer was due long ago: it runs before what is called next is answered.
  const after = await delays()
  expect(after.seconds - before.seconds).toBeGreaterThan(0.85)
  expect(after.long - before.long).toBeGreaterThanOrEqual(1)
  expect((await delays()).seconds, 'a scrape resets nothing').toBeGreaterThanOrEqual(after.seconds)
})

test.each(['alerts.yaml', 'dashboard.json'])('docs/monitoring/%s asks for metrics and labels that there are', async (file) => {
  const scrape = await served()
  const printed = await (await scrape()).text()
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/monitoring', file), 'utf8')
  const names = new Set(Array.from(text.matchAll(/\breflet_[a-z0-9_]+\b/g), ([name]) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(names.size).toBeGreaterThan(8)
  expect([...names].filter((name) => !printed.includes(`# HELP ${name} `))).toEqual([])
  const jobs = readFileSync(join(import.meta.dirname, '../app.ts'), 'utf8')
  const scheduled = Array.from(text.matchAll(/schedule=~"([^"]+)"/g), ([, list = '']) => list.split('|')).flat()
  expect(scheduled.filter((name) => !jobs.includes(`{ name: '${name}', cron`) && !jobs.includes(`name: '${name}',\n`))).toEqual([])
})

test('a taken port is a warning, and 0 switches them off', async () => {
  const port = Number(new URL(app.url).port)
  expect((await serveMetrics(app.metrics, { host: '127.0.0.1', port }, log)).port).toBeNull()
  expect((await serveMetrics(app.metrics, { host: '127.0.0.1', port: 0 }, log)).port).toBeNull()
})
