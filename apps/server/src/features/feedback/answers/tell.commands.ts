import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/index.ts'
import { outbox } from '../../../db/schema/messages.ts'
import { newId } from '../../../platform/ids.ts'

/** New answers of one receiver within this time make one mail. */
const BUNDLE_MS = 2 * 60_000

/** When the mail about what is answered now leaves. */
export const mailAt = (now: Date) => new Date(now.getTime() + BUNDLE_MS)

const p = sql.placeholder

/** Tells the receiver, in the newsfeed and by a bundled mail, over the rows of a CTE. */
export const tellReceiver = (changed: SQL, kind: 'answer_received' | 'confidential_ready') => sql`
  news as (
    insert into newsfeed (company_id, id, user_id, kind, actor_id, guest_id, guest_first_name, guest_last_name, feedback_id, skill_id, request_id, created_at)
    select c.company_id, ${p('news_id')}::uuid, c.receiver_id, ${sql.raw(`'${kind}'`)},
      ${kind === 'answer_received' ? sql`${p('user_id')}::uuid, ${p('guest_id')}::uuid, ${p('guest_first_name')}::text, ${p('guest_last_name')}::text, ${p('id')}::uuid` : sql`null, null, null, null, null`}, c.skill_id, c.request_id,
      ${kind === 'answer_received' ? p('now') : p('month')}::timestamptz
    from ${changed} c
  ), mail as (
    insert into outbox (company_id, id, kind, user_id, bundle_key, send_after, created_at)
    select c.company_id, ${p('mail_id')}::uuid, 'answered', c.receiver_id, 'answered:' || c.receiver_id, ${p('send_after')}::timestamptz, ${p('now')}::timestamptz
    from ${changed} c
    on conflict (company_id, bundle_key) where bundle_key is not null do nothing
  )`

/** The same mail for what is told otherwise in the newsfeed. */
export async function mailReceiver(tx: Queryable, company_id: string, receiverId: string, now: Date): Promise<void> {
  const bundle_key = `answered:${receiverId}`
  const mail = {
    company_id,
    id: newId(now),
    kind: 'answered' as const,
    user_id: receiverId,
    bundle_key,
    send_after: mailAt(now),
    created_at: now,
  }
  await tx.insert(outbox).values(mail).onConflictDoNothing()
}
