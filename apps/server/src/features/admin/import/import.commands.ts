import { DAY_MS } from '@reflet/contract/durations'
import { sql } from 'drizzle-orm'
import { type Queryable, rows, violates } from '../../../db/index.ts'
import { peopleImportParts, peopleImports } from '../../../db/schema/administration.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import type { Administration } from '../people/people.commands.ts'

/** The file is stored in parts of this size. */
const PART_BYTES = 1024 * 1024
/** An import that was checked and not confirmed is deleted after so many days, and so is the report of one that has ended. */
const KEEP_DAYS = 7

/**
 * Stores a file to be checked in the background. At most one import of a company is under way: the index decides.
 * @returns its id
 * @throws import_running
 */
export async function uploadImport(platform: Platform, { companyId, actor }: Administration, file: Buffer): Promise<string> {
  const now = platform.clock()
  const id = newId(now)
  try {
    await platform.db.transaction(async (tx) => {
      const created_by = actor.kind === 'person' ? actor.id : null
      await tx.insert(peopleImports).values({ company_id: companyId, id, created_by, status: 'checking', created_at: now })
      for (let part = 0; part * PART_BYTES < file.length; part++) {
        const bytes = file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
        await tx.insert(peopleImportParts).values({ company_id: companyId, import_id: id, part, bytes })
      }
      const details = { bytes: file.length }
      await record(tx, now, { companyId, actor, action: 'import_uploaded', target: { kind: 'import', id }, details })
    })
  } catch (error) {
    if (violates(error, 'people_imports_one')) throw new Problem('import_running')
    throw error
  }
  return id
}

/** The row of an import, locked. @throws not_found */
async function lockImport(tx: Queryable, companyId: string, id: string) {
  const [row] = await rows<{ status: string; lines: number; missing: number; errors_count: number }>(
    tx,
    sql`select status, lines, missing, errors_count from people_imports
      where company_id = ${companyId} and id = ${id} for no key update`,
  )
  if (!row) throw notFound()
  return row
}

/**
 * Confirms what was checked: from now on it is imported, also after a crash.
 * @throws not_found, import_not_checked
 */
export async function confirmImport(
  platform: Platform,
  { companyId, actor }: Administration,
  id: string,
  { deactivate_missing, invite }: { deactivate_missing: boolean; invite: boolean },
): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const { status, lines, missing, errors_count } = await lockImport(tx, companyId, id)
    if (status !== 'checked') throw new Problem('import_not_checked')
    await tx.execute(
      sql`update people_imports set status = 'importing', confirmed_at = ${now}, done_lines = 0, created = 0,
        updated = 0,
          deactivate_missing = ${deactivate_missing}, invite = ${invite}, claimed_until = null
        where company_id = ${companyId} and id = ${id}`,
    )
    const details = { lines, errors: errors_count, deactivate_missing, invite, ...(deactivate_missing && { missing }) }
    await record(tx, now, { companyId, actor, action: 'import_confirmed', target: { kind: 'import', id }, details })
  })
}

/**
 * Discards an import that has not begun, or the report of one that has ended.
 * @throws not_found; import_running while it changes people
 */
export async function deleteImport(platform: Platform, { companyId, actor }: Administration, id: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const { status } = await lockImport(tx, companyId, id)
    if (status === 'importing') throw new Problem('import_running')
    await tx.execute(sql`delete from people_imports where company_id = ${companyId} and id = ${id}`)
    await record(tx, now, { companyId, actor, action: 'import_deleted', target: { kind: 'import', id }, details: { status } })
  })
}

/** Deletes old imports; called by the cleanup job. */
export const forgetImports = (db: Queryable, now: Date) =>
  db.execute(
    sql`delete from people_imports where status not in ('checking', 'importing')
      and coalesce(ended_at, checked_at, created_at) < ${new Date(now.getTime() - KEEP_DAYS * DAY_MS)}`,
  )
