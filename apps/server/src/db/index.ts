import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT, NodePgSession } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { QueryResult } from 'pg'
import { direct } from './direct.ts'
import { embeddedPool, serverPool } from './pool.ts'
import { type ColumnsOf, registerFamily, registerStatement } from './row.ts'
import { scrubEmbedded, scrubServer } from './scrub.ts'

export type Db = NodePgDatabase
/** The database, or a transaction on it. Inside a transaction, always pass the transaction. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>

/** An open database and how to close it. */
export interface Database {
  readonly db: Db
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
    db: withTransactions(drizzle(pool), pool),
    pool,
    embedded,
    scrub: (largest = Infinity) => (embedded ? scrubEmbedded(pool, largest) : scrubServer(pool)),
    async close() {
      await pool.end()
      await closeEngine?.()
    },
  }
}

const dialect = new PgDialect()

/**
 * Connection leak: the driver keeps a connection for ever when BEGIN fails on it. Here each connection is released, and closed unless its
 * transaction has ended.
 */
function withTransactions(db: Db, pool: pg.Pool): Db {
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    try {
      return (await new NodePgSession(client, dialect, undefined).transaction(run as never, config)) as never
    } finally {
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return db
}

/**
 * A hot statement: compiled once, prepared once per connection under its name. The query builder costs two to three times the CPU.
 * Timestamps come back as text; `instant()` makes them ISO. Without a name it is planned for the values of each call: use this where the
 * generic plan would be poor.
 */
export function statement<Row extends object, Values extends Record<string, unknown>>(
  name: string | null,
  columns: ColumnsOf<Row>,
  query: SQL,
) {
  const built = dialect.sqlToQuery(query)
  registerStatement({ name, columns, sql: () => built.sql })
  const run = direct<Row>(name, built)
  return (on: Queryable, values: Values): Promise<Row[]> => run(on, values)
}

/**
 * Statements that differ by their set of conditions: one statement per set, compiled on first use, because each set has a different best
 * plan.
 */
export function eachSet<Name extends string, Made>(conditions: Record<Name, SQL>, make: (name: string, wanted: SQL) => Made) {
  const made = new Map<string, Made>()
  const all = Object.keys(conditions) as Name[]
  registerFamily(() => {
    for (const wanted of subsetsOf(all)) of(wanted)
  })
  return (given: { readonly [key in Name]?: unknown }): Made => of(all.filter((name) => given[name] !== undefined))

  function of(wanted: readonly Name[]): Made {
    const name = wanted.join('_')
    const one =
      made.get(name) ??
      make(
        name,
        sql.join(
          wanted.map((each) => conditions[each]),
          sql` `,
        ),
      )
    made.set(name, one)
    return one
  }
}

const subsetsOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: 2 ** items.length }, (_, subset) => items.filter((_, place) => subset & (2 ** place)))

/** Rows of an ad-hoc statement. */
export async function rows<Row extends object>(on: Queryable, query: SQL): Promise<Row[]> {
  return ((await on.execute(query)) as unknown as QueryResult<Row>).rows
}

/** A timestamp as PostgreSQL prints it → ISO 8601 in UTC. */
export const instant = (value: string) => new Date(value).toISOString()
export const instantOrNull = (value: string | null) => (value === null ? null : instant(value))

/** Whether the error is a violation of this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  return (error as Error & { constraint?: string }).constraint === constraint || violates(error.cause, constraint)
}

/** PostgreSQL's error code, from drizzle's wrapper. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const own = (error as Error & { code?: string }).code
  return own ?? codeOf(error.cause)
}
