import { type CoffeeMeeting, MAX_COFFEE_DAYS } from '@reflet/contract/coffee'
import { DAY_MS } from '@reflet/contract/durations'
import { Problem } from '../../platform/errors.ts'

/** How long after its last time the link still shows a coffee chat. */
const LINK_DAYS = 30

export type CoffeeStatus = CoffeeMeeting['status']

/** The state on which decisions depend; times in milliseconds. */
export interface CoffeeTimes {
  readonly status: CoffeeStatus
  readonly slots: readonly number[]
  /** The time in the calendars, also while other times are proposed; null before a time was chosen. */
  readonly slot: number | null
}

/** The person's role: organiser or invited. */
export type CoffeeSide = 'organiser' | 'invitee'

/** A proposal expires when its last time has passed; the hourly job only stores it. */
export const statusAt = ({ status, slots }: CoffeeTimes, now: Date): CoffeeStatus =>
  status === 'pending' && slots.every((slot) => slot <= now.getTime()) ? 'expired' : status

/** A coffee chat that took place can no longer be changed. */
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

/** Whether the link is still valid. */
export function isLinkAlive({ slots, slot }: CoffeeTimes, now: Date): boolean {
  return Math.max(...slots, slot ?? 0) + LINK_DAYS * DAY_MS > now.getTime()
}
