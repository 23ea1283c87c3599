import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { PLACES } from '../places.ts'

const DIRECTORY = PLACES.migrations
/** Advisory lock key, an arbitrary constant: one process migrates, the others wait. */
const LOCK = 7_351_204

/** How long a migration waits for a table's lock, how long it then lets others pass, and how often it tries. */
const LOCK_MS = 2_000
const AGAIN_MS = 500
const ATTEMPTS = 30
const LOCK_NOT_AVAILABLE = '55P03'

/** A long transaction of others holds a table that a migration changes. */
export class MigrationWaits extends Error {
  constructor(name: string) {
    super(`Migration ${name} cannot lock a table: end the long transaction that holds it (pg_stat_activity), then try again`)
  }
}

/**
 * One `create index concurrently if not exists` on a table that may be large: the table is written meanwhile. It cannot run in a
 * transaction.
 */
const CONCURRENT = '.concurrent.sql'

/** Names of this release's migrations, in order. */
export const migrationFiles = (directory: string = DIRECTORY) =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** This release's migrations that the database does not have, in order. */
export async function pendingMigrations(pool: Pool, directory: string = DIRECTORY): Promise<string[]> {
  const known = await pool.query("select to_regclass('schema_migrations') is not null as exists")
  const done = known.rows[0].exists
    ? new Set((await pool.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name))
    : new Set<string>()
  return migrationFiles(directory).filter((name) => !done.has(name))
}

/**
 * Applies pending migrations in the order of their names, each in one transaction. Returns how many ran.
 * @throws MigrationWaits when something holds a lock on a table for longer than all attempts
 */
export async function migrate(pool: Pool, { directory = DIRECTORY, attempts = ATTEMPTS } = {}): Promise<number> {
  let ran = 0
  for (const name of await pendingMigrations(pool, directory)) ran += await again(attempts, name, () => apply(pool, directory, name))
  return ran
}

async function again(attempts: number, name: string, run: () => Promise<number>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === attempts) throw new MigrationWaits(name)
      await pause(AGAIN_MS)
    }
  }
}

/**
 * Runs beside the connection that holds the lock of migrations; on the embedded database, which has one connection and no other users,
 * plainly. What an interrupted attempt left is not valid, and is dropped first.
 */
async function createIndex(pool: Pool, statement: string): Promise<void> {
  const [, name] = /create (?:unique )?index concurrently if not exists (\w+)/.exec(statement) ?? []
  if (name === undefined) throw new Error('a concurrent migration is one “create index concurrently if not exists”')
  const { rows } = await pool.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name])
  if (rows.length > 0) await pool.query(`drop index ${name}`)
  await pool.query(statement)
}

async function apply(pool: Pool, directory: string, name: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    // A statement that waits for its lock makes every later call of that table wait behind it: better to let them pass, and try again.
    await client.query(`set local lock_timeout = ${LOCK_MS}`)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rowCount } = await client.query('select 1 from schema_migrations where name = $1', [name])
    // A simple query closes the portal of the one before, whose snapshot a concurrent index would wait for.
    await client.query('select')
    if (!rowCount) {
      const statements = readFileSync(join(directory, name), 'utf8')
      if (name.endsWith(CONCURRENT) && pool.options.max > 1) await createIndex(pool, statements)
      else if (name.endsWith(CONCURRENT)) await client.query(statements.replace('concurrently', ''))
      else await client.query(statements)
      await client.query('insert into schema_migrations (name) values ($1)', [name])
    }
    await client.query('commit')
    return rowCount ? 0 : 1
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
