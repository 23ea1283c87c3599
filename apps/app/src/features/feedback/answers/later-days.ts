import type { RequestToAnswer } from '@reflet/contract/answers'
import { DAY_MS } from '@reflet/contract/durations'

const MONDAY = 1

/** How the day of a reminder is shown. */
export const LATER_DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }

/** The date of an instant in a time zone, as YYYY-MM-DD. */
const dateIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)

const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export interface LaterDay {
  label: 'tomorrow' | 'monday' | 'week'
  /** YYYY-MM-DD, in the person's time zone. */
  day: string
}

/**
 * The days to which a request can be postponed: tomorrow, the next Monday, in a week; each date once. At the latest on the due date; once
 * that has passed, before the request expires. The same rule as the server's (`postponeRequest`).
 */
export function laterDays(
  { due_at, expires_at }: Pick<RequestToAnswer, 'due_at' | 'expires_at'>,
  timeZone: string,
  now = new Date(),
): LaterDay[] {
  const today = dateIn(timeZone, now)
  const due = due_at === null ? null : dateIn(timeZone, new Date(due_at))
  const beforeExpiry = plusDays(dateIn(timeZone, new Date(expires_at)), -1)
  const last = due !== null && due >= today && due < beforeExpiry ? due : beforeExpiry
  const toMonday = (MONDAY - new Date(today).getUTCDay() + 7) % 7 || 7
  const days: LaterDay[] = [
    { label: 'tomorrow', day: plusDays(today, 1) },
    { label: 'monday', day: plusDays(today, toMonday) },
    { label: 'week', day: plusDays(today, 7) },
  ]
  return days.filter(({ day }, at) => day <= last && days.findIndex((other) => other.day === day) === at)
}
