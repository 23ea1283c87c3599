import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { Pipeline } from './pipeline.ts'
import { embeddedPool, HealingPool } from './pool.ts'
import { execute, type Queryable, type Statement, type TransactionMode } from './query.ts'
import { scrubEmbedded, scrubServer } from './scrub.ts'

export { type Columns, nullable, type RowOf, t } from './columns.ts'
export { countOf, insert, instant, instantOrNull, type Queryable, query, queryForEachSet, rows } from './query.ts'
export { assignments, columnsOf, excluded, insertInto, type Of, type Params, type Sql, sql, upsert, type Value } from './sql.ts'

/** An open database and how to close it. */
export interface Database {
  readonly db: Queryable
  readonly pool: pg.Pool
  /** None on the embedded database, behind a pooler without prepared statements, and where there are few connections. */
  readonly pipeline: Pipeline | null
  readonly embedded: boolean
  /**
   * Call this after deleting personal data: rewrites files that may still hold it. An embedded database larger than `largest` bytes is
   * skipped, because other calls would wait while its largest table is rewritten.
   */
  scrub(largest?: number): Promise<void>
  close(): Promise<void>
}

export interface DatabaseSettings {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** Connections in all. */
  readonly poolSize: number
  /** `false` behind a pooler that does not keep prepared statements: they are sent without a name. */
  readonly prepared?: boolean
}

/** Opens PostgreSQL by its URL, or the embedded database in `dataDir` when there is none. */
export async function openDatabase({ databaseUrl, dataDir, poolSize, prepared }: DatabaseSettings): Promise<Database> {
  if (databaseUrl) return serverDatabase({ connectionString: databaseUrl, max: poolSize }, prepared)
  const { openEmbedded } = await import('./pglite/index.ts')
  return embeddedDatabase(await openEmbedded(dataDir))
}

/** Pipelined connections: three do the work of a pool; the fourth would wait for a core. */
const PIPELINED = 3
/** Connections per pipelined one: most are left for transactions and long statements. */
const SHARE = 4

/** PostgreSQL compiles a statement whose estimated cost is high: for one of short subqueries, such as the list of badges, that takes ten times as long as to run it. */
const WITHOUT_JIT = '-c jit=off'

/** A PostgreSQL server. `max` connections in all. A pooler, where nothing is prepared, refuses parameters of a session. */
export function serverDatabase({ max = 10, ...address }: pg.PoolConfig, prepared = true): Database {
  const config = prepared ? { ...address, options: WITHOUT_JIT } : address
  const pipelined = prepared ? Math.min(PIPELINED, Math.floor(max / SHARE)) : 0
  const pool = new HealingPool({ ...config, max: max - pipelined })
  const pipeline = pipelined > 0 ? new Pipeline(config, pool.watch, pipelined) : null
  return {
    db: connect(pool, pipeline, prepared),
    pool,
    pipeline,
    embedded: false,
    scrub: () => scrubServer(pool),
    close: async () => void (await Promise.all([pool.end(), pipeline?.end()])),
  }
}

/** The embedded database, whose one connection is inside the process. */
export function embeddedDatabase(embedded: { readonly poolConfig: pg.PoolConfig; close(): Promise<void> }): Database {
  const pool = embeddedPool(embedded.poolConfig)
  return {
    db: connect(pool, null, true),
    pool,
    pipeline: null,
    embedded: true,
    scrub: (largest = Infinity) => scrubEmbedded(pool, largest),
    async close() {
      await pool.end()
      await embedded.close()
    },
  }
}

const BEGIN: Record<TransactionMode, string> = { snapshot: 'begin isolation level repeatable read read only' }

/** Whether a transaction of this process is waiting for what runs now. */
const inside = new AsyncLocalStorage<true>()

function connect(pool: pg.Pool, pipeline: Pipeline | null, prepared: boolean): Queryable {
  const sent = prepared ? (statement: Statement) => statement : ({ name: _, ...statement }: Statement) => statement
  const db: Queryable = {
    /**
     * Never pipelined within a transaction: a transaction that waits for statements that wait for its lock would be a deadlock that
     * PostgreSQL cannot see.
     */
    send: (statement) => (statement.pipelined && !inside.getStore() && pipeline?.query(statement)) || pool.query(sent(statement)),
    execute: (statement) => execute(db, statement),
    /** A connection whose transaction has not ended is closed. */
    async transaction(run, mode) {
      const client = await pool.connect()
      const bounds = { begin: mode ? BEGIN[mode] : 'begin', end: 'commit', undo: 'rollback' }
      try {
        return await inside.run(true, () => between({ client, sent }, bounds, run))
      } finally {
        client.release(client.getTransactionStatus() !== 'I')
      }
    },
  }
  return db
}

interface Connection {
  readonly client: pg.PoolClient
  sent(statement: Statement): pg.QueryConfig
}

interface Bounds {
  readonly begin: string
  readonly end: string
  readonly undo: string
}

async function between<Result>(on: Connection, { begin, end, undo }: Bounds, run: (tx: Queryable) => Promise<Result>, depth = 1) {
  const { client } = on
  await client.query(begin)
  try {
    const result = await run(inTransaction(on, depth))
    await client.query(end)
    return result
  } catch (error) {
    await client.query(undo)
    throw error
  }
}

function inTransaction(on: Connection, depth: number): Queryable {
  const tx: Queryable = {
    send: (statement) => on.client.query(on.sent(statement)),
    execute: (statement) => execute(tx, statement),
    transaction(run) {
      const savepoint = `savepoint_${depth}`
      const bounds = { begin: `savepoint ${savepoint}`, end: `release savepoint ${savepoint}`, undo: `rollback to savepoint ${savepoint}` }
      return between(on, bounds, run, depth + 1)
    },
  }
  return tx
}

/** Whether the error is a violation of this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  return (error as Error & { constraint?: string }).constraint === constraint || violates(error.cause, constraint)
}

/** PostgreSQL's error code. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const own = (error as Error & { code?: string }).code
  return own ?? codeOf(error.cause)
}
