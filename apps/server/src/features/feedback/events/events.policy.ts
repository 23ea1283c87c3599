import { EDIT_WINDOW_HOURS } from '@reflet/contract/answers'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { MAX_EVENT_DAYS, MAX_EVENT_GUESTS, MORE_EVENT_GUESTS } from '@reflet/contract/events'
import { Problem } from '../../../platform/errors.ts'

/** The earliest and the latest time zone of a calendar day. */
const EARLIEST_MS = -14 * HOUR_MS
const LATEST_MS = DAY_MS + 12 * HOUR_MS

/** Whether participants may answer now. */
export const isOpen = (event: { ends_at: Date; closed_at: Date | null }, now: Date) => event.closed_at === null && event.ends_at > now

/** The event's request stays open until its last answer can no longer be edited. */
export const requestExpiresAt = (endsAt: Date) => new Date(endsAt.getTime() + EDIT_WINDOW_HOURS * HOUR_MS)

/** A link shows that its event is over while a participant may still edit an answer. */
export const isForgotten = (event: { ends_at: Date }, now: Date) => requestExpiresAt(event.ends_at) <= now

/**
 * The maximum of guest answers. A confidential event accepts up to `MORE_EVENT_GUESTS` more, by a secret byte: with a known maximum, a
 * person who fills an event would learn how many answered before.
 */
export const guestPlaces = (confidential: boolean, secret: number) =>
  MAX_EVENT_GUESTS + (confidential ? Math.min(secret, MORE_EVENT_GUESTS) : 0)

/**
 * An event ends in the future, not before its day (in the earliest time zone), and not long after it.
 * @throws event_ends_in_past, event_ends_too_late, invalid_input when it ends before its day
 */
export function checkEnd(takesPlaceOn: string, endsAt: Date, now: Date): void {
  if (endsAt <= now) throw new Problem('event_ends_in_past')
  const day = Date.parse(takesPlaceOn)
  if (endsAt.getTime() > day + LATEST_MS + MAX_EVENT_DAYS * DAY_MS) throw new Problem('event_ends_too_late')
  if (endsAt.getTime() < day + EARLIEST_MS) throw new Problem('invalid_input', { fields: { ends_at: 'before_event' } })
}
