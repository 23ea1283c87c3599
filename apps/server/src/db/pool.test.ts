import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { type FaultyProxy, startProxy } from '../test/dark-proxy.ts'
import { type Database, rows, serverDatabase, sql, t } from './index.ts'
import { openInMemory } from './pglite/index.ts'
import { embeddedPool } from './pool.ts'
import { streamOf } from './watch.ts'

const destroy = (client: pg.PoolClient) =>
  new Promise<void>((resolve) => {
    client.once('end', resolve)
    streamOf(client).destroy()
  })

test('a connection that ends between two statements affects no other, on the embedded database', async () => {
  const template = inject('template')
  const embedded = await openInMemory('dump' in template ? readFileSync(template.dump) : undefined)
  const pool = embeddedPool(embedded.poolConfig)
  onTestFinished(async () => {
    await pool.end()
    await embedded.close()
  })
  const client = await pool.connect()
  await client.query('begin')
  await destroy(client)
  await expect(client.query('select 1')).rejects.toThrow()
  client.release()
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

const server = inject('template')
if ('url' in server) {
  const POOL = 4
  const { url } = server

  /** A pool on PostgreSQL behind a proxy whose network can fail, with all its connections open. */
  async function behindProxy(): Promise<{ database: Database; proxy: FaultyProxy }> {
    const own = new URL(url)
    const proxy = await startProxy(Number(own.port))
    own.port = String(proxy.port)
    const database = serverDatabase({ connectionString: own.href, max: POOL })
    onTestFinished(async () => {
      await database.close()
      await proxy.close()
    })
    await everywhere(database)
    return { database, proxy }
  }
  /** One statement on each connection. */
  const everywhere = ({ pool }: Database) => Promise.all(Array.from({ length: POOL }, () => pool.query('select pg_sleep(0.05)')))
  const one = ({ db }: Database) => rows(db, { one: t.int }, sql`select 1 as one`)
  const refused = (running: Promise<unknown>) =>
    running.then(
      () => null,
      (error: Error) => error,
    )

  describe('on PostgreSQL', () => {
    test('a broken connection fails the running statement, and the next call gets a new connection', async () => {
      const { database, proxy } = await behindProxy()
      const running = refused(database.pool.query('select pg_sleep(60)'))
      const inTransaction = refused(
        database.db.transaction(async (tx) => {
          proxy.cut()
          await running
          await tx.execute(sql`select 1`)
        }),
      )
      expect(await running).toBeInstanceOf(Error)
      expect(await inTransaction).toBeInstanceOf(Error)
      expect(await one(database)).toEqual([{ one: 1 }])
      await everywhere(database)
    })

    test('connections that died silently are found by the first call, and replaced together', async () => {
      const { database, proxy } = await behindProxy()
      proxy.darken()
      expect(await refused(one(database))).toBeInstanceOf(Error)
      // All connections of the same age are closed: each of these is new.
      await everywhere(database)
    })

    test('a database that accepts connections without answering blocks no call, however many wait', async () => {
      const { database, proxy } = await behindProxy()
      proxy.darken()
      proxy.swallow(true)
      const calls = Array.from({ length: 5 * POOL }, () => refused(one(database)))
      for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(Error)
      proxy.swallow(false)
      expect(await one(database)).toEqual([{ one: 1 }])
    })

    test('a long statement continues, and so do those that wait for it', async () => {
      const { database } = await behindProxy()
      const long = database.pool.query(`select pg_advisory_lock(7), pg_sleep(3), pg_advisory_unlock(7)`)
      const waiting = database.pool.query(`select pg_advisory_lock(7), pg_advisory_unlock(7), 'done' as came`)
      await long
      expect((await waiting).rows[0].came).toBe('done')
    })
  })
}
