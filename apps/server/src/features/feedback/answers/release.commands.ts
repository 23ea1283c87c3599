import { type Params, type Queryable, query, sql, t } from '../../../db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { bundledUntil } from '../../messages/bundle.ts'
import { newsFrom } from '../../messages/notify.ts'
import { isSettled, needsSettled } from '../feedback.policy.ts'
import { mailOfAnswer } from './notify.commands.ts'

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
const releaseWhenEnough = query(
  'answers_release',
  { released: t.bool },
  (
    v: Params<{
      company_id: string
      request_id: string
      skill_id: string
      threshold: number
      now: Date
      month: Date
      news_id: string
      mail_id: string
      send_after: Date
    }>,
  ) => sql`with asked as (
      select coalesce(r.threshold, ${v.threshold}::int) as threshold, r.asked_outsiders,
        ${needsSettled(sql`asker`, sql`${v.now}::timestamptz`)} as settled_only
      from requests r join users asker on asker.company_id = r.company_id and asker.id = r.requester_id
      where r.company_id = ${v.company_id} and r.id = ${v.request_id}
    ), waiting as (
      select f.id, case when asked.settled_only then ${isSettled(sql`giver`, sql`${v.now}::timestamptz`)}
          else f.giver_id is not null or f.giver_left end as counts,
        row_number() over (order by f.rating nulls first, f.id) as place, count(*) over () as n
      from asked cross join feedbacks f
        left join users giver on asked.settled_only and giver.company_id = f.company_id and giver.id = f.giver_id
      where f.company_id = ${v.company_id} and f.request_id = ${v.request_id} and f.skill_id = ${v.skill_id}
        and f.status = 'answered' and f.confidential and f.released_at is null
    ), released as (
      update feedbacks f set released_at = ${v.now}::timestamptz, read_at = null,
        counts_for_badges = w.place <= greatest(w.n - a.asked_outsiders, a.threshold)
      from waiting w, asked a
      where f.company_id = ${v.company_id} and f.id = w.id and f.status = 'answered'
        and (select count(*) from waiting where counts) >= a.threshold
      returning f.company_id, f.receiver_id, f.skill_id, f.request_id
    ), once as (select distinct * from released),
    news as (${newsFrom(sql`once`, {
      company_id: sql`company_id`,
      id: sql`${v.news_id}::uuid`,
      user_id: sql`receiver_id`,
      kind: 'confidential_ready',
      skill_id: sql`skill_id`,
      request_id: sql`request_id`,
      created_at: sql`${v.month}::timestamptz`,
    })}), mail as (${mailOfAnswer(v, { of: sql`once` })})
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
