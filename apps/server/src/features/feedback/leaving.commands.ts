import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/index.ts'
import type { Leave } from '../../platform/leaving.ts'
import { lockRounds } from './recurrences/rounds.commands.ts'

/**
 * What waits for an answer of the person is cancelled; answers that they gave stay with their receivers, without a name; those that are
 * not shown yet keep that a colleague gave them.
 * Whoever asked them by their address as a guest keeps the group and what was answered in it, without a name, too.
 * What they asked for themselves goes with their row.
 */
export const leaveFeedback: Leave = async (tx, { companyId, userId, email }) => {
  const inCompany = sql`company_id = ${companyId}`
  const asked = sql`${inCompany} and requester_id = ${userId}`
  const asGuest = sql`${inCompany} and guest_id in (select id from guests where ${inCompany} and email = ${email})`
  const received = sql`select id from recipients where ${inCompany} and user_id = ${userId} union select id from recipients where ${asGuest}`
  const theirs = sql`${received} union select id from recipients where ${inCompany} and request_id in (select id from requests where ${asked})`
  await lockRounds(tx)
  // In the order in which asking and answering lock, and the person last: whoever is at it ends before, whoever comes later
  // finds nobody. The weaker lock lets them look up what they refer to; else both could wait for each other.
  await lock(tx, sql`requests where ${asked} for no key update`)
  await lock(tx, sql`recipients where ${inCompany} and id in (${theirs}) for no key update`)
  await lock(tx, sql`feedbacks where ${inCompany} and recipient_id in (${theirs}) for no key update`)
  await lock(tx, sql`users where ${inCompany} and id = ${userId} for update`)
  // Both name nobody from here: when the person's row goes, a second change of theirs would look up the request again.
  await tx.execute(
    sql`update feedbacks set status = 'cancelled', giver_id = null where ${inCompany} and status = 'pending' and recipient_id in (${received})`,
  )
  await tx.execute(
    sql`update feedbacks set giver_left = true where ${inCompany} and giver_id = ${userId} and status = 'answered' and confidential and released_at is null`,
  )
  await tx.execute(
    sql`update recipients set token_hash = null, guest_id = null, first_name = null, last_name = null, locale = null where ${asGuest}`,
  )
  await tx.execute(sql`update newsfeed set guest_first_name = null, guest_last_name = null where ${asGuest}`)
  await tx.execute(sql`delete from guests where ${inCompany} and email = ${email}`)
  await tx.execute(sql`delete from recurrence_members where ${inCompany} and email = ${email}`)
}

const lock = (tx: Queryable, which: SQL) => tx.execute(sql`select count(*) from (select from ${which}) as locked`)
