import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/index.ts'
import type { MessageKind, NewsKind } from '../../db/schema/messages.ts'
import { newId } from '../../platform/ids.ts'
import type { CoffeeSide } from './coffee.policy.ts'
import type { CoffeeRow } from './coffee.queries.ts'

/** Between whom; null is whoever has left. */
export type Parties = Pick<
  CoffeeRow,
  'company_id' | 'id' | 'organiser_id' | 'user_id' | 'guest_id' | 'guest_first_name' | 'guest_last_name'
>

/** A mail for one of the two, and a piece of news when it was the other's doing. */
export interface Word {
  readonly kind: Extract<MessageKind & NewsKind, `coffee_${string}`>
  readonly to: CoffeeSide
  readonly news: boolean
}

/** Tells what has just been decided; what a mail says then is looked up when it is made. */
export async function tell(tx: Queryable, coffee: Parties, now: Date, ...words: Word[]): Promise<void> {
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
    await tx.execute(
      sql`insert into outbox (company_id, id, kind, user_id, guest_id, coffee_id, send_after, created_at)
        values (${coffee.company_id}, ${newId(now)}, ${kind}, ${receiver.userId}, ${receiver.guestId}, ${coffee.id}, ${now}, ${now})`,
    )
    if (!news || !receiver.userId) continue
    const about = sql`company_id = ${coffee.company_id} and coffee_id = ${coffee.id} and user_id = ${receiver.userId}`
    // What has not been read is out of date from now.
    await tx.execute(sql`delete from newsfeed where ${about} and read_at is null`)
    await tx.execute(
      sql`insert into newsfeed (company_id, id, user_id, kind, actor_id, guest_id, guest_first_name, guest_last_name, coffee_id, created_at)
        values (${coffee.company_id}, ${newId(now)}, ${receiver.userId}, ${kind}, ${actor.userId}, ${actor.guestId}, ${actor.first_name}, ${actor.last_name},
          ${coffee.id}, ${now})`,
    )
  }
}
