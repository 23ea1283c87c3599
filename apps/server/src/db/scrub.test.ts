import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './index.ts'

const MARK = 'zxq-forget-me'

async function openInFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflet-scrub-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, poolSize: 1 })
  onTestFinished(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const holding = () =>
    readdirSync(dataDir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(MARK))
      .map(({ name }) => name)
  const logFiles = () => readdirSync(join(dataDir, 'pglite/pg_wal'), { withFileTypes: true }).filter((entry) => entry.isFile())
  return { pool: database.pool, scrub: database.scrub, holding, logFiles }
}

test('scrubbing removes every byte of deleted rows from dead rows, statistics and the write-ahead log', async () => {
  const { pool, scrub, holding, logFiles } = await openInFolder()
  await pool.query('create table people (name text)')
  await pool.query('insert into people select $1 from generate_series(1, 500)', [MARK])
  await pool.query("insert into people select 'somebody' from generate_series(1, 500)")
  await pool.query('analyze people')
  await pool.query('delete from people where name = $1', [MARK])
  await pool.query('checkpoint')
  expect(holding().length, 'table, samples and log').toBeGreaterThan(2)
  await scrub(1)
  expect(holding().length, 'a database that is too large waits for the night').toBeGreaterThan(2)
  await scrub()
  expect(holding()).toEqual([])
  expect(logFiles()).toHaveLength(1)
  expect((await pool.query('select count(*)::int as n from people')).rows).toEqual([{ n: 500 }])
})

test('scrubbing also removes log files that an earlier version kept for recycling', async () => {
  const { pool, scrub, holding, logFiles } = await openInFolder()
  await pool.query('create table people (name text)')
  await pool.query('set wal_recycle = on')
  for (let round = 0; round < 3; round++) {
    await pool.query('insert into people select $1 from generate_series(1, 500)', [MARK])
    await pool.query('select pg_switch_wal()')
    await pool.query('checkpoint')
  }
  await pool.query('reset wal_recycle')
  await pool.query('delete from people')
  expect(logFiles().length).toBeGreaterThan(1)
  await scrub()
  expect(holding()).toEqual([])
  expect(logFiles()).toHaveLength(1)
})
