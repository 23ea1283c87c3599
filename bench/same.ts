import assert from 'node:assert/strict'
import pg from 'pg'
import type { Side } from './compare.ts'
import { settle } from './data.ts'
import type { Call } from './load.ts'
import type { Running } from './processes.ts'

/** The yardstick counts only if it does the same: the same JSON and the same rows. Ids and times of new rows differ. */

const TABLES = ['requests', 'recipients', 'feedbacks', 'newsfeed', 'outbox', 'guests', 'sessions']
const MADE = /"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"|"\d{4}-\d\d-\d\dT[\d:.]+Z"/g

async function ask({ port }: Running, { method, path, token, body }: Call): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return text
}

/** What each table holds, and a digest of the columns that do not depend on the moment. */
async function written(url: string, call: () => Promise<string>) {
  const client = new pg.Client(url)
  await client.connect()
  const count = async () =>
    (
      await client.query(`select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')},
      (select count(*)::int from feedbacks where status = 'answered' and released_at is not null and sealed_keep is not null) as answers,
      (select count(*)::int from outbox where user_id is not null and recipient_id is not null) as asking,
      (select count(*)::int from newsfeed where actor_id is not null and request_id is not null) as named`)
    ).rows[0]
  // A mail that waits already would take the next answer of its receiver with it.
  await settle(client)
  const before = await count()
  const answer = await call()
  const after = await count()
  await client.end()
  return { answer, rows: Object.fromEntries(Object.entries<number>(after).map(([name, rows]) => [name, rows - before[name]])) }
}

/** @throws AssertionError */
export async function checkSame(url: string, server: Side, bare: Side): Promise<void> {
  const [call, second] = await server.calls(2)
  assert(call && second)
  const product = await written(url, () => ask(server.running, call))
  // A feedback is answered once, and a key sends once: the yardstick gets the next one, whose names differ.
  const yardstick = await written(url, () => ask(bare.running, call.method === 'GET' ? call : second))
  assert.deepEqual(yardstick.rows, product.rows)
  if (call.method === 'GET') assert.equal(yardstick.answer, product.answer)
  const shape = (text: string) => JSON.parse(text.replace(MADE, '"made"'), (_key, value) => (typeof value === 'string' ? 'text' : value))
  const rated = (value: object) => ({ ...value, ...('answer' in value && { answer: { ...(value.answer as object), rating: 0 } }) })
  assert.deepEqual(rated(shape(yardstick.answer)), rated(shape(product.answer)))
}
