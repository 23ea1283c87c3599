import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../test/build-test-app.ts'
import { createCompany, createUser } from '../test/factories.ts'
import { startTracing } from './tracing.ts'

interface SpanSent {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[]
}

/** A collector of OpenTelemetry's protocol on loopback. */
async function startCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(`${request.url} ${body}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const spans = (): SpanSent[] =>
    bodies
      .flatMap((one) => JSON.parse(one.slice(one.indexOf(' ') + 1)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }: { spans: SpanSent[] }) => spans))
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans }
}

const attributesOf = ({ attributes }: SpanSent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

test('calls, their statements and jobs are traced with ids only; a trace of the caller goes on', async () => {
  const collector = await startCollector()
  const tracing = startTracing({ endpoint: collector.endpoint, serviceName: 'reflet', ratio: 1 })
  const app = await buildTestApp({ tracing })
  const company = await createCompany(app)
  const camille = await createUser(app, company, { first_name: 'Zxqname' })
  const traceparent = `00-${TRACE}-${CALLER}-01`
  await app.call(camille, people.getUser, { params: { userId: '1' } }, { traceparent })
  await app.call(camille, people.updateUser, { params: { userId: '1' }, body: { job_title: 'Zxqjob' } })
  await app.call(null, session.forgottenPassword, { body: { email: camille.email } })
  await fetch(`${app.url}/reset-password/zxq-token`)
  await tracing.traceJob('outbox', async () => void (await app.sendMails()))
  await expect(
    tracing.traceJob('rounds', async () => {
      throw new Error('Zxqerror')
    }),
  ).rejects.toThrow()
  await app.close()

  expect(collector.bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true)
  const spans = collector.spans()
  const call = spans.find(({ name }) => name === 'GET /api/users/:userId')
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 })
  expect(call && attributesOf(call)).toMatchObject({ 'http.response.status_code': 200, company_id: company.id, user_id: camille.id })
  const within = (parent: SpanSent | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === parent?.spanId)
  expect(within(call).length, 'statements of the call').toBeGreaterThan(0)
  const changed = spans.find(({ name }) => name === 'PATCH /api/users/:userId')
  expect(
    within(changed).map(({ name }) => name),
    'statements after a body was read',
  ).toContain('update')
  const job = spans.find(({ name }) => name === 'job outbox')
  expect(within(job).length, 'statements of the job').toBeGreaterThan(0)
  expect(spans.find(({ name }) => name === 'job rounds')?.status.code).toBe(2)
  const all = collector.bodies.join()
  for (const text of ['Zxqname', 'Zxqjob', 'Zxqerror', 'zxq-token', camille.email, camille.token]) expect(all).not.toContain(text)
})
