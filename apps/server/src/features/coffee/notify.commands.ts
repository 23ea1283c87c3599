import { type Queryable, sql } from '../../db/index.ts'
import type { MessageKind, NewsKind } from '../messages/kinds.ts'
import { notify } from '../messages/notify.ts'
import { unreadNewsOf } from '../messages/unread.ts'
import type { CoffeeSide } from './coffee.policy.ts'
import type { Parties } from './coffee.queries.ts'

/** A mail for one of the two, and a news item if the other one acted. */
export interface Word {
  readonly kind: Extract<MessageKind & NewsKind, `coffee_${string}`>
  readonly to: CoffeeSide
  readonly news: boolean
}

const unreadAbout = ({ company_id: companyId, id }: Parties, userId: string) =>
  sql`${unreadNewsOf({ companyId, userId })} and n.coffee_id = ${id}`

/** Notifies both people of a decision; the mail's content is read when it is built. */
export async function notifyParties(tx: Queryable, coffee: Parties, now: Date, ...words: Word[]): Promise<void> {
  const organiser = { userId: coffee.organiser_id, guestId: null, first_name: null, last_name: null }
  const invitee = {
    userId: coffee.user_id,
    guestId: coffee.guest_id,
    first_name: coffee.guest_first_name,
    last_name: coffee.guest_last_name,
  }
  for (const { kind, to, news } of words) {
    const [receiver, actor] = to === 'organiser' ? [organiser, invitee] : [invitee, organiser]
    if (!receiver.userId && !receiver.guestId) continue
    const about = { company_id: coffee.company_id, kind, user_id: receiver.userId, coffee_id: coffee.id }
    await notify(tx, now, { messages: [{ ...about, guest_id: receiver.guestId, send_after: now }] })
    if (!news) continue
    // Who decides has read what they decide about.
    if (actor.userId) await tx.execute(sql`update newsfeed n set read_at = ${now} where ${unreadAbout(coffee, actor.userId)}`)
    if (!receiver.userId) continue
    // Unread news items are now out of date.
    await tx.execute(sql`delete from newsfeed n where ${unreadAbout(coffee, receiver.userId)}`)
    const by = { actor_id: actor.userId, guest_id: actor.guestId, guest_first_name: actor.first_name, guest_last_name: actor.last_name }
    await notify(tx, now, { news: [{ ...about, user_id: receiver.userId, ...by }] })
  }
}
