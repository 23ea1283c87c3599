import { rows, sql, t } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { recordEach } from '../../audit/audit.ts'
import { isMissing } from './check.commands.ts'
import { type Claimed, report } from './claim.ts'
import { actorOf, inSteps, peopleOf } from './step.ts'

/** People per transaction. */
const BATCH = 100

/** Deactivates people who are on no line of the file. */
export async function deactivateMissing(platform: Platform, claimed: Claimed, deactivations: readonly Deactivate[]): Promise<void> {
  const { db, clock } = platform
  let after = '00000000-0000-0000-0000-000000000000'
  await inSteps(platform, async () => {
    const now = clock()
    const count = await db.transaction(async (tx) => {
      const missing = await rows(
        tx,
        { id: t.uuid },
        sql`select u.id from users u where u.company_id = ${claimed.company_id} and ${isMissing(claimed)}
          and u.id > ${after}::uuid order by u.id limit ${BATCH}`,
      )
      const userIds = missing.map(({ id }) => id)
      if (userIds.length === 0) return 0
      for (const step of deactivations) await step(tx, { companyId: claimed.company_id, userIds }, now)
      const these = sql`company_id = ${claimed.company_id} and id = any(${userIds}::uuid[])`
      await tx.execute(sql`update users set deactivated_at = ${now} where ${these}`)
      await tx.execute(sql`delete from sessions where company_id = ${claimed.company_id} and user_id = any(${userIds}::uuid[])`)
      const entry = { actor: actorOf(claimed), action: 'person_deactivated', details: { import: claimed.id } } as const
      await recordEach(tx, now, entry, peopleOf(claimed, userIds))
      await report(tx, claimed, now, sql`deactivated = deactivated + ${userIds.length}`)
      after = userIds.at(-1) ?? after
      return userIds.length
    })
    return count < BATCH ? 'done' : 'more'
  })
}
