import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import { outbox } from '../../db/schema/messages.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { nextWorkingTime } from '../../platform/local-time.ts'
import { dueSince, isDue } from './self-evaluation.policy.ts'

const BATCH = 500
/** The mails arrive between 9:00 and 11:00, where the person lives. */
const FROM_MINUTE = 9 * 60
const SPREAD_MINUTES = 120

interface Reminded {
  company_id: string
  id: string
  time_zone: string
}

/**
 * Reminds people gently of chosen skills that they have not judged for a quarter, each at most once a quarter. What is due
 * is counted again when the mail is made. Walks through all people by key, a batch a transaction. Returns how many people.
 */
export async function remindSelfEvaluations(platform: Platform): Promise<number> {
  const now = platform.clock()
  let total = 0
  let after: Reminded | undefined
  for (;;) {
    const batch = await remindBatch(platform, now, after)
    total += batch.length
    after = batch.at(-1)
    if (batch.length < BATCH) return total
  }
}

/** The next people by key, stamped, their mails written. */
async function remindBatch(platform: Platform, now: Date, after: Reminded | undefined): Promise<Reminded[]> {
  const since = dueSince(now)
  return platform.db.transaction(async (tx) => {
    const reminded = await rows<Reminded>(
      tx,
      sql`with due as (
          select u.company_id, u.id from users u
          where u.deactivated_at is null and u.is_onboarding_finished
            and (u.self_evaluation_reminded_at is null or u.self_evaluation_reminded_at <= ${since})
            ${after ? sql`and (u.company_id, u.id) > (${after.company_id}::uuid, ${after.id}::uuid)` : sql``}
            and exists (select from user_skills k where k.company_id = u.company_id and k.user_id = u.id and ${isDue(sql`${since}`)})
          order by u.company_id, u.id limit ${BATCH} for no key update skip locked
        ), stamped as (
          update users u set self_evaluation_reminded_at = ${now} from due
          where u.company_id = due.company_id and u.id = due.id
          returning u.company_id, u.id, u.time_zone
        )
        select company_id, id, time_zone from stamped order by company_id, id`,
    )
    if (reminded.length > 0) {
      await tx.insert(outbox).values(
        reminded.map(({ company_id, id, time_zone }) => ({
          company_id,
          id: newId(now),
          kind: 'self_evaluation' as const,
          user_id: id,
          send_after: nextWorkingTime(now, time_zone, FROM_MINUTE + minuteOf(id)),
          created_at: now,
        })),
      )
    }
    return reminded
  })
}

/** A minute of the spread that stays a person's own, so that a company's mails do not leave all at once. */
const minuteOf = (id: string) => Number.parseInt(id.slice(-6), 16) % SPREAD_MINUTES
