import { open, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { type Db, type Queryable, rows } from '../../db/index.ts'
import { createArchive } from '../../platform/archive.ts'
import { listCompanyTables } from './tables.queries.ts'

/** Rows that are read at a time. */
const PAGE = 1_000

/** The tables with rows of a company. */
async function tablesOf(db: Queryable, companyId: string): Promise<string[]> {
  const filled = (await listCompanyTables(db)).map(
    (name) => sql`select ${name}::text as name where exists (select from ${sql.identifier(name)} where company_id = ${companyId})`,
  )
  return (await rows<{ name: string }>(db, sql.join(filled, sql` union all `))).map(({ name }) => name)
}

/**
 * Every table of a company as newline-delimited JSON, in one zip: a consistent picture of one moment, read page by page, so that memory
 * holds a page. Sealed texts stay sealed (hexadecimal); they open with the master key of this server alone. A file that could not be
 * completed is removed.
 * @returns rows by table
 */
export async function exportCompany(db: Db, companyId: string, path: string, at: Date): Promise<Record<string, number>> {
  const out = (await open(path, 'wx', 0o600)).createWriteStream()
  const archive = createArchive(at, (piece) => void (out.destroyed || out.write(piece)))
  const written = finished(out)
  // Awaited at the end; after an error of the database that one counts.
  written.catch(() => undefined)
  try {
    const counted = await db.transaction(
      async (tx) => {
        const counts: Record<string, number> = {}
        for (const name of await tablesOf(tx, companyId)) {
          const file = archive.open(`${name}.ndjson`)
          counts[name] = 0
          for await (const lines of pagesOf(tx, name, companyId)) {
            counts[name] += lines.length
            await file.write(lines.map((line) => `${line}\n`).join(''))
          }
          await file.end()
        }
        return counts
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    archive.finish()
    out.end()
    await written
    return counted
  } catch (error) {
    out.destroy()
    await rm(path, { force: true })
    throw error
  }
}

/** The rows of a table, by a cursor of the transaction: each page continues where the one before ended. */
async function* pagesOf(tx: Queryable, name: string, companyId: string): AsyncGenerator<string[]> {
  // A cursor takes no parameters.
  await tx.execute(sql`select set_config('reflet.exported', ${companyId}, true)`)
  await tx.execute(
    sql`declare pages no scroll cursor for select to_jsonb(t)::text as line from ${sql.identifier(name)} t
      where t.company_id = current_setting('reflet.exported')::uuid`,
  )
  for (;;) {
    const page = await rows<{ line: string }>(tx, sql`fetch ${sql.raw(String(PAGE))} from pages`)
    yield page.map(({ line }) => line)
    if (page.length < PAGE) break
  }
  await tx.execute(sql`close pages`)
}
