import { type Queryable, type Sql, sql } from '../../db/index.ts'
import type { Deactivate, Leave, Leaver } from '../account-deletion/account-deletion.ts'
import { lockRounds } from './recurrences/rounds.commands.ts'

/**
 * Pending feedbacks of the person are cancelled. Answers that they gave stay with their receivers, without a name; a trigger keeps the fact
 * that a colleague gave them (`giver_left`). A requester who asked them by address as a guest also keeps that recipient and its answers,
 * without a name. Requests that the person sent are deleted with their row.
 */
export const leaveFeedback: Leave = async (tx, { companyId, userId, email }) => {
  const inCompany = sql`company_id = ${companyId}`
  const asked = sql`${inCompany} and requester_id = ${userId}`
  const asGuest = sql`${inCompany} and guest_id in (select id from guests where ${inCompany} and email = ${email})`
  const received = sql`select id from recipients where ${inCompany} and user_id = ${userId}
    union select id from recipients where ${asGuest}`
  const theirs = sql`${received} union select id from recipients
    where ${inCompany} and request_id in (select id from requests where ${asked})`
  await lockRounds(tx)
  // Lock order: as in requests and answers, the person last. Concurrent calls finish before, later ones find no account. The weaker lock
  // mode lets foreign key checks pass; a stronger one could deadlock.
  await lock(tx, sql`requests where ${asked} for no key update`)
  await lock(tx, sql`recipients where ${inCompany} and id in (${theirs}) for no key update`)
  await lock(tx, sql`feedbacks where ${inCompany} and recipient_id in (${theirs}) for no key update`)
  await lock(tx, sql`users where ${inCompany} and id = ${userId} for update`)
  // Both references are cleared here: on deletion of the person's row, a second update of the same rows would check the request again.
  await tx.execute(sql`update feedbacks set status = 'cancelled', giver_id = null
    where ${inCompany} and status = 'pending' and recipient_id in (${received})`)
  await tx.execute(sql`update recipients set user_id = null, later_at = null, later_reminded_at = null
    where ${inCompany} and user_id = ${userId} and (later_at is not null or later_reminded_at is not null)`)
  await forgetGuest(tx, { companyId, email })
}

/** Removes who was asked by address, as a guest or in a pool; what they answered stays without a name. */
export async function forgetGuest(tx: Queryable, { companyId, email }: Pick<Leaver, 'companyId' | 'email'>): Promise<void> {
  const inCompany = sql`company_id = ${companyId}`
  const asGuest = sql`${inCompany} and guest_id in (select id from guests where ${inCompany} and email = ${email})`
  await tx.execute(
    sql`update recipients set token_hash = null, guest_id = null, first_name = null, last_name = null, locale = null where ${asGuest}`,
  )
  await tx.execute(sql`update newsfeed set guest_first_name = null, guest_last_name = null where ${asGuest}`)
  await tx.execute(sql`delete from guests where ${inCompany} and email = ${email}`)
  await tx.execute(sql`delete from recurrence_members where ${inCompany} and email = ${email}`)
}

/** Requests that wait for people who are being deactivated are cancelled; their requesters see it. */
export const cancelPendingOf: Deactivate = async (tx, { companyId, userIds }) => {
  const theirs = sql`company_id = ${companyId} and giver_id = any(${userIds}::uuid[]) and status = 'pending'`
  await lockRounds(tx)
  // Lock order: as when someone leaves.
  await lock(
    tx,
    sql`requests where company_id = ${companyId} and id in (select request_id from feedbacks where ${theirs})
    order by id for no key update`,
  )
  await lock(
    tx,
    sql`recipients where company_id = ${companyId} and id in (select recipient_id from feedbacks where ${theirs})
    order by id for no key update`,
  )
  await tx.execute(sql`update feedbacks set status = 'cancelled' where ${theirs}`)
}

const lock = (tx: Queryable, which: Sql) => tx.execute(sql`select from ${which}`)
