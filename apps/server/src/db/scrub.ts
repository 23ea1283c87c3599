import type { Pool } from 'pg'

/**
 * Makes what was deleted vanish from the embedded database's files, too: there it would lie about in dead rows, in the
 * planner's samples and in the write-ahead log. Table by table, so that other calls pass in between. Does nothing when the
 * database holds more than `largest` bytes.
 */
export async function scrubEmbedded(pool: Pool, largest: number): Promise<void> {
  if ((await bytesOf(pool)) > largest) return
  for (const table of await tablesOf(pool)) await pool.query(`vacuum (full, analyze) ${table}`)
  await renewLog(pool)
}

/** PostgreSQL's autovacuum and its log's own recycling see to the rest (docs/OPERATIONS.md); the samples are taken anew. */
export async function scrubServer(pool: Pool): Promise<void> {
  await pool.query('analyze users, user_words')
}

async function bytesOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

/** Every table of ours and of the jobs; the planner's samples last, because each of the others leaves dead rows there. */
async function tablesOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and (n.nspname not in ('pg_catalog', 'information_schema') or c.relname = 'pg_statistic')
      order by n.nspname = 'pg_catalog', name`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Leaves every file that the write-ahead log has now: a checkpoint then removes it, because `db/pglite/serve.ts` forbids
 * using it again under another name, old bytes included. (A database of an earlier version may have such files in stock.)
 */
async function renewLog(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ files: number }>('select count(*)::int as files from pg_ls_waldir()')
  for (let left = rows[0]?.files ?? 0; left >= 0; left--) {
    await pool.query('checkpoint')
    await pool.query('select pg_switch_wal()')
  }
  await pool.query('checkpoint')
}
