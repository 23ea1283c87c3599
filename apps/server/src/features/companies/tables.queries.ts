import { type Queryable, rows, sql, t } from '../../db/index.ts'

/** The names of all tables with rows of companies. */
export const listCompanyTables = async (db: Queryable): Promise<string[]> =>
  (
    await rows(
      db,
      { name: t.name },
      sql`select table_name as name from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE' order by name`,
    )
  ).map(({ name }) => name)
