import { sql } from 'drizzle-orm'
import { rows } from '../db/index.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { countClosed, idOf } from '../platform/company-keys.ts'
import { SEALED_COLUMNS } from '../platform/crypto.ts'
import type { Context } from './context.ts'

/** Values of each sealed column and company that are opened. */
const SAMPLE = 20

/** Whether a restored database is whole: what is wrong, and how much of everything there is. */
export async function checkBackup(context: Context): Promise<{ problems: string[]; counts: Record<string, number> }> {
  const { db, pool } = context.database
  const problems = (await pendingMigrations(pool)).map((name) => `migration ${name} is missing`)
  if (problems.length > 0) return { problems, counts: {} }
  const platform = await context.platform()
  const invalid = await rows<{ name: string }>(
    db,
    sql`select conname as name from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
      union all select indexrelid::regclass::text from pg_index where not indisvalid`,
  )
  problems.push(...invalid.map(({ name }) => `${name} is not valid`))
  const { companies, closed } = await countClosed(db, platform.vault)
  if (closed > 0) problems.push(`the keys of ${closed} companies do not open`)
  const [counts] = await rows<Record<string, number>>(
    db,
    sql`select (select count(*)::int from users) as people, (select count(*)::int from requests) as requests,
      (select count(*)::int from feedbacks) as feedbacks, (select count(*)::int from awards) as awards,
      (select count(*)::int from audit_log) as audit_entries`,
  )
  const { opened, broken } = await openSample(context)
  problems.push(...broken)
  return { problems, counts: { companies, ...counts, opened } }
}

async function openSample(context: Context): Promise<{ opened: number; broken: string[] }> {
  const { db, vault } = await context.platform()
  const broken: string[] = []
  let opened = 0
  const companies = await rows<{ company_id: string; code: string; wrapped_key: Buffer }>(
    db,
    sql`select company_id, code, wrapped_key from companies order by company_id`,
  )
  for (const { company_id, code, wrapped_key } of companies) {
    if (!vault.opens(company_id, wrapped_key)) continue
    const seal = vault.sealOf(company_id, wrapped_key)
    for (const column of SEALED_COLUMNS) {
      const [table, name] = column.split('.') as [string, string]
      const id = sql.identifier(idOf(table))
      const values = await rows<{ id: string; value: Buffer }>(
        db,
        sql`select ${id} as id, ${sql.identifier(name)} as value from ${sql.identifier(table)}
          where company_id = ${company_id} and ${sql.identifier(name)} is not null order by ${id} desc limit ${SAMPLE}`,
      )
      for (const { id: row, value } of values) {
        try {
          seal.open(value, column, row)
          opened++
        } catch {
          broken.push(`${code}: a value of ${column} does not open`)
          break
        }
      }
    }
  }
  return { opened, broken }
}
