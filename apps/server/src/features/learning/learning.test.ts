import type { LookupAddress, lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { account } from '@reflet/contract/account'
import { people } from '@reflet/contract/people'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { assignments, nullable, rows, sql, t } from '../../db/index.ts'
import { createOutgoing } from '../../platform/outgoing.ts'
import { type DomoscioService, startDomoscio } from '../../test/domoscio.ts'
import { createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { ensureStudent } from './domoscio.ts'

const app = useTestApp()
const { company } = useCompanyPerTest(app)
let service: DomoscioService
let me: TestUser

beforeEach(async () => {
  service = await startDomoscio()
  me = await createUser(app, company, { first_name: 'Marked', last_name: 'Person', email: `marked-${service.token}@company.example` })
  await setUp(company, { host: service.origin, instance: service.instance, token: service.token })
})
afterEach(() => service.close())

/** The company's settings, with its token encrypted as it is stored. */
async function setUp(of: TestCompany, { host, instance, token }: { host?: string | null; instance?: string; token?: string }) {
  const [row] = await rows(app.database.db, { wrapped_key: t.bytes }, sql`select wrapped_key from companies where company_id = ${of.id}`)
  const seal = app.vault.sealOf(of.id, row?.wrapped_key as Buffer)
  const changes = {
    ...(host !== undefined && { domoscio_host: host }),
    ...(instance !== undefined && { domoscio_instance: instance }),
    ...(token !== undefined && { sealed_domoscio_token: seal.seal(token, 'companies.sealed_domoscio_token', of.id) }),
  }
  await app.database.db.execute(sql`update companies set ${assignments(changes)} where company_id = ${of.id}`)
}

async function ask(linkType: 'link' | 'unlink', user = me) {
  const reply = await app.call(user, account.linkDomoscio, { body: { linkType } })
  expect(reply.status, reply.body.code).toBe(200)
  return reply.body.status
}
const studentOf = async (user = me) => {
  const columns = { domoscio_student: nullable(t.text) }
  const [row] = await rows(app.database.db, columns, sql`select domoscio_student from users where id = ${user.id}`)
  return row?.domoscio_student ?? null
}
const isLinked = async (user = me) =>
  (await app.call(user, people.getUser, { params: { userId: '1' } })).body.user.is_learning_platform_linked
const spoken = () => service.take().map(({ method, path, headers }) => `${method} ${path.split('/').slice(4).join('/')} ${how(headers)}`)
const how = (headers: Record<string, unknown>) => (headers.authorization ? 'by token' : 'by pair')

describe('linking to the learning platform', () => {
  test('creates a student with a pseudonym, and sends nothing else about the person', async () => {
    expect(await ask('link')).toBe('linked')
    const [call, ...others] = service.take() as [ReturnType<DomoscioService['take']>[number]]
    expect(others).toEqual([])
    expect(call).toMatchObject({ method: 'POST', path: `/v2/instances/${service.instance}/students` })
    expect(call.headers.authorization).toBe(`Bearer ${service.token}`)
    const { uid } = call.body as { uid: string }
    expect(call.body).toEqual({ uid, active: true })
    expect(uid).toMatch(/^[\w-]{22}$/)
    const sent = JSON.stringify(call).replaceAll(service.token, '')
    for (const mark of ['Marked', 'Person', 'company.example', me.id, company.id, me.token]) expect(sent).not.toContain(mark)
    expect([...service.students]).toEqual([[Number(await studentOf()), uid]])
    expect(await isLinked()).toBe(true)
  })

  test('again keeps the same student: 422 means it exists', async () => {
    await ask('link')
    const student = await studentOf()
    await app.database.db.execute(sql`update users set domoscio_student = null where id = ${me.id}`)
    service.take()
    expect(await ask('link')).toBe('linked')
    expect(spoken()).toEqual(['POST students by pair', expect.stringMatching(/^GET students\?uid=[\w-]{22} by pair$/)])
    expect(await studentOf()).toBe(student)
    expect(service.students.size).toBe(1)
  })

  test('creates two students for two people, also concurrently', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => createUser(app, company)))
    expect(await Promise.all(others.map((other) => ask('link', other)))).toEqual(Array(4).fill('linked'))
    expect(service.students.size).toBe(4)
    expect(new Set(await Promise.all(others.map(studentOf))).size).toBe(4)
  })

  test('ends with the student’s deletion', async () => {
    await ask('link')
    expect(await ask('unlink')).toBe('unlinked')
    expect([service.students.size, await studentOf(), await isLinked()]).toEqual([0, null, false])
    service.take()
    expect(await ask('unlink'), 'again').toBe('unlinked')
    expect(service.take()).toEqual([])
    expect(await ask('link'), 'and can begin anew').toBe('linked')
  })

  test('ends with the account, and never prevents its deletion', async () => {
    await ask('link')
    expect((await app.call(me, account.deleteUser)).status).toBe(200)
    expect(service.students.size).toBe(0)
    const other = await createUser(app, company)
    await ask('link', other)
    service.behave((response) => Boolean(response.writeHead(500).end()))
    expect((await app.call(other, account.deleteUser)).status).toBe(200)
  })

  test('ends when the student is gone on the platform, and never deletes another person’s with the same number', async () => {
    await ask('link')
    service.students.clear()
    expect([await ask('unlink'), await studentOf()], 'deleted on the platform already').toEqual(['unlinked', null])
    await ask('link')
    service.students.set(Number(await studentOf()), 'of-another-instance')
    expect([await ask('unlink'), await studentOf(), service.students.size]).toEqual(['unlinked', null, 1])
  })
})

