import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { type FaultyProxy, startProxy } from '../test/dark-proxy.ts'
import { type Database, type Params, type Queryable, query, rows, serverDatabase, sql, t } from './index.ts'
import { SLOW_MS } from './pipeline.ts'

const template = inject('template')

/** A short read, as the session's look-up is. */
const echo = query('test_echo_pipelined', { n: t.int }, (v: Params<{ n: number }>) => sql`select ${v.n}::int as n`, { pipelined: true })
/** A read that takes its time, whatever it waits for. */
const slow = query('test_slow', {}, (v: Params<{ seconds: number }>) => sql`select from pg_sleep(${v.seconds}::float8)`, {
  pipelined: true,
})

/** Another call of the server: outside the transaction in which it is begun. */
const detached = AsyncResource.bind(<T>(run: () => Promise<T>): Promise<T> => run())

test('a statement that may wait for a lock is refused', async () => {
  const nowhere = { send: () => Promise.reject(new Error('sent')) } as unknown as Queryable
  const refused = (text: string) => query(null, {}, () => sql`${sql.raw(text)}`, { pipelined: true })(nowhere, {})
  for (const text of [
    'update users set a = 1',
    'with x as (delete from users) select from x',
    'select from users for no key update',
    'select from users for share',
    'select from pg_advisory_xact_lock(1)',
  ])
    await expect(refused(text), text).rejects.toThrow('not a read')
  await expect(refused('select updated_at from users'), 'a column of such a name').rejects.toThrow('sent')
})

