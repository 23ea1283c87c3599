import { type Endpoint, mediaTypeOf, needsSession } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { describe, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { buildAppForThisTest } from './build-test-app.ts'
import { calls } from './contract-places.ts'
import { createCompany, createUser } from './factories.ts'
import { useCompany } from './use-company.ts'
import { useTestApp } from './use-test-app.ts'

/** Who calls is known before anything of the input is read: who may not is refused alike, whatever was sent. */

const app = useTestApp()
const { employee } = useCompany(app, ['employee'])

const BROKEN = '{"a":'
const UNKNOWN = 'no-such-token'.padEnd(43, 'x')
const OVER_EVERY_LIMIT = 1024 * 1024

interface Sent {
  readonly body?: string
  readonly type?: string
}
/** What is refused if it is read. */
const UNREADABLE = (endpoint: Endpoint): [string, Sent][] => [
  ['nothing', {}],
  ['another encoding', { body: '<a/>', type: 'text/xml' }],
  ['a broken body', { body: BROKEN, type: mediaTypeOf(endpoint) ?? 'application/json' }],
  ['another form', { body: '[1]', type: mediaTypeOf(endpoint) ?? 'application/json' }],
  ['too much', { body: 'a'.repeat(OVER_EVERY_LIMIT), type: mediaTypeOf(endpoint) ?? 'application/json' }],
]

/** With parameters and a query that are none. */
async function refusal(endpoint: Endpoint, { body, type }: Sent, headers: Record<string, string>): Promise<[number, string]> {
  const path = endpoint.path.replace(/:token/, UNKNOWN).replace(/:\w+/g, '!')
  const response = await fetch(`${app.url}${path}?cursor=!&limit=!`, {
    method: endpoint.method,
    headers: { ...headers, ...(type && { 'content-type': type }) },
    ...(body !== undefined && endpoint.method !== 'GET' && { body }),
  })
  return [response.status, ((await response.json()) as { code: string }).code]
}

const inSession = calls.filter(([, endpoint]) => needsSession(endpoint))
const NO_SESSION: [string, Record<string, string>][] = [
  ['without a token', {}],
  ['with an invented token', { authorization: `Bearer ${UNKNOWN}` }],
  ['with an invented cookie', { cookie: `access_token=${UNKNOWN}` }],
]

test.each(inSession)('%s refuses a stranger', async (_name, endpoint) => {
  for (const [how, headers] of NO_SESSION) {
    for (const [what, sent] of UNREADABLE(endpoint)) {
      expect(await refusal(endpoint, sent, headers), `${what}, ${how}`).toEqual([401, 'unauthenticated'])
    }
  }
})

test.each(inSession.filter(([, { access }]) => access === 'admin'))('%s refuses an employee', async (_name, endpoint) => {
  for (const [what, sent] of UNREADABLE(endpoint)) {
    const headers = { authorization: `Bearer ${employee.token}` }
    expect(await refusal(endpoint, sent, headers), what).toEqual([403, 'forbidden'])
  }
})

const withLink = calls.filter(([, { access, body }]) => access === 'guest' && body)

test.each(withLink)('%s reads nothing for an invented link', async (_name, endpoint) => {
  for (const [what, sent] of UNREADABLE(endpoint)) expect(await refusal(endpoint, sent, {}), what).toEqual([404, 'not_found'])
})

describe('the limit of a network', () => {
  const bad = { body: BROKEN, headers: { 'content-type': 'application/json' } }

  test('counts refused bodies, and comes before them', async () => {
    const limited = await buildAppForThisTest()
    const login = () => fetch(`${limited.url}${session.login.path}`, { method: 'POST', ...bad })
    for (let n = 0; n < 100; n++) expect((await login()).status).toBe(415)
    const refused = await login()
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'slow_down' })
  })

  test('and that of a person, too', async () => {
    const limited = await buildAppForThisTest()
    const me = await createUser(limited, await createCompany(limited))
    const search = (query: string) =>
      fetch(`${limited.url}${people.searchColleagues.path}${query}`, { headers: { authorization: `Bearer ${me.token}` } })
    for (let n = 0; n < 120; n++) expect((await search('?limit=!')).status).toBe(400)
    expect((await search('?query=a')).status).toBe(429)
  })
})

test('a bad body learns nothing about an object', async () => {
  const path = `/api/feedbacks/${newId(app.now())}/answer`
  const sent = { body: '{}', type: 'application/json' }
  const known = await refusal({ ...feedback.answerFeedback, path }, sent, { authorization: `Bearer ${employee.token}` })
  expect(known).toEqual([400, 'invalid_input'])
})
