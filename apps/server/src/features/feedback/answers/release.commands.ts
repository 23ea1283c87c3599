import { sql } from 'drizzle-orm'
import { type Queryable, statement } from '../../../db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import { isSettled, needsSettled } from '../feedback.policy.ts'
import { notifyReceiver } from './notify.commands.ts'

const p = sql.placeholder
const now = sql`${p('now')}::timestamptz`

/**
 * Releases the pending confidential answers on one skill of a request once a threshold of colleagues have answered, always at least a
 * threshold of them together: comparing before and after cannot be traced to one person (docs/PRODUCT.md, "Confidentiality"). Only
 * colleagues, who were logged in, count: the requester can invent external addresses and would know their answers. Answers of external
 * people are released with those of colleagues. A colleague whose account was deleted since still counts. For badges as many count as are
 * colleagues' for certain, by the people that were asked, and the lowest ratings: who gave which one has no influence.
 *
 * Who administers the company, now or lately, can make accounts as others can invent addresses, and ask with one of them: whose answer counts
 * is decided by the accounts as they are at each release, and a deleted account no longer counts. An account that begins to count releases
 * nothing by itself: the next answer does.
 */
const releaseWhenEnough = statement<
  { released: boolean },
  {
    company_id: string
    request_id: string
    skill_id: string
    threshold: number
    now: Date
    month: Date
    news_id: string
    mail_id: string
    send_after: Date
  }
>(
  'answers_release',
  { released: 'bool' },
  sql`with asked as (
      select coalesce(r.threshold, ${p('threshold')}::int) as threshold, r.asked_outsiders,
        ${needsSettled(sql`asker`, now)} as settled_only
      from requests r join users asker on asker.company_id = r.company_id and asker.id = r.requester_id
      where r.company_id = ${p('company_id')} and r.id = ${p('request_id')}
    ), waiting as (
      select f.id, case when asked.settled_only then ${isSettled(sql`giver`, now)}
          else f.giver_id is not null or f.giver_left end as counts,
        row_number() over (order by f.rating nulls first, f.id) as place, count(*) over () as n
      from asked cross join feedbacks f
        left join users giver on asked.settled_only and giver.company_id = f.company_id and giver.id = f.giver_id
      where f.company_id = ${p('company_id')} and f.request_id = ${p('request_id')} and f.skill_id = ${p('skill_id')}
        and f.status = 'answered' and f.confidential and f.released_at is null
    ), released as (
      update feedbacks f set released_at = ${now}, read_at = null,
        counts_for_badges = w.place <= greatest(w.n - a.asked_outsiders, a.threshold)
      from waiting w, asked a
      where f.company_id = ${p('company_id')} and f.id = w.id and f.status = 'answered'
        and (select count(*) from waiting where counts) >= a.threshold
      returning f.company_id, f.receiver_id, f.skill_id, f.request_id
    ), once as (select distinct * from released),
    ${notifyReceiver(sql`once`, 'confidential_ready')}
    select true as released from once`,
)

/** `releaseWhenEnough` after an answer, in its transaction; returns whether it released. */
export async function releaseIfEnough(
  tx: Queryable,
  answered: { company_id: string; request_id: string; skill_id: string; threshold: number },
  at: Date,
): Promise<boolean> {
  // The news item is dated to the month, its id included: the exact time would reveal who answered last.
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
  const released = await releaseWhenEnough(tx, {
    ...answered,
    now: at,
    month,
    news_id: newId(month),
    mail_id: newId(at),
    send_after: bundledUntil(at),
  })
  return released.length > 0
}
