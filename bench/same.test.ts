import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { DEMO_ACCOUNTS, seedDemo } from '../apps/server/src/demo/seed.ts'
import { buildTestApp, type TestApp } from '../apps/server/src/test/build-test-app.ts'
import { openSession } from '../apps/server/src/test/factories.ts'
import { createBare } from './bare.ts'
import type { Call } from './load.ts'
import { checkSame } from './same.ts'

/** The baseline server responds and writes like the product: when the contract grows, the baseline must follow. */

let app: TestApp
let bare: ReturnType<typeof createBare>

beforeAll(async () => {
  app = await buildTestApp()
  await seedDemo(app.database.db, app.vault, app.now())
  bare = createBare({ pool: app.database.pool, reads: app.database.pool, vault: app.vault, clock: app.now })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => bare.close(resolve))
  await app.close()
})

const same = (first: Call, second: Call) =>
  checkSame(app.database.pool, Number(new URL(app.url).port), (bare.address() as AddressInfo).port, [first, second])

async function only<Row extends object>(text: string, ...values: unknown[]): Promise<Row> {
  const { rows } = await app.database.pool.query<Row>(text, values)
  if (!rows[0]) throw new Error('the demo has none')
  return rows[0]
}

async function tokenOf(email: string) {
  const { company_id, id } = await only<{ company_id: string; id: string }>('select company_id, id from users where email = $1', email)
  return openSession(app, company_id, id)
}

describe('the baseline server is equivalent to the product', () => {
  test.each(DEMO_ACCOUNTS.map(({ email }) => email))('opening the app as %s', async (email) => {
    const call: Call = { method: 'GET', path: '/api/users/1', token: await tokenOf(email) }
    await same(call, call)
  })

  test('sending a request to five colleagues', async () => {
    const token = await tokenOf('camille@nova.example')
    const { skill, people } = await only<{ skill: string; people: string[] }>(
      `select (select k.id from skills k where k.company_id = u.company_id order by k.id limit 1) as skill,
        (select json_agg(o.id) from (select o.id from users o where o.company_id = u.company_id and o.id <> u.id and o.deactivated_at is null order by o.id limit 5) o) as people
        from users u where u.email = 'camille@nova.example'`,
    )
    for (const words of [{ context: 'The launch', message: 'Thank you' }, { due_at: new Date(app.now().getTime() + 9e8).toISOString() }]) {
      const send = (): Call => ({
        method: 'POST',
        path: '/api/feedbacks/requests',
        token,
        body: {
          skill_ids: [skill],
          recipients: people.map((user_id) => ({ user_id })),
          ...words,
          confidential: false,
          idempotency_key: randomUUID(),
        },
      })
      await same(send(), send())
    }
  })

  test('answering', async () => {
    const { email, ids } = await only<{ email: string; ids: string[] }>(
      `select u.email, json_agg(f.id) as ids from feedbacks f
        join requests r on r.company_id = f.company_id and r.id = f.request_id and r.expires_at > $1
        join users u on u.company_id = f.company_id and u.id = f.giver_id
        where f.status = 'pending' and not f.confidential group by u.email having count(*) >= 2 order by u.email limit 1`,
      app.now(),
    )
    const token = await tokenOf(email)
    const answer = (id: string | undefined): Call => ({
      method: 'POST',
      path: `/api/feedbacks/${id}/answer`,
      token,
      body: { rating: 4, not_observed: false, situation: 'In the workshop on Tuesday', keep: 'You listened', improve: '' },
    })
    await same(answer(ids[0]), answer(ids[1]))
  })
})