describe('authentication', () => {
  test('uses the token pair of the last response, and starts again when it has expired', async () => {
    await ask('link')
    await ask('link')
    expect(spoken()).toEqual(['POST students by token', 'POST students by pair', expect.stringMatching(/^GET .* by pair$/)])
    service.expire()
    expect(await ask('link')).toBe('linked')
    expect(spoken()).toEqual(['POST students by pair', 'POST students by token', expect.stringMatching(/^GET .* by pair$/)])
  })

  test('keeps the token that a response omits', async () => {
    service.behave((response, { headers, body }) => {
      const { uid } = (body ?? {}) as { uid?: string }
      const first = headers.authorization !== undefined
      response.writeHead(201, first ? { AccessToken: 'access-1', RefreshToken: 'refresh-1' } : { AccessToken: 'access-2' })
      response.end(JSON.stringify({ id: 1, uid }))
      return true
    })
    for (let time = 0; time < 3; time++) expect(await ask('link')).toBe('linked')
    const pairs = service.take().map(({ headers }) => [headers.accesstoken, headers.refreshtoken])
    expect(pairs).toEqual([
      [undefined, undefined],
      ['access-1', 'refresh-1'],
      ['access-2', 'refresh-1'],
    ])
  })

  test('is separate for each company token and instance', async () => {
    await ask('link')
    const other = await createCompany(app)
    const stranger = await createUser(app, other)
    await setUp(other, { host: service.origin, instance: service.instance, token: 'a wrong token' })
    service.take()
    expect(await ask('link', stranger)).toBe('unavailable')
    expect(spoken(), 'asked once, not for ever').toEqual(['POST students by token'])
  })
})

