import { type Queryable, rows, sql, t } from '../db/index.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { countClosed, idOf } from '../platform/company-keys.ts'
import { SEALED_COLUMNS } from '../platform/crypto.ts'
import { readRowCounts, storedRowCounts } from '../platform/row-counts.ts'
import type { Context } from './context.ts'

/** Values of each sealed column and company that are opened. */
const SAMPLE = 20

/** The rows of a table now and when they were counted last; null for a table that was not counted. */
interface TableRows {
  readonly table: string
  readonly rows: number
  readonly counted: number | null
}

export interface BackupReport {
  readonly problems: readonly string[]
  /** The day of the newest count; null without one. */
  readonly countedOn: string | null
  readonly tables: readonly TableRows[]
  /** Sealed texts that were opened. */
  readonly opened: number
}

/** Whether a restored database is whole: what is wrong, and how much of everything there is. */
export async function checkBackup(context: Context): Promise<BackupReport> {
  const { db, pool } = context.database
  const missing = (await pendingMigrations(pool)).map((name) => `migration ${name} is missing`)
  if (missing.length > 0) return { problems: missing, countedOn: null, tables: [], opened: 0 }
  const { vault } = await context.platform()
  const problems = [...(await invalidParts(db)), ...(await disabledTriggers(db)), ...(await danglingReferences(db))]
  const { closed } = await countClosed(db, vault)
  if (closed > 0) problems.push(`the keys of ${closed} companies do not open`)
  const { opened, broken } = await openSample(context)
  problems.push(...broken)
  if (opened === 0 && (await holdsSealed(db))) problems.push('there are sealed texts, and none was opened')
  const stored = await storedRowCounts(db)
  const tables = Array.from(await readRowCounts(db), ([table, found]) => ({
    table,
    rows: found,
    counted: stored?.counts.get(table) ?? null,
  }))
  return { problems, countedOn: stored?.day ?? null, tables, opened }
}

const invalidParts = async (db: Queryable) =>
  (
    await rows(
      db,
      { name: t.name },
      sql`select conname as name from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
        union all select indexrelid::regclass::text from pg_index where not indisvalid`,
    )
  ).map(({ name }) => `${name} is not valid`)

/** Also those by which PostgreSQL itself enforces references. One that is enabled for replicas only does not run here. */
async function disabledTriggers(db: Queryable): Promise<string[]> {
  const found = await rows(
    db,
    { name: t.text },
    sql`select t.tgrelid::regclass || ': disabled triggers: ' || string_agg(distinct coalesce(k.conname, t.tgname), ', ') as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid left join pg_constraint k on k.oid = t.tgconstraint
      where c.relnamespace = 'public'::regnamespace and t.tgenabled in ('D', 'R') group by t.tgrelid
      union all select 'no trigger runs: session_replication_role is replica' where current_setting('session_replication_role') = 'replica'
      order by name`,
  )
  return found.map(({ name }) => name)
}

const referenceRow = { name: t.name, child: t.name, parent: t.name, columns: t.texts, referenced: t.texts }

/** Rows that refer to no row, by constraint: they come from deleting while triggers were disabled. A reference with a null refers to nothing. */
async function danglingReferences(db: Queryable): Promise<string[]> {
  const references = await rows(
    db,
    referenceRow,
    sql`select k.conname as name, child.relname as child, parent.relname as parent,
        (select array_agg(a.attname::text order by u.n) from unnest(k.conkey) with ordinality as u (attnum, n)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum) as columns,
        (select array_agg(a.attname::text order by u.n) from unnest(k.confkey) with ordinality as u (attnum, n)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum) as referenced
      from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by child, name`,
  )
  const problems: string[] = []
  for (const { name, child, parent, columns, referenced } of references) {
    const of = (alias: string, column: string | undefined) => sql`${sql.identifier(alias)}.${sql.identifier(column ?? '')}`
    const complete = columns.map((column) => sql`${of('child', column)} is not null`)
    const same = columns.map((column, n) => sql`${of('parent', referenced[n])} = ${of('child', column)}`)
    const [row] = await rows(
      db,
      { n: t.bigint },
      sql`select count(*) as n from ${sql.identifier(child)} child where ${sql.join(complete, ' and ')}
        and not exists (select from ${sql.identifier(parent)} parent where ${sql.join(same, ' and ')})`,
    )
    if (Number(row?.n) > 0) problems.push(`${child}: dangling references to ${parent}: ${row?.n} (${name})`)
  }
  return problems
}

async function holdsSealed(db: Queryable): Promise<boolean> {
  const each = SEALED_COLUMNS.map((column) => {
    const [table, name] = column.split('.') as [string, string]
    return sql`exists (select from ${sql.identifier(table)} where ${sql.identifier(name)} is not null)`
  })
  const [row] = await rows(db, { held: t.bool }, sql`select ${sql.join(each, ' or ')} as held`)
  return row?.held ?? false
}

async function openSample(context: Context): Promise<{ opened: number; broken: string[] }> {
  const { db, vault } = await context.platform()
  const broken: string[] = []
  let opened = 0
  const companies = await rows(
    db,
    { company_id: t.uuid, code: t.text, wrapped_key: t.bytes },
    sql`select company_id, code, wrapped_key from companies order by company_id`,
  )
  for (const { company_id, code, wrapped_key } of companies) {
    if (!vault.opens(company_id, wrapped_key)) continue
    const seal = vault.sealOf(company_id, wrapped_key)
    for (const column of SEALED_COLUMNS) {
      const [table, name] = column.split('.') as [string, string]
      const id = sql.identifier(idOf(table))
      const values = await rows(
        db,
        { id: t.uuid, value: t.bytes },
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
