import { randomBytes } from 'node:crypto'
import { type Queryable, rows, sql, t } from '../../db/index.ts'
import { inBatches } from '../../platform/batches.ts'
import { listCompanyTables } from './tables.queries.ts'

/** Rows per transaction: other calls wait for a moment at most. */
const BATCH = 5_000

/** Every table with rows of companies, those first that refer to others; references of a table to itself do not count. */
async function tablesInOrder(db: Queryable): Promise<string[]> {
  const references = await rows(
    db,
    { child: t.name, parent: t.name },
    sql`select distinct child.relname as child, parent.relname as parent from pg_constraint k
      join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
  )
  const left = new Set((await listCompanyTables(db)).filter((name) => name !== 'operator_log'))
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter((name) => !references.some(({ child, parent }) => parent === name && left.has(child)))
    // A cycle of references would need deferred constraints: there is none, and a new one must not loop here.
    if (free.length === 0) throw new Error(`tables that refer to each other: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    ordered.push(...free)
  }
  return ordered
}

/**
 * Deletes a company with everything of it. First its data key is destroyed, so that from then on no sealed text of it can be read, in no
 * backup that is made later; then every row goes, in batches. Resumable: running it again goes on where it stopped. The company must be
 * suspended, so that nothing is added meanwhile.
 * @returns how many rows were deleted, by table
 */
export async function deleteCompany(db: Queryable, companyId: string): Promise<Record<string, number>> {
  await db.execute(sql`update companies set wrapped_key = ${randomBytes(64)} where company_id = ${companyId}`)
  // Counters of failed logins have a hash of the address, which could be guessed.
  await db.execute(sql`delete from login_attempts where account_hash in (
    select sha256(convert_to(email, 'UTF8')) from users where company_id = ${companyId})`)
  const deleted: Record<string, number> = {}
  for (const name of await tablesInOrder(db)) {
    const count = name === 'audit_log' ? await purge(db, companyId) : await clear(db, name, companyId)
    if (count > 0) deleted[name] = count
  }
  return deleted
}

/** The append-only log has one way out. */
async function purge(db: Queryable, companyId: string): Promise<number> {
  const [row] = await rows(db, { n: t.bigint }, sql`select purge_audit_log(${companyId}, null) as n`)
  return Number(row?.n ?? 0)
}

/** Totals need not be counted down: their table is cleared, too. The setting holds for this one statement, which is its own transaction. */
const clear = (db: Queryable, name: string, companyId: string) =>
  inBatches(BATCH, async () => {
    const table = sql.identifier(name)
    const gone = await db.execute(sql`delete from ${table} where (select set_config('reflet.keeps_totals', 'on', true)) = 'on'
        and ctid = any(array(select ctid from ${table} where company_id = ${companyId}
          limit ${BATCH}))`)
    return gone
  })
