import { rows, sql } from '../../db/index.ts'
import type { Clock } from '../../platform/ids.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'
import { partiesRow } from './coffee.queries.ts'
import { nextSequence } from './coffee-responses.commands.ts'
import { notifyParties } from './notify.commands.ts'

/**
 * A coffee chat that is in the other person's calendar must be cancelled there: it is kept as cancelled, without the leaver's name and
 * text, as long as the other person has an account. All others are deleted. Runs before the guests with the leaver's address are deleted,
 * because that deletes their coffee chats.
 */
export const leaveCoffee =
  (clock: Clock): Leave =>
  async (tx, { companyId, userId, email }) => {
    const now = clock()
    const asGuest = sql`(select id from guests where company_id = ${companyId} and email = ${email})`
    const theirs = sql`company_id = ${companyId} and (organiser_id = ${userId} or user_id = ${userId} or guest_id in ${asGuest})`
    await tx.execute(sql`select from coffee_requests where ${theirs} order by id for update`)
    const ahead = sql`${theirs} and slot_at > ${now} and organiser_id is not null and (user_id is not null or guest_id is not null)`
    const withoutThem = sql`sealed_place = null, sealed_message = null, feedback_id = null,
      organiser_id = nullif(organiser_id, ${userId}),
      user_id = nullif(user_id, ${userId}), guest_id = case when guest_id in ${asGuest} then null else guest_id end,
      guest_first_name = case when guest_id in ${asGuest} then null else guest_first_name end,
      guest_last_name = case when guest_id in ${asGuest} then null else guest_last_name end`
    const calledOff = await rows(
      tx,
      partiesRow,
      sql`update coffee_requests set status = 'cancelled', ${nextSequence}, changed_at = ${now}, ${withoutThem}
        where ${ahead} and status in ('pending', 'accepted')
        returning company_id, id, organiser_id, user_id, guest_id, guest_first_name, guest_last_name`,
    )
    // The other person's mail about an earlier cancellation may still be pending.
    await tx.execute(sql`update coffee_requests set ${withoutThem} where ${ahead}`)
    await tx.execute(sql`delete from coffee_requests where ${theirs}`)
    for (const coffee of calledOff) {
      const to = coffee.organiser_id ? 'organiser' : 'invitee'
      await notifyParties(tx, coffee, now, { kind: 'coffee_cancelled', to, news: true })
    }
  }
