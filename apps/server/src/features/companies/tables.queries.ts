import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'

/** The names of all tables with rows of companies. */
export const listCompanyTables = async (db: Queryable): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      db,
      sql`select table_name as name from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE' order by name`,
    )
  ).map(({ name }) => name)
