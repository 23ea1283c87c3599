import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { nextSequence } from './decide.commands.ts'
import { type Parties, tell } from './tell.commands.ts'

const BATCH = 500

/**
 * Ends the proposals whose last time has passed. What had been agreed before other times were proposed leaves the calendars.
 * Returns how many; running it twice changes nothing.
 */
export async function expireCoffee(platform: Platform): Promise<number> {
  const now = platform.clock()
  let total = 0
  for (;;) {
    const ended = await platform.db.transaction(async (tx) => {
      const found = await rows<Parties & { slot_at: string | null }>(
        tx,
        sql`update coffee_requests k set status = 'expired', ${nextSequence}, changed_at = ${now}
          from (select company_id, id from coffee_requests c where status = 'pending'
              and not exists (select from coffee_slots s where s.company_id = c.company_id and s.coffee_id = c.id and s.starts_at > ${now})
            limit ${BATCH} for update skip locked) as due
          where k.company_id = due.company_id and k.id = due.id
          returning k.company_id, k.id, k.organiser_id, k.user_id, k.guest_id, k.guest_first_name, k.guest_last_name, k.slot_at`,
      )
      for (const coffee of found.filter(({ slot_at }) => slot_at !== null))
        await tell(
          tx,
          coffee,
          now,
          { kind: 'coffee_cancelled', to: 'organiser', news: false },
          { kind: 'coffee_cancelled', to: 'invitee', news: false },
        )
      return found.length
    })
    total += ended
    if (ended < BATCH) break
  }
  if (total > 0) platform.wake(now)
  return total
}
