import { sql } from 'drizzle-orm'
import type { Platform } from '../../../platform/index.ts'
import type { Guest } from './guest.queries.ts'

/** Never e-mail this person again, whoever of the company asks; mails that wait are dropped. */
export async function stopMails(platform: Platform, guest: Guest): Promise<void> {
  if (!guest.guestId) return
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await tx.execute(
      sql`update guests set stopped_at = coalesce(stopped_at, ${now}) where company_id = ${guest.companyId} and id = ${guest.guestId}`,
    )
    await tx.execute(sql`delete from outbox where company_id = ${guest.companyId} and guest_id = ${guest.guestId} and sent_at is null`)
  })
}
