import { DAY_MS } from '@reflet/contract/durations'
import { insert, nullable, type Queryable, rows, sql, t, violates } from '../../../db/index.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { requireRecentSignIn } from '../../../platform/step-up.ts'
import { record } from '../../audit/audit.ts'
import { recordRole } from '../people/administrators.ts'
import { renumbered } from '../people/numbers.commands.ts'
import type { Administration } from '../people/people.commands.ts'
import { isMissing } from './check.commands.ts'
import type { Claimed } from './claim.ts'
import { inLines } from './step.ts'

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
      await insert(tx, 'people_imports', { company_id: companyId, id, created_by, status: 'checking', created_at: now })
      for (let part = 0; part * PART_BYTES < file.length; part++) {
        const bytes = file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
        await insert(tx, 'people_import_parts', { company_id: companyId, import_id: id, part, bytes })
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
  const [row] = await rows(
    tx,
    { status: t.text, lines: t.int, missing: t.int, errors_count: t.int, created_by: nullable(t.uuid) },
    sql`select status, lines, missing, errors_count, created_by from people_imports
      where company_id = ${companyId} and id = ${id} for no key update`,
  )
  if (!row) throw notFound()
  return row
}

/**
 * How many people an import makes administrators, and how many it makes none: by the role of their line, by letting a former one in again, or
 * by deactivating one who is missing.
 */
async function rolesOf(
  tx: Queryable,
  claimed: Pick<Claimed, 'company_id' | 'id' | 'created_by'>,
  deactivatesMissing: boolean,
): Promise<{ promoted: number; demoted: number }> {
  const isAdmin = sql`(u.role = 'admin' and u.deactivated_at is null)`
  const becomesAdmin = sql`coalesce(nullif(il.fields ->> 'role', ''), u.role, 'employee') = 'admin'`
  const [row] = await rows(
    tx,
    { promoted: t.int, demoted: t.int },
    sql`select count(*) filter (where ${becomesAdmin} and ${isAdmin} is not true)::int as promoted,
        count(*) filter (where not ${becomesAdmin} and ${isAdmin} is true)::int
          + (select count(*)::int from users u where ${deactivatesMissing}::boolean
            and u.company_id = ${claimed.company_id} and u.role = 'admin' and ${isMissing(claimed)}) as demoted
      from people_import_lines il
      left join users u on u.company_id = il.company_id and u.email = il.email and il.plan = 'update'
      where ${inLines(claimed)} and il.plan in ('create', 'update')`,
  )
  return row ?? { promoted: 0, demoted: 0 }
}

/**
 * Confirms what was checked: from now on it is imported, also after a crash.
 * @throws not_found, import_not_checked; reauthentication_required when it makes or removes administrators, or changes numbers by which the
 *   provider knows people
 */
export async function confirmImport(
  platform: Platform,
  by: Administration,
  id: string,
  { deactivate_missing, invite }: { deactivate_missing: boolean; invite: boolean },
): Promise<void> {
  const { companyId, actor } = by
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const { status, lines, missing, errors_count, created_by } = await lockImport(tx, companyId, id)
    if (status !== 'checked') throw new Problem('import_not_checked')
    await tx.execute(sql`update people_imports set status = 'importing', confirmed_at = ${now}, done_lines = 0, created = 0,
      updated = 0, deactivate_missing = ${deactivate_missing}, invite = ${invite}, claimed_until = null
      where company_id = ${companyId} and id = ${id}`)
    const details = { lines, errors: errors_count, deactivate_missing, invite, ...(deactivate_missing && { missing }) }
    const entry = { companyId, actor, action: 'import_confirmed', target: { kind: 'import', id } } as const
    const roles = await rolesOf(tx, { company_id: companyId, id, created_by }, deactivate_missing)
    const number = sql`nullif(il.fields ->> 'registration_number', '')`
    const inFile = sql`join people_import_lines il on il.company_id = u.company_id and il.user_id = u.id
      where ${inLines({ company_id: companyId, id })} and il.plan = 'update' and il.fields ? 'registration_number'`
    const moved = by.sessionId ? await renumbered(tx, companyId, number, inFile) : []
    if (moved.length > 0 && by.sessionId) await requireRecentSignIn(tx, { companyId, sessionId: by.sessionId }, now)
    if (roles.promoted + roles.demoted === 0) return record(tx, now, { ...entry, details })
    await recordRole(tx, by, now, { ...entry, details: { ...details, ...roles } }, 'admins_imported')
  })
  platform.wake(now)
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
  db.execute(sql`delete from people_imports where status not in ('checking', 'importing')
    and coalesce(ended_at, checked_at, created_at) < ${new Date(now.getTime() - KEEP_DAYS * DAY_MS)}`)
