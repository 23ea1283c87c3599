import { rows, sql, t } from '../../../db/index.ts'
import { inBatches } from '../../../platform/batches.ts'
import type { Platform } from '../../../platform/index.ts'
import { nextMorning } from '../../../platform/local-time.ts'
import { notify } from '../../messages/notify.ts'
import { isNamedAnswer } from '../feedback.policy.ts'
import { dueSince, isDue } from './growth.policy.ts'

const BATCH = 500

const dueTryRow = {
  company_id: t.uuid,
  feedback_id: t.uuid,
  skill_id: t.uuid,
  /** The person and where they are. */
  id: t.uuid,
  time_zone: t.text,
}

/**
 * Asks about the tries whose two weeks have passed, each once: a news item per try, and one message per person on the morning of a working
 * day. What is due is counted again when the mail is built. Returns how many tries.
 */
export async function askAboutTries(platform: Platform): Promise<number> {
  const now = platform.clock()
  return inBatches(BATCH, () => askAboutBatch(platform, now))
}

async function askAboutBatch(platform: Platform, now: Date): Promise<number> {
  return platform.db.transaction(async (tx) => {
    const due = await rows(
      tx,
      dueTryRow,
      sql`with due as (
          select t.company_id, t.feedback_id, f.skill_id, u.id, u.time_zone from tries t
          join feedbacks f on f.company_id = t.company_id and f.id = t.feedback_id and ${isNamedAnswer}
          join users u on u.company_id = t.company_id and u.id = t.user_id and u.deactivated_at is null
          where ${isDue(dueSince(now))} and t.asked_at is null
          order by t.since limit ${BATCH} for no key update of t skip locked
        )
        update tries t set asked_at = ${now} from due
        where t.company_id = due.company_id and t.feedback_id = due.feedback_id
        returning due.*`,
    )
    const people = new Map(due.map((one) => [one.id, one]))
    await notify(tx, now, {
      news: due.map(({ company_id, feedback_id, skill_id, id }) => ({ company_id, user_id: id, kind: 'try_due', feedback_id, skill_id })),
      messages: [...people.values()].map((person) => ({
        company_id: person.company_id,
        kind: 'growth',
        user_id: person.id,
        bundle_key: `growth:${person.id}`,
        send_after: nextMorning(now, person),
      })),
    })
    return due.length
  })
}
