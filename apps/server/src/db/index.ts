import { is, Placeholder, type Query, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT, NodePgSession } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { QueryResult } from 'pg'
import { embeddedPool, serverPool } from './pool.ts'
import { scrubEmbedded, scrubServer } from './scrub.ts'

export type Db = NodePgDatabase
/** The database or a transaction on it: inside a transaction, always pass the transaction on. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>

/** An open database and how to close it. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  readonly embedded: boolean
  /**
   * To be called after deleting what must leave no trace: rewrites whatever may still hold it. An embedded database of more
   * than `largest` bytes is left as it is, because other calls wait for as long as its largest table takes.
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
 * The driver keeps a connection for ever on which a transaction could not begin. Here each is given back, and closed unless its
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
 * A hot statement: compiled once, prepared once per connection under its name. The query builder costs two to three times
 * the CPU. Timestamps come back as text; `instant()` makes them ISO. Without a name it is planned for the values of each call: where
 * the plan for any values would be a poor one.
 */
export function statement<Row extends object, Values extends Record<string, unknown>>(name: string | null, query: SQL) {
  const built = eachOnce(dialect.sqlToQuery(query))
  return async (on: Queryable, values: Values): Promise<Row[]> => {
    const prepared = on._.session.prepareQuery(built, undefined, name ?? undefined, false)
    const result = (await prepared.execute(values)) as QueryResult<Row>
    return result.rows
  }
}

/**
 * Statements that differ by which conditions are wanted: one is made for each set of them, when it is first needed, because each
 * has another best way through the indexes.
 */
export function eachSet<Name extends string, Made>(conditions: Record<Name, SQL>, make: (name: string, wanted: SQL) => Made) {
  const made = new Map<string, Made>()
  return (given: { readonly [key in Name]?: unknown }): Made => {
    const wanted = (Object.keys(conditions) as Name[]).filter((name) => given[name] !== undefined)
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

/** A placeholder that stands in several places is sent once: `$1 … $4` of the same name become `$1`. */
function eachOnce(built: Query): Query {
  const nameOf = (param: unknown) => (is(param, Placeholder) ? param.name : param)
  const names = [...new Set(built.params.map(nameOf))]
  const params = names.map((name) => built.params.find((param) => nameOf(param) === name))
  const place = (number: string) => names.indexOf(nameOf(built.params[Number(number) - 1])) + 1
  return { ...built, sql: built.sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${place(number)}`), params }
}

/** Rows of a statement that is written where it is used. */
export async function rows<Row extends object>(on: Queryable, query: SQL): Promise<Row[]> {
  return ((await on.execute(query)) as unknown as QueryResult<Row>).rows
}

/** A timestamp as PostgreSQL prints it → ISO 8601 in UTC. */
export const instant = (value: string) => new Date(value).toISOString()
export const instantOrNull = (value: string | null) => (value === null ? null : instant(value))

/** Whether an error is this constraint's refusal. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  return (error as Error & { constraint?: string }).constraint === constraint || violates(error.cause, constraint)
}

/** PostgreSQL's error code, through drizzle's wrapper. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const own = (error as Error & { code?: string }).code
  return own ?? codeOf(error.cause)
}
