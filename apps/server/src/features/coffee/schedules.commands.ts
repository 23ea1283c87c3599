import { nullable, rows, sql, t } from '../../db/index.ts'
import { inBatches } from '../../platform/batches.ts'
import type { Platform } from '../../platform/index.ts'
import { partiesRow } from './coffee.queries.ts'
import { nextSequence } from './coffee-responses.commands.ts'
import { notifyParties } from './notify.commands.ts'

const BATCH = 500

/**
 * Expires the proposals whose last time has passed. A time that was accepted before other times were proposed is removed from the
 * calendars. Idempotent. Returns how many expired.
 */
export async function expireCoffee(platform: Platform): Promise<number> {
  const now = platform.clock()
  const total = await inBatches(BATCH, () =>
    platform.db.transaction(async (tx) => {
      const found = await rows(
        tx,
        { ...partiesRow, slot_at: nullable(t.time) },
        sql`update coffee_requests cq set status = 'expired', ${nextSequence}, changed_at = ${now}
          from (select company_id, id from coffee_requests cq where status = 'pending'
              and not exists (select from coffee_slots cs
                where cs.company_id = cq.company_id and cs.coffee_id = cq.id and cs.starts_at > ${now})
            limit ${BATCH} for update skip locked) as due
          where cq.company_id = due.company_id and cq.id = due.id
          returning cq.company_id, cq.id, cq.organiser_id, cq.user_id, cq.guest_id, cq.guest_first_name,
            cq.guest_last_name, cq.slot_at`,
      )
      for (const coffee of found.filter(({ slot_at }) => slot_at !== null))
        await notifyParties(
          tx,
          coffee,
          now,
          { kind: 'coffee_cancelled', to: 'organiser', news: false },
          { kind: 'coffee_cancelled', to: 'invitee', news: false },
        )
      return found.length
    }),
  )
  if (total > 0) platform.wake(now)
  return total
}
