import type { Pool } from 'pg'

/**
 * Physically erases deleted rows from the embedded database's files, too: dead rows, planner statistics and the write-ahead log would keep
 * them. Works table by table, so that other calls run in between. Does nothing when the database is larger than `largest` bytes.
 */
export async function scrubEmbedded(pool: Pool, largest: number): Promise<void> {
  if ((await bytesOf(pool)) > largest) return
  for (const table of await tablesOf(pool)) await pool.query(`vacuum (full, analyze) ${table}`)
  await renewLog(pool)
}

/** The sampled columns that say who a person is, with their types. */
const SAMPLED = [
  ['users', 'department', 'text'],
  ['user_words', 'word', 'text collate "C"'],
] as const

/**
 * PostgreSQL's autovacuum and log recycling erase the rest (docs/OPERATIONS.md); only the statistics are rebuilt here. ANALYZE keeps those of
 * a table that has become empty, with the last company: setting the column's type again drops them.
 */
export async function scrubServer(pool: Pool): Promise<void> {
  await pool.query('analyze users, user_words')
  for (const [table, column, type] of SAMPLED) {
    const { rows } = await pool.query(`select from ${table} limit 1`)
    if (rows.length === 0) await pool.query(`alter table ${table} alter column ${column} type ${type}`)
  }
}

async function bytesOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

/**
 * Every table of the application and of the job queue; the planner's statistics last, because vacuuming the others leaves dead rows there.
 */
async function tablesOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and (n.nspname not in ('pg_catalog', 'information_schema') or c.relname = 'pg_statistic')
      order by n.nspname = 'pg_catalog', name`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Switches to a new log file, so that a checkpoint removes all current ones: `db/pglite/serve.ts` disables recycling, which would keep old
 * bytes. (A database of an earlier version may have recycled files.)
 */
async function renewLog(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ files: number }>('select count(*)::int as files from pg_ls_waldir()')
  for (let left = rows[0]?.files ?? 0; left >= 0; left--) {
    await pool.query('checkpoint')
    await pool.query('select pg_switch_wal()')
  }
  await pool.query('checkpoint')
}
