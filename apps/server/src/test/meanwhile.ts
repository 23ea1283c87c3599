import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { inject } from 'vitest'
import type { TestApp } from './build-test-app.ts'

/** The embedded database: each call waits for the transaction that is open. */
export const hasOneConnection = () => 'dump' in inject('template')

/**
 * A concurrent call in the middle of a transaction: `begun`, then the call, then `ended` when the call waits for the transaction or has
 * finished. On the embedded database, which has one connection, it always waits. Returns the call's response.
 */
export async function meanwhile<T>(
  app: TestApp,
  begun: (client: PoolClient) => Promise<unknown>,
  call: () => Promise<T>,
  ended: (client: PoolClient) => Promise<unknown>,
): Promise<T> {
  const client = await app.database.pool.connect()
  let broken = true
  try {
    await client.query('begin')
    await begun(client)
    let goneBy = false
    const reply = call().finally(() => {
      goneBy = true
    })
    while (!goneBy && !(await someoneWaitsFor(client))) await pause(10)
    await ended(client)
    await client.query('commit')
    broken = false
    client.release()
    return await reply
  } finally {
    if (broken) client.release(true)
  }
}

async function someoneWaitsFor(client: PoolClient): Promise<boolean> {
  if (hasOneConnection()) return true
  await client.query('select pg_stat_clear_snapshot()')
  const waiting = await client.query('select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))')
  return waiting.rowCount !== 0
}
