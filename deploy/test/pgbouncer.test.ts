import { people } from '@reflet/contract/people'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type Params, query, serverDatabase, sql, t } from '../../apps/server/src/db/index.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { buildTestApp, type TestApp } from '../../apps/server/src/test/build-test-app.ts'
import { createCompany, createUsers, type TestUser } from '../../apps/server/src/test/factories.ts'
import { answer, ask } from '../../apps/server/src/test/requests.ts'
import { startPgbouncer } from '../../scripts/pgbouncer.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'

/** Debian's pgbouncer (1.18) does not keep prepared statements: another connection of the server runs the next transaction. */

const CALLS = 200
/** Confidential answers are released by threes. */
const AT_ONCE = 15

const endings: (() => Promise<unknown>)[] = []
let server: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  server = await startPostgres('-c fsync=off')
  endings.push(server.stop)
  const direct = serverDatabase({ connectionString: server.url })
  await migrate(direct.pool)
  await direct.close()
})
afterAll(async () => {
  for (const end of endings.reverse()) await end()
})

async function open(prepared: boolean, settings = {}) {
  const pooler = await startPgbouncer(server.url, settings)
  endings.push(pooler.stop)
  const own = new URL(server.url)
  own.port = String(pooler.port)
  return serverDatabase({ connectionString: own.href, max: AT_ONCE }, prepared)
}

test('named statements are lost by it', async () => {
  const { db, close } = await open(true, { ignore_startup_parameters: 'options' })
  endings.push(close)
  const named = query('test_named', { n: t.int }, (v: Params<{ n: number }>) => sql`select ${v.n}::int as n`)
  const calls = Array.from({ length: CALLS }, (_, n) => named(db, { n }).then(() => 'answered', codeOf))
  expect((await Promise.all(calls)).filter((outcome) => outcome === '26000' || outcome === '42P05').length).toBeGreaterThan(0)
})

describe('with DATABASE_PREPARED=off', () => {
  let app: TestApp
  let me: TestUser
  let mates: TestUser[]

  beforeAll(async () => {
    app = await buildTestApp({ database: await open(false) })
    endings.push(() => app.close())
    const company = await createCompany(app)
    ;[me, ...mates] = (await createUsers(app, company, AT_ONCE + 1)) as [TestUser, ...TestUser[]]
  })

  test('nothing is pipelined', () => {
    expect(app.database.pipeline).toBeNull()
  })

  test('everyone answers at once, in statements and in transactions, and reads', async () => {
    const sent = await Promise.all([ask(app, me, mates), ask(app, me, mates, { confidential: true })])
    await Promise.all(mates.flatMap((mate) => sent.map((request) => answer(app, mate, request))))
    const records = await Promise.all(Array.from({ length: CALLS }, () => app.call(me, people.getUser, { params: { userId: '1' } })))
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(records.map(({ body }) => body.feedbacks.new_answers))).toEqual(new Set([2 * mates.length]))
  })
})
