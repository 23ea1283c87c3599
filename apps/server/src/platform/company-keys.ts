import { type Queryable, rows, sql, t } from '../db/index.ts'
import { inBatches } from './batches.ts'
import { isCompanyOnly, SEALED_COLUMNS, type SealedColumn, type Vault } from './crypto.ts'

const BATCH = 1_000

/** Every company's wrapped key, in batches. */
async function* companyKeys(db: Queryable) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const batch = await rows(
      db,
      { company_id: t.uuid, wrapped_key: t.bytes },
      sql`select company_id, wrapped_key from companies where company_id > ${after} order by company_id limit ${BATCH}`,
    )
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.company_id
  }
}

/** The number of companies, and how many keys the master key does not unwrap. A key takes microseconds. */
export async function countClosed(db: Queryable, vault: Vault): Promise<{ companies: number; closed: number }> {
  let [companies, closed] = [0, 0]
  for await (const { company_id, wrapped_key } of companyKeys(db)) {
    companies++
    if (!vault.opens(company_id, wrapped_key)) closed++
  }
  return { companies, closed }
}

/** Tables with one row for a company. */
const ONE_ROW = new Set(['companies', 'sign_in_keys', 'sign_in_oidc'])
/** The column of a table that a sealed value's row is known by. */
export const idOf = (table: string) => (ONE_ROW.has(table) ? 'company_id' : 'id')

/**
 * Migration: encrypts again the values from before context binding, then wraps the company's key again: from then on such a value is
 * refused there. Idempotent, and safe in several processes (compare-and-set on the value that was read). Returns how many values were
 * encrypted.
 */
export async function sealAgain(db: Queryable, vault: Vault): Promise<number> {
  let sealed = 0
  for await (const { company_id, wrapped_key } of companyKeys(db)) {
    if (!isCompanyOnly(wrapped_key)) continue
    for (const column of SEALED_COLUMNS) sealed += await sealColumnAgain(db, vault, { company_id, wrapped_key }, column)
    const rewrapped = vault.rewrappedKey(company_id, wrapped_key)
    await db.execute(sql`update companies set wrapped_key = ${rewrapped}
      where company_id = ${company_id} and wrapped_key = ${wrapped_key}`)
  }
  return sealed
}

async function sealColumnAgain(db: Queryable, vault: Vault, company: { company_id: string; wrapped_key: Buffer }, column: SealedColumn) {
  const { company_id, wrapped_key } = company
  const seal = vault.sealOf(company_id, wrapped_key)
  const [tableName, columnName] = column.split('.') as [string, string]
  const [table, value, id] = [sql.identifier(tableName), sql.identifier(columnName), sql.identifier(idOf(tableName))]
  return inBatches(BATCH, async () => {
    const old = await rows(
      db,
      { id: t.uuid, value: t.bytes },
      sql`select ${id} as id, ${value} as value from ${table}
        where company_id = ${company_id} and substring(${value} from 1 for 1) = '\\x01'::bytea limit ${BATCH}`,
    )
    for (const row of old) {
      const again = seal.seal(seal.open(row.value, column, row.id), column, row.id)
      await db.execute(sql`update ${table} set ${value} = ${again}
        where company_id = ${company_id} and ${id} = ${row.id} and ${value} = ${row.value}`)
    }
    return old.length
  })
}