describe('unavailable, without changes', () => {
  test.each<[string, Parameters<typeof setUp>[1]]>([
    ['without a platform', { host: null }],
    ['with a URL that is not allowed', { host: 'http://learning.example' }],
    ['with an instance that changes the path', { instance: '../../admin' }],
  ])('a company %s', async (_, settings) => {
    await ask('link')
    const before = await studentOf()
    await setUp(company, settings)
    service.take()
    expect([await ask('link'), await studentOf()]).toEqual(['unavailable', before])
    expect([await ask('unlink'), await studentOf()], 'the link is removed all the same').toEqual(['unlinked', null])
    expect(service.take()).toEqual([])
  })

  test.each([
    ['fails', (response) => response.writeHead(500).end()],
    ['refuses', (response) => response.writeHead(403).end('{}')],
    ['refuses every token', (response) => response.writeHead(401).end('{}')],
    ['returns 422 without such a student', (response, call) => response.writeHead(call.method === 'POST' ? 422 : 200).end('[]')],
    ['returns a page', (response) => response.writeHead(200).end('<html>Maintenance</html>')],
    ['returns another shape', (response) => response.writeHead(200).end('{"student":{"id":1}}')],
    ['returns another student', (response) => response.writeHead(201).end('{"id":1,"uid":"somebody-else"}')],
    ['returns an id with a path', (response, call) => response.writeHead(201).end(JSON.stringify({ ...uidOf(call), id: '../..' }))],
    ['returns too much', (response, call) => response.writeHead(201).end(JSON.stringify({ id: 1, ...uidOf(call) }) + ' '.repeat(300_000))],
    ['breaks off', (response) => response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy())],
  ] satisfies [string, (...args: Parameters<Parameters<DomoscioService['behave']>[0] & object>) => unknown][])(
    'when it %s',
    async (_, misbehave) => {
      service.behave((response, call) => {
        misbehave(response, call)
        return true
      })
      expect([await ask('link'), await studentOf()]).toEqual(['unavailable', null])
    },
  )

  test('if deletion fails, the link stays and can be ended later', async () => {
    await ask('link')
    const student = await studentOf()
    service.behave((response, { method }) => method === 'DELETE' && Boolean(response.writeHead(500).end()))
    expect([await ask('unlink'), await studentOf(), await isLinked()]).toEqual(['unavailable', student, true])
    service.behave()
    expect([await ask('unlink'), await studentOf(), service.students.size]).toEqual(['unlinked', null, 0])
  })

  test('if the platform never answers, or is down', async () => {
    service.behave(() => true)
    const { origin, instance, token } = service
    await expect(ensureStudent(app.platform.outgoing, { origin, instance, token }, 'uid', 50)).rejects.toThrow('no answer: TimeoutError')
    await service.close()
    expect([await ask('link'), await studentOf()]).toEqual(['unavailable', null])
  })

  test('if it redirects: no token is sent there', async () => {
    const visits: unknown[] = []
    const elsewhere = createServer((request, response) => {
      visits.push(request.headers)
      response.end('{}')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void elsewhere.close())
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
    service.behave((response) => Boolean(response.writeHead(307, { location }).end()))
    expect([await ask('link'), visits]).toEqual(['unavailable', []])
  })

  test('the log has the reason, without a secret', async () => {
    const log = vi.spyOn(app.platform.log, 'warn')
    onTestFinished(() => log.mockRestore())
    await ask('link')
    service.behave((response) => Boolean(response.writeHead(500).end()))
    await ask('link')
    await setUp(company, { token: `${service.token}\nsplit` })
    await ask('link')
    await setUp(company, { host: null })
    await ask('link')
    const lines = log.mock.calls.map(([fields]) => fields as { reason: string; company_id: string })
    expect(lines).toEqual([
      { company_id: company.id, reason: 'status 500' },
      { company_id: company.id, reason: 'no answer: ERR_INVALID_CHAR' },
      { company_id: company.id, reason: 'no settings that can be used' },
    ])
  })
})

test('in production no host of the operator’s own network is called', async () => {
  const port = new URL(service.origin).port
  const account = { origin: `http://learning.example:${port}`, instance: service.instance, token: service.token }
  const resolve = ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
  const production = createOutgoing({ onlyPublic: true, resolve })
  await expect(ensureStudent(production, account, 'uid')).rejects.toThrow('no answer: not_public')
  expect(service.take()).toEqual([])
  expect(await ensureStudent(createOutgoing({ onlyPublic: false, resolve }), account, 'uid'), 'the name leads there').toBeTruthy()
})

const uidOf = (call: { body: unknown }) => call.body as { uid: string }
