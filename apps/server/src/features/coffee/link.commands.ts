import { sql } from 'drizzle-orm'
import type { Platform } from '../../platform/index.ts'
import type { LinkRow } from './link.queries.ts'

/** Never e-mail this guest again, whoever of the company asks; mails that wait are dropped. */
export async function stopCoffeeMails(platform: Platform, { company_id, guest_id }: LinkRow): Promise<void> {
  if (!guest_id) return
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await tx.execute(sql`update guests set stopped_at = coalesce(stopped_at, ${now}) where company_id = ${company_id} and id = ${guest_id}`)
    await tx.execute(sql`delete from outbox where company_id = ${company_id} and guest_id = ${guest_id} and sent_at is null`)
  })
}
