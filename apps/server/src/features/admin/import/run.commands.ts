import { rows, sql, t } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { record } from '../../audit/audit.ts'
import { defaultsRow, freeNumbers, importBatch } from './batch.commands.ts'
import { type Claimed, report } from './claim.ts'
import { setManagers } from './managers.commands.ts'
import { deactivateMissing } from './missing.commands.ts'
import { samplePeople, sampler } from './samples.ts'
import { actorOf, inLines, inSteps } from './step.ts'

/**
 * Imports the lines that were checked, in batches. Each is one transaction with its progress: after a crash the next process goes on where
 * the last one stopped, and what was done is not done twice. Then managers are set and, if asked for, missing people deactivated; both find
 * by themselves what is left to do.
 * @throws ClaimLost when another process has it now
 */
export async function runImport(platform: Platform, claimed: Claimed, deactivations: readonly Deactivate[]): Promise<void> {
  const { db, clock } = platform
  const [defaults] = await rows(db, defaultsRow, sql`select locale, time_zone from companies where company_id = ${claimed.company_id}`)
  if (!defaults) return
  await freeNumbers(platform, claimed)
  let done = claimed.done_lines
  const sample = sampler(db)
  await inSteps(platform, async () => {
    const last = await importBatch(platform, claimed, defaults, done)
    if (last === null) return 'done'
    done = last
    await sample(done - claimed.done_lines)
    platform.wake(clock())
    return 'more'
  })
  await samplePeople(db)
  await setManagers(platform, claimed)
  if (claimed.deactivate_missing) await deactivateMissing(platform, claimed, deactivations)
  await finish(platform, claimed)
}

/** The lines that were imported are deleted: they are people now. Those that were refused stay with the report. */
async function finish({ db, clock }: Platform, claimed: Claimed): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock()
    await tx.execute(sql`delete from people_import_lines il where ${inLines(claimed)} and il.plan <> 'refused'`)
    await report(tx, claimed, now, sql`status = 'done', ended_at = ${now}, done_lines = lines`)
    const [counts] = await rows(
      tx,
      { created: t.int, updated: t.int, unchanged: t.int, deactivated: t.int, errors: t.int },
      sql`select created, updated, unchanged, deactivated, errors_count as errors from people_imports
        where company_id = ${claimed.company_id} and id = ${claimed.id}`,
    )
    const target = { kind: 'import', id: claimed.id }
    await record(tx, now, { companyId: claimed.company_id, actor: actorOf(claimed), action: 'import_ended', target, details: counts ?? {} })
  })
}
