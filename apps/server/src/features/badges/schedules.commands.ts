import { type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer } from '../../platform/session.ts'
import { notify } from '../messages/notify.ts'
import { isEarned } from './rule.policy.ts'
import { ruleOf, standingOf } from './standing.queries.ts'

/** How far back the job looks: longer than a server is down, so that no badge is missed. */
const LOOK_BACK = sql`interval '7 days'`

const candidateRow = { company_id: t.uuid, user_id: t.uuid, skill_ids: t.uuids }
/** Skills that people were rated on lately and have no badge of, and were not notified of before. */
const candidates = (db: Queryable, now: Date) =>
  rows(
    db,
    candidateRow,
    sql`select f.company_id, f.receiver_id as user_id, array_agg(distinct f.skill_id) as skill_ids
      from companies c
      join feedbacks f on f.company_id = c.company_id and f.released_at is not null
        and f.released_at > ${now}::timestamptz - ${LOOK_BACK} and f.rating is not null
      join users u on u.company_id = f.company_id and u.id = f.receiver_id and u.deactivated_at is null
      where c.badges_active and c.suspended_at is null and ${isNew}
      group by f.company_id, f.receiver_id`,
  )

/** Over `feedbacks f`. */
const isNew = sql`not exists (select from newsfeed n
    where n.company_id = f.company_id and n.user_id = f.receiver_id and n.kind = 'badge_earnable'
      and n.skill_id = f.skill_id)
  and not exists (select from badges b
    where b.company_id = f.company_id and b.user_id = f.receiver_id and b.skill_id = f.skill_id)`

/**
 * Notifies people, once per skill, that they can publish a badge: in the newsfeed, and by one message for all of them. The notification comes
 * with the figures that the person sees, so it tells nothing of a confidential answer that these do not.
 * @returns how many people were notified
 */
export async function announceBadges({ db, clock, wake, closing }: Platform): Promise<number> {
  const now = clock()
  let notified = 0
  for (const person of await candidates(db, now)) {
    if (closing.aborted) break
    if (await announce(db, person, now)) notified++
  }
  if (notified > 0) wake(now)
  return notified
}

function announce(db: Platform['db'], { company_id, user_id, skill_ids }: RowOf<typeof candidateRow>, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const person = { companyId: company_id, userId: user_id }
    // Of two processes that run the job, the second one finds the news of the first.
    await lockViewer(tx, person)
    const fresh = await rows(
      tx,
      { skill_id: t.uuid },
      sql`select f.skill_id from (select ${company_id}::uuid as company_id, ${user_id}::uuid as receiver_id,
          unnest(${skill_ids}::uuid[]) as skill_id) f where ${isNew}`,
    )
    const standing = await standingOf(
      tx,
      person,
      now,
      await ruleOf(tx, company_id),
      fresh.map(({ skill_id }) => skill_id),
    )
    const earned = standing.filter(({ conditions }) => isEarned(conditions))
    if (earned.length === 0) return false
    await notify(tx, now, {
      news: earned.map(({ skill_id }) => ({ company_id, user_id, kind: 'badge_earnable', skill_id })),
      messages: [{ company_id, kind: 'badge_earnable', user_id, bundle_key: `badge_earnable:${user_id}`, send_after: now }],
    })
    return true
  })
}
