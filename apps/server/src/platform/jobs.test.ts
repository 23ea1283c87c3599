import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildAppForThisTest } from '../test/build-test-app.ts'
import { startJobs } from './jobs.ts'

const schedule = { name: 'tick', cron: '* * * * *', run: async () => {} }

test('jobs begin once the database is there: one that fails over meanwhile ends nothing', async () => {
  const app = await buildAppForThisTest()
  const { pool, embedded } = app.database
  let cuts = 0
  // Cut before the first statement, and once more in the middle of the second attempt.
  const cut = (client: PoolClient) => {
    cuts++
    if (cuts === 1 || cuts === 12) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
  pool.on('acquire', cut)
  const jobs = await startJobs(pool, [schedule], app.platform.log, embedded, new AbortController().signal)
  onTestFinished(() => jobs?.stop())
  expect(cuts).toBeGreaterThan(12)
  expect(jobs?.running()).toBe(true)
  pool.off('acquire', cut)
  const { rows } = await pool.query(`select name from pgboss.queue where name = 'tick'`)
  expect(rows).toEqual([{ name: 'tick' }])
})

test('who is told to end while the database is away waits no longer', async () => {
  const app = await buildAppForThisTest()
  const { pool, embedded } = app.database
  const closing = new AbortController()
  closing.abort()
  expect(await startJobs(pool, [schedule], app.platform.log, embedded, closing.signal)).toBeNull()
})
