import { type RowOf, rows, sql, t } from '../../db/index.ts'
import { inBatches } from '../../platform/batches.ts'
import type { Platform } from '../../platform/index.ts'
import { nextMorning } from '../../platform/local-time.ts'
import { notify } from '../messages/notify.ts'
import { dueSince, isDue } from './self-evaluation.policy.ts'

const BATCH = 500

const remindedRow = { company_id: t.uuid, id: t.uuid, time_zone: t.text }
type Reminded = RowOf<typeof remindedRow>

/**
 * Reminds people of chosen skills without a self-evaluation for a quarter, each at most once a quarter. The due skills are counted again
 * when the mail is built. Iterates over all people by key, one batch per transaction. Returns how many people.
 */
export async function remindSelfEvaluations(platform: Platform): Promise<number> {
  const now = platform.clock()
  let after: Reminded | undefined
  return inBatches(BATCH, async () => {
    const batch = await remindBatch(platform, now, after)
    after = batch.at(-1)
    return batch.length
  })
}

/** The next people by key: marks them and queues their mails. */
async function remindBatch(platform: Platform, now: Date, after: Reminded | undefined): Promise<Reminded[]> {
  const since = dueSince(now)
  return platform.db.transaction(async (tx) => {
    const reminded = await rows(
      tx,
      remindedRow,
      sql`with due as (
          select u.company_id, u.id from users u
          where u.deactivated_at is null and u.is_onboarding_finished
            and (u.self_evaluation_reminded_at is null or u.self_evaluation_reminded_at <= ${since})
            ${after ? sql`and (u.company_id, u.id) > (${after.company_id}::uuid, ${after.id}::uuid)` : sql.empty}
            and exists (select from user_skills us
              where us.company_id = u.company_id and us.user_id = u.id and ${isDue(since)})
          order by u.company_id, u.id limit ${BATCH} for no key update skip locked
        ), stamped as (
          update users u set self_evaluation_reminded_at = ${now} from due
          where u.company_id = due.company_id and u.id = due.id
          returning u.company_id, u.id, u.time_zone
        )
        select company_id, id, time_zone from stamped order by company_id, id`,
    )
    const messages = reminded.map((person) => ({
      company_id: person.company_id,
      kind: 'self_evaluation' as const,
      user_id: person.id,
      send_after: nextMorning(now, person),
    }))
    await notify(tx, now, { messages })
    return reminded
  })
}
