import type { coffee } from '@reflet/contract/coffee'
import type { Parsed } from '@reflet/contract/endpoint'
import { type Queryable, rows, sql } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { countOutside } from '../guests/mail-limit.ts'
import { insertSlots } from './coffee.commands.ts'
import { type CoffeeSide, type CoffeeTimes, canOf, checkSlots } from './coffee.policy.ts'
import { type CoffeeRow, coffeeColumns, coffeeRow, coffeeTables, timesOf } from './coffee.queries.ts'
import { notifyParties, type Word } from './notify.commands.ts'

/** Which coffee chat, and as whom: an employee by session, or the holder of a link. */
export interface Party {
  readonly companyId: string
  readonly coffeeId: string
  readonly side: CoffeeSide
  /** null for a link. */
  readonly userId: string | null
}

/** Authorization by role: a call for the other person's role finds nothing. */
export const partyOf = ({ companyId, userId }: Viewer, coffeeId: string, side: CoffeeSide): Party => ({ companyId, coffeeId, side, userId })

/** A coffee chat with a row lock until the transaction ends. */
interface Locked {
  readonly row: CoffeeRow
  readonly times: CoffeeTimes
  readonly now: Date
}

/**
 * Row lock: concurrent decisions run one after the other.
 * @throws not_found when it is not this person's to decide
 */
async function decide(platform: Platform, party: Party, change: (tx: Queryable, coffee: Locked) => Promise<void>): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const key = sql`cq.company_id = ${party.companyId} and cq.id = ${party.coffeeId}`
    const own = party.side === 'organiser' ? sql`cq.organiser_id = ${party.userId}` : sql`cq.user_id = ${party.userId}`
    await tx.execute(sql`select from coffee_requests cq where ${key} for no key update`)
    const [row] = await rows(
      tx,
      coffeeRow,
      sql`select ${coffeeColumns} from ${coffeeTables} where ${key} ${party.userId === null ? sql.empty : sql`and ${own}`}`,
    )
    if (!row) throw notFound()
    await change(tx, { row, times: timesOf(row), now })
  })
  platform.wake(now)
}

/**
 * Chooses one of the proposed times. Idempotent for the same time.
 * @throws not_found; coffee_closed, also when another time was chosen, or the organiser is deactivated; slot_unknown; slot_in_past
 */
export const acceptCoffee = (platform: Platform, party: Party, slot: string) =>
  decide(platform, party, async (tx, { row, times, now }) => {
    const chosen = Date.parse(slot)
    if (row.status === 'accepted' && times.slot === chosen) return
    if (!canOf(times, 'invitee', now).accept || !(await isActive(tx, row))) throw new Problem('coffee_closed')
    if (!times.slots.includes(chosen)) throw new Problem('slot_unknown')
    if (chosen <= now.getTime()) throw new Problem('slot_in_past')
    await tx.execute(sql`update coffee_requests
      set status = 'accepted', slot_at = ${new Date(chosen)}, ${nextSequence}, changed_at = ${now}
      where ${keyOf(row)}`)
    await notifyParties(
      tx,
      row,
      now,
      { kind: 'coffee_accepted', to: 'organiser', news: true },
      { kind: 'coffee_accepted', to: 'invitee', news: false },
    )
  })

/**
 * Declines, also after having accepted. Idempotent.
 * @throws not_found; coffee_closed
 */
export const declineCoffee = (platform: Platform, party: Party) =>
  decide(platform, party, async (tx, { row, times, now }) => {
    if (row.status === 'declined') return
    if (!canOf(times, 'invitee', now).decline) throw new Problem('coffee_closed')
    await end(tx, row, 'declined', now, { kind: 'coffee_declined', to: 'organiser', news: true })
  })

/**
 * Cancels what the viewer proposed. Idempotent.
 * @throws not_found; coffee_closed
 */
export const cancelCoffee = (platform: Platform, party: Party) =>
  decide(platform, party, async (tx, { row, times, now }) => {
    if (row.status === 'cancelled') return
    if (!canOf(times, 'organiser', now).cancel) throw new Problem('coffee_closed')
    await end(tx, row, 'cancelled', now, { kind: 'coffee_cancelled', to: 'invitee', news: true })
  })

/** The person who cancelled gets a mail only to clear their own calendar, if it had an entry. */
async function end(tx: Queryable, row: CoffeeRow, status: 'declined' | 'cancelled', now: Date, word: Word): Promise<void> {
  const other: Word = { kind: 'coffee_cancelled', to: word.to === 'organiser' ? 'invitee' : 'organiser', news: false }
  await tx.execute(sql`update coffee_requests set status = ${status}, ${nextSequence}, changed_at = ${now} where ${keyOf(row)}`)
  await notifyParties(tx, row, now, word, ...(row.slot_at === null ? [] : [other]))
}

type Proposal = Parsed<typeof coffee.rescheduleCoffee>['body']

/**
 * Proposes other times; length and place keep their value unless given. The calendar entries stay until a new time is chosen.
 * @throws not_found; coffee_closed; slot_in_past; slot_too_far; slow_down when a guest would be mailed and the daily limit is reached
 */
export const rescheduleCoffee = (platform: Platform, viewer: Viewer, id: string, { slots, minutes, place }: Proposal) =>
  decide(platform, partyOf(viewer, id, 'organiser'), async (tx, { row, times, now }) => {
    if (!canOf(times, 'organiser', now).reschedule) throw new Problem('coffee_closed')
    checkSlots(slots, now)
    if (row.guest_id) await countOutside(tx, viewer, 1, now)
    const sealedPlace = place === undefined ? row.sealed_place : viewer.seal.seal(place, 'coffee_requests.sealed_place', row.id)
    await tx.execute(sql`update coffee_requests
      set status = 'pending', minutes = ${minutes ?? row.minutes}, sealed_place = ${sealedPlace}, changed_at = ${now}
      where ${keyOf(row)}`)
    await insertSlots(tx, row, slots)
    await notifyParties(tx, row, now, { kind: 'coffee_proposed', to: 'invitee', news: true })
  })

async function isActive(tx: Queryable, { company_id, organiser_id }: CoffeeRow): Promise<boolean> {
  const found = await rows(
    tx,
    {},
    sql`select from users where company_id = ${company_id} and id = ${organiser_id} and deactivated_at is null`,
  )
  return found.length > 0
}

const keyOf = (row: Pick<CoffeeRow, 'company_id' | 'id'>) => sql`company_id = ${row.company_id} and id = ${row.id}`

/** iCalendar SEQUENCE: starts at 0 and increases with each message. */
export const nextSequence = sql`sequence = sequence + (slot_at is not null)::int`
