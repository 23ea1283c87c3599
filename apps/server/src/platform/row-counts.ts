import { type Queryable, rows, sql, t } from '../db/index.ts'

/** The rows of each table by its name, each table as it is when it is counted. */
export async function readRowCounts(db: Queryable): Promise<Map<string, number>> {
  const tables = await rows(
    db,
    { name: t.name },
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'row_counts' order by relname`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await rows(db, { n: t.bigint }, sql`select count(*) as n from ${sql.identifier(name)}`)
    counts.set(name, Number(row?.n))
  }
  return counts
}

/** Stores how many rows each table has, in place of what was stored before; each night, after the jobs that delete. */
export async function storeRowCounts(db: Queryable, now: Date): Promise<void> {
  const counts = Array.from(await readRowCounts(db), ([table_name, row_count]) => ({ table_name, row_count }))
  const day = now.toISOString().slice(0, 10)
  await db.execute(sql`with older as (delete from row_counts where day <> ${day}::date)
    insert into row_counts (day, table_name, row_count)
    select ${day}::date, x.table_name, x.row_count
    from json_to_recordset(${JSON.stringify(counts)}::json) as x (table_name text, row_count bigint)
    on conflict (day, table_name) do update set row_count = excluded.row_count`)
}

/** What was stored last, and on which day; null when the job has not run yet. */
export async function storedRowCounts(db: Queryable): Promise<{ day: string; counts: Map<string, number> } | null> {
  const stored = await rows(
    db,
    { day: t.text, table_name: t.text, row_count: t.bigint },
    sql`select day::text as day, table_name, row_count from row_counts where day = (select max(day) from row_counts)`,
  )
  const day = stored[0]?.day
  return day === undefined ? null : { day, counts: new Map(stored.map((row) => [row.table_name, Number(row.row_count)])) }
}
