import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { streamOf } from '../db/watch.ts'
import { buildAppForThisTest, buildTestApp } from '../test/build-test-app.ts'
import { startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const schedule = { name: 'tick', cron: '* * * * *', run: async () => {} }

test('jobs start once the database is available: a failover meanwhile does not stop the server', async () => {
  const app = await buildAppForThisTest()
  const { pool, embedded } = app.database
  let acquired = 0
  // pg-boss swallows some failures of its start: enough at the beginning that an attempt fails, and one in the middle of the next.
  const cut = (client: PoolClient) => {
    acquired++
    if (acquired <= 5 || acquired === 12) streamOf(client).destroy()
  }
  pool.on('acquire', cut)
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })
  const jobs = await startJobs(pool, [schedule], log, embedded, new AbortController().signal)
  onTestFinished(() => jobs?.stop())
  expect(acquired).toBeGreaterThan(12)
  expect(lines.join('')).toContain('jobs wait for the database')
  expect(jobs?.running()).toBe(true)
  pool.off('acquire', cut)
  const { rows } = await pool.query(`select name from pgboss.queue where name = 'tick'`)
  expect(rows).toEqual([{ name: 'tick' }])
})

test('stopping while the database is unavailable ends the wait', async () => {
  const app = await buildAppForThisTest()
  const { pool, embedded } = app.database
  const closing = new AbortController()
  closing.abort()
  expect(await startJobs(pool, [schedule], app.platform.log, embedded, closing.signal)).toBeNull()
})

test('a server that is closed while it starts its schedules starts none of its timers afterwards', async () => {
  const app = await buildTestApp()
  const starting = app.startSchedules()
  await app.close()
  await starting
  // The check of the mail server, which is started with the outbox and the imports, begins with a connection.
  expect(app.mailConnections()).toBe(0)
})