if ('url' in template) {
  const { url } = template

  describe('on PostgreSQL', () => {
    /** Behind a proxy whose network can fail. */
    async function behindProxy(): Promise<{ database: Database; proxy: FaultyProxy }> {
      const own = new URL(url)
      const proxy = await startProxy(Number(own.port))
      own.port = String(proxy.port)
      const database = serverDatabase({ connectionString: own.href, max: 12 })
      onTestFinished(async () => {
        await database.close()
        await proxy.close()
      })
      return { database, proxy }
    }
    const refused = (running: Promise<unknown>) =>
      running.then(
        () => null,
        (error: Error) => error,
      )
    const many = (database: Database, count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => echo(database.db, { n }).then(([row]) => row?.n)))

    test('many statements at once are answered over three connections, each with its own result; the pool is free', async () => {
      const { database } = await behindProxy()
      expect(await many(database, 300)).toEqual(Array.from({ length: 300 }, (_, n) => n))
      expect(database.pipeline?.connections).toBe(3)
      expect(database.pipeline?.waiting).toBe(0)
      expect(database.pool.totalCount).toBe(0)
    })

    test('no connection compiles statements (JIT)', async () => {
      const { database } = await behindProxy()
      const setting = { jit: t.text }
      const pipelined = query('test_jit', setting, () => sql`select current_setting('jit') as jit`, { pipelined: true })
      expect(await pipelined(database.db, {})).toEqual([{ jit: 'off' }])
      expect(await rows(database.db, setting, sql`select current_setting('jit') as jit`)).toEqual([{ jit: 'off' }])
    })

    test('an error is that of its statement alone', async () => {
      const { database } = await behindProxy()
      const fails = query('test_fails', { n: t.int }, (v: Params<{ n: number }>) => sql`select 1 / ${v.n}::int as n`, { pipelined: true })
      const all = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          fails(database.db, { n: n % 2 }).then(
            () => 'done',
            () => 'failed',
          ),
        ),
      )
      expect(all).toEqual(Array.from({ length: 60 }, (_, n) => (n % 2 ? 'done' : 'failed')))
      expect(await many(database, 30)).toHaveLength(30)
    })

    test('within a transaction nothing is pipelined: it would wait for statements that wait for its lock', async () => {
      const { database } = await behindProxy()
      const { db } = database
      await db.execute(sql`create table if not exists test_held (n int)`)
      const reads = query('test_held', { n: t.int }, () => sql`select count(*)::int as n from test_held`, { pipelined: true })
      const blocked: Promise<unknown>[] = []
      const inside = await db.transaction(async (tx) => {
        await tx.execute(sql`alter table test_held add column if not exists other int`)
        // The head of each pipelined connection waits for this transaction.
        for (let n = 0; n < 6; n++) blocked.push(detached(() => reads(db, {})))
        while ((database.pipeline?.waiting ?? 0) < 6) await sleep(10)
        const own = [...(await echo(tx, { n: 1 })), ...(await echo(db, { n: 2 }))]
        await sleep(2 * SLOW_MS)
        // They wait for longer than a read does: the calls of others have the pool.
        return [...own, ...(await detached(() => echo(db, { n: 3 })))]
      })
      expect(inside).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
      expect(await Promise.all(blocked)).toHaveLength(6)
    })

    test('a statement that fails as it was prepared, because a migration changed a column, is prepared again', async () => {
      const { database } = await behindProxy()
      const { db } = database
      await db.execute(sql`create table test_changed (n smallint)`)
      await db.execute(sql`insert into test_changed values (1)`)
      const reads = query('test_changed', { n: t.int }, () => sql`select n from test_changed`, { pipelined: true })
      await Promise.all(Array.from({ length: 12 }, () => reads(db, {})))
      await db.execute(sql`alter table test_changed alter column n type int`)
      await Promise.all(Array.from({ length: 12 }, () => refused(reads(db, {}))))
      expect(await Promise.all(Array.from({ length: 12 }, () => reads(db, {})))).toHaveLength(12)
    })

    test('closed, it answers what it was sent, and refuses more', async () => {
      const database = serverDatabase({ connectionString: url, max: 12 })
      await many(database, 3)
      const running = slow(database.db, { seconds: 0.1 })
      const connecting = [refused(slow(database.db, { seconds: 0.1 })), refused(slow(database.db, { seconds: 0.1 }))]
      await database.close()
      expect(await running).toHaveLength(1)
      expect(await Promise.all(connecting)).toHaveLength(2)
      expect(await refused(echo(database.db, { n: 1 }))).toBeInstanceOf(Error)
      expect(database.pipeline?.connections).toBe(0)
    })

    test('a slow statement holds up none on the other connections, and is counted', async () => {
      const { database } = await behindProxy()
      const { db } = database
      await many(database, 30)
      const before = database.pipeline?.slow ?? 0
      await db.execute(sql`create table if not exists test_locked (n int)`)
      const reads = query('test_locked', {}, () => sql`select from test_locked`, { pipelined: true })
      let waiting: Promise<unknown> | undefined
      await db.transaction(async (tx) => {
        await tx.execute(sql`alter table test_locked add column if not exists other int`)
        waiting = detached(() => reads(db, {}))
        // One after the other: each finds a connection that has nothing to do.
        for (let n = 0; n < 20; n++) expect(await detached(() => echo(db, { n }))).toEqual([{ n }])
        await sleep(2 * SLOW_MS)
      })
      expect(await waiting).toEqual([])
      expect((database.pipeline?.slow ?? 0) - before).toBeGreaterThan(0)
    })

    test('a cut connection fails the statements on it, and the next ones get a new one', async () => {
      const { database, proxy } = await behindProxy()
      await many(database, 30)
      const running = Promise.all(Array.from({ length: 9 }, () => refused(slow(database.db, { seconds: 30 }))))
      await sleep(100)
      proxy.cut()
      for (const error of await running) expect(error).toBeInstanceOf(Error)
      expect(await many(database, 30)).toHaveLength(30)
    })

    test('connections that died silently are found by a statement, and replaced together, those of the pool as well', async () => {
      const { database, proxy } = await behindProxy()
      await many(database, 30)
      await rows(database.db, {}, sql`select`)
      proxy.darken()
      expect(await refused(echo(database.db, { n: 1 }))).toBeInstanceOf(Error)
      expect(await many(database, 30)).toHaveLength(30)
      expect(await rows(database.db, { n: t.int }, sql`select 1 as n`)).toEqual([{ n: 1 }])
    })

    test('a database that accepts connections without answering blocks no statement, however many wait', async () => {
      const { database, proxy } = await behindProxy()
      proxy.swallow(true)
      const calls = Array.from({ length: 40 }, (_, n) => refused(echo(database.db, { n })))
      for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(Error)
      proxy.swallow(false)
      expect(await many(database, 30)).toHaveLength(30)
    })
  })
}
