import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Call } from './load.ts'

/** The baseline counts only if it is equivalent: the same JSON and the same rows. Ids and times of new rows differ. */

const TABLES = ['requests', 'recipients', 'feedbacks', 'newsfeed', 'outbox', 'guests', 'sessions', 'rate_limits']
/** Answers of one skill, month and relation share a row: whether one adds a row or increments a number depends on earlier answers. */
const COUNTED = 'select coalesce(sum(rated_1 + rated_2 + rated_3 + rated_4 + rated_5 + not_observed), 0)::int as answers from skill_totals'
const MADE = /"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"|"\d{4}-\d\d-\d\dT[\d:.]+Z"/g

/** One side: a server on loopback and two fresh calls of one kind. */
interface Same {
  readonly port: number
  readonly calls: readonly [Call, Call]
}

async function ask(port: number, { method, path, token, body }: Call): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return text
}

/** Per table: the number of rows, and for each column the number of rows with a value. */
async function filled(database: Pick<pg.Pool, 'query'>): Promise<Record<string, number>> {
  const { rows } = await database.query<{ table_name: string; column_name: string }>(
    'select table_name, column_name from information_schema.columns where table_schema = current_schema() and table_name = any($1) order by 1, ordinal_position',
    [TABLES],
  )
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const columns = rows.filter(({ table_name }) => table_name === table).map(({ column_name }) => column_name)
    assert.notEqual(columns.length, 0, `no table ${table}`)
    const { rows: found } = await database.query(
      `select count(*)::int as rows, ${columns.map((name) => `count(${name})::int as "${name}"`).join()} from ${table}`,
    )
    for (const [column, count] of Object.entries<number>(found[0])) counts[`${table}.${column}`] = count
  }
  const { rows: totals } = await database.query<{ answers: number }>(COUNTED)
  return { ...counts, 'skill_totals.answers': totals[0]?.answers ?? 0 }
}

/** A call's response and the changes of each table and column. */
async function written(database: Pick<pg.Pool, 'query'>, call: () => Promise<string>) {
  // A pending mail would be bundled with the receiver's next answer.
  await database.query('delete from outbox where sent_at is null')
  // The news of a request is read with its first answer.
  await database.query(`update newsfeed set read_at = null where kind = 'request_received'`)
  const before = await filled(database)
  const answer = await call()
  const after = await filled(database)
  return { answer, rows: Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)])) }
}

/**
 * Compares the product and the baseline by one call on the same database.
 * @throws AssertionError
 */
export async function checkSame(
  database: Pick<pg.Pool, 'query'>,
  server: Same['port'],
  bare: Same['port'],
  calls: Same['calls'],
): Promise<void> {
  const [call, second] = calls
  const product = await written(database, () => ask(server, call))
  // A feedback is answered once, and a key sends once: the baseline gets the next one, with other names.
  const baseline = await written(database, () => ask(bare, call.method === 'GET' ? call : second))
  assert.deepEqual(baseline.rows, product.rows)
  const shape = (text: string) => JSON.parse(text.replace(MADE, '"made"'), (_key, value) => (typeof value === 'string' ? 'text' : value))
  const rated = (value: object) => ({ ...value, ...('answer' in value && { answer: { ...(value.answer as object), rating: 0 } }) })
  if (call.method === 'GET') assert.deepEqual(JSON.parse(baseline.answer), JSON.parse(product.answer))
  else assert.deepEqual(rated(shape(baseline.answer)), rated(shape(product.answer)))
  // The same order of fields, too: both send the same bytes.
  if (call.method === 'GET') assert.equal(baseline.answer, product.answer)
}
