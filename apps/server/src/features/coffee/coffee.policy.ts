import { type CoffeeMeeting, MAX_COFFEE_DAYS } from '@reflet/contract/coffee'
import { Problem } from '../../platform/errors.ts'

const DAY_MS = 86_400_000
/** So long after its last time a coffee can still be looked at by its link. */
const LINK_DAYS = 30

export type CoffeeStatus = CoffeeMeeting['status']

/** What decides about a coffee; times in milliseconds. */
export interface CoffeeTimes {
  readonly status: CoffeeStatus
  readonly slots: readonly number[]
  /** What stands in the calendars, also while other times are proposed; null before anything was chosen. */
  readonly slot: number | null
}

/** Who speaks: the one who proposed, or the one who was asked. */
export type CoffeeSide = 'organiser' | 'invitee'

/** A proposal ends by itself when its last time has passed; the hourly schedule only writes it down. */
export const statusAt = ({ status, slots }: CoffeeTimes, now: Date): CoffeeStatus =>
  status === 'pending' && slots.every((slot) => slot <= now.getTime()) ? 'expired' : status

/** What was agreed and has taken place is nobody's to change. */
export function canOf(coffee: CoffeeTimes, side: CoffeeSide, now: Date): CoffeeMeeting['can'] {
  const status = statusAt(coffee, now)
  const pending = status === 'pending'
  const open = pending || (status === 'accepted' && coffee.slot !== null && coffee.slot > now.getTime())
  const mine = side === 'organiser'
  return {
    accept: !mine && pending,
    decline: !mine && open,
    cancel: mine && open,
    reschedule: mine && (open || status === 'expired'),
  }
}

/** @throws slot_in_past; slot_too_far */
export function checkSlots(slots: readonly string[], now: Date): void {
  const times = slots.map((slot) => Date.parse(slot))
  if (times.some((slot) => slot <= now.getTime())) throw new Problem('slot_in_past')
  if (times.some((slot) => slot > now.getTime() + MAX_COFFEE_DAYS * DAY_MS)) throw new Problem('slot_too_far')
}

/** Whether the link still opens. */
export function isLinkAlive({ slots, slot }: CoffeeTimes, now: Date): boolean {
  return Math.max(...slots, slot ?? 0) + LINK_DAYS * DAY_MS > now.getTime()
}
