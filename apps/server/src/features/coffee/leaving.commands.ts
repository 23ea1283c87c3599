import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { Clock } from '../../platform/ids.ts'
import type { Leave } from '../../platform/leaving.ts'
import { nextSequence } from './decide.commands.ts'
import { type Parties, tell } from './tell.commands.ts'

/**
 * What stands in the other's calendar must be taken out of it: such a coffee stays as called off, naming the leaver no more
 * and without their words, for as long as the other has an account. Every other coffee of theirs goes. It runs before the
 * guests of the leaver's address go, because their coffees would go with them.
 */
export const leaveCoffee =
  (clock: Clock): Leave =>
  async (tx, { companyId, userId, email }) => {
    const now = clock()
    const asGuest = sql`(select id from guests where company_id = ${companyId} and email = ${email})`
    const theirs = sql`company_id = ${companyId} and (organiser_id = ${userId} or user_id = ${userId} or guest_id in ${asGuest})`
    await tx.execute(sql`select count(*) from (select from coffee_requests where ${theirs} order by id for update) as locked`)
    const ahead = sql`${theirs} and slot_at > ${now} and organiser_id is not null and (user_id is not null or guest_id is not null)`
    const withoutThem = sql`sealed_place = null, sealed_message = null, feedback_id = null, organiser_id = nullif(organiser_id, ${userId}),
      user_id = nullif(user_id, ${userId}), guest_id = case when guest_id in ${asGuest} then null else guest_id end,
      guest_first_name = case when guest_id in ${asGuest} then null else guest_first_name end,
      guest_last_name = case when guest_id in ${asGuest} then null else guest_last_name end`
    const calledOff = await rows<Parties>(
      tx,
      sql`update coffee_requests set status = 'cancelled', ${nextSequence}, changed_at = ${now}, ${withoutThem}
        where ${ahead} and status in ('pending', 'accepted') returning company_id, id, organiser_id, user_id, guest_id, guest_first_name, guest_last_name`,
    )
    // Of what was called off before, the other's mail may still wait.
    await tx.execute(sql`update coffee_requests set ${withoutThem} where ${ahead}`)
    await tx.execute(sql`delete from coffee_requests where ${theirs}`)
    for (const coffee of calledOff) {
      const to = coffee.organiser_id ? 'organiser' : 'invitee'
      await tell(tx, coffee, now, { kind: 'coffee_cancelled', to, news: true })
    }
  }
