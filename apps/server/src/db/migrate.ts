import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { PLACES } from '../places.ts'

const DIRECTORY = PLACES.migrations
/** Advisory lock key, an arbitrary constant: one process migrates, the others wait. */
const LOCK = 7_351_204

/** Names of this release's migrations, in order. */
export const migrationFiles = () =>
  readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** This release's migrations that the database does not have, in order. */
export async function pendingMigrations(pool: Pool): Promise<string[]> {
  const known = await pool.query("select to_regclass('schema_migrations') is not null as exists")
  const done = known.rows[0].exists
    ? new Set((await pool.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name))
    : new Set<string>()
  return migrationFiles().filter((name) => !done.has(name))
}

/** Applies pending migrations in the order of their names, each in one transaction. Returns how many ran. */
export async function migrate(pool: Pool): Promise<number> {
  let ran = 0
  for (const name of await pendingMigrations(pool)) ran += await apply(pool, name)
  return ran
}

async function apply(pool: Pool, name: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rowCount } = await client.query('select 1 from schema_migrations where name = $1', [name])
    if (!rowCount) {
      await client.query(readFileSync(join(DIRECTORY, name), 'utf8'))
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
