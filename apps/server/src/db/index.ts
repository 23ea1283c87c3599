import type pg from 'pg'
import { embeddedPool, serverPool } from './pool.ts'
import { execute, type Queryable, type TransactionMode } from './query.ts'
import { scrubEmbedded, scrubServer } from './scrub.ts'

export { type Columns, nullable, type RowOf, t } from './columns.ts'
export { instant, instantOrNull, type Queryable, query, queryForEachSet, rows } from './query.ts'
export { assignments, columnsOf, excluded, insertInto, type Of, type Params, type Sql, sql, upsert, type Value } from './sql.ts'

/** An open database and how to close it. */
export interface Database {
  readonly db: Queryable
  readonly pool: pg.Pool
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
  readonly poolSize: number
}

/** Opens PostgreSQL by its URL, or the embedded database in `dataDir` when there is none. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl) {
    return fromPool({ connectionString: settings.databaseUrl, max: settings.poolSize })
  }
  const { openEmbedded } = await import('./pglite/index.ts')
  const embedded = await openEmbedded(settings.dataDir)
  return fromPool(embedded.poolConfig, () => embedded.close())
}

export function fromPool(config: pg.PoolConfig, closeEngine?: () => Promise<void>): Database {
  const embedded = closeEngine !== undefined
  const pool = embedded ? embeddedPool(config) : serverPool(config)
  return {
    db: onPool(pool),
    pool,
    embedded,
    scrub: (largest = Infinity) => (embedded ? scrubEmbedded(pool, largest) : scrubServer(pool)),
    async close() {
      await pool.end()
      await closeEngine?.()
    },
  }
}

const BEGIN: Record<TransactionMode, string> = { snapshot: 'begin isolation level repeatable read read only' }

function onPool(pool: pg.Pool): Queryable {
  const db: Queryable = {
    send: (statement) => pool.query(statement),
    execute: (statement) => execute(db, statement),
    /** A connection whose transaction has not ended is closed. */
    async transaction(run, mode) {
      const client = await pool.connect()
      try {
        return await between(client, { begin: mode ? BEGIN[mode] : 'begin', end: 'commit', undo: 'rollback' }, run)
      } finally {
        client.release(client.getTransactionStatus() !== 'I')
      }
    },
  }
  return db
}

interface Bounds {
  readonly begin: string
  readonly end: string
  readonly undo: string
}

async function between<Result>(client: pg.PoolClient, { begin, end, undo }: Bounds, run: (tx: Queryable) => Promise<Result>, depth = 1) {
  await client.query(begin)
  try {
    const result = await run(inTransaction(client, depth))
    await client.query(end)
    return result
  } catch (error) {
    await client.query(undo)
    throw error
  }
}

function inTransaction(client: pg.PoolClient, depth: number): Queryable {
  const tx: Queryable = {
    send: (statement) => client.query(statement),
    execute: (statement) => execute(tx, statement),
    transaction(run) {
      const savepoint = `savepoint_${depth}`
      const bounds = { begin: `savepoint ${savepoint}`, end: `release savepoint ${savepoint}`, undo: `rollback to savepoint ${savepoint}` }
      return between(client, bounds, run, depth + 1)
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
