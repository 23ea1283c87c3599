import type { Ends, Every } from '@reflet/contract/recurrences'
import { dateIn, workingTimeFrom } from '../../../platform/local-time.ts'

const DAY_MS = 86_400_000
const NINE = 9 * 60

/** When rounds leave, in the calendar of whoever asks. */
export interface Dates {
  readonly starts_on: string
  readonly every: Every
  readonly ends: Ends
  readonly time_zone: string
}

/** The date of the n-th round, counted from 0, as UTC midnight. Always reckoned from the first, so that short months shift nothing. */
export function dateOf({ starts_on, every }: Pick<Dates, 'starts_on' | 'every'>, n: number): number {
  const first = new Date(`${starts_on}T00:00:00Z`)
  if (every.unit === 'week') return first.getTime() + n * every.count * 7 * DAY_MS
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + n * every.count]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(first.getUTCDate(), lastOfMonth))
}

/** 9:00 of that date, or of the next on which people work. */
export const roundAt = (dates: Dates, n: number) => workingTimeFrom(dateOf(dates, n), dates.time_zone, NINE)

/** Whether the first round's date has passed where its owner lives. */
export const startsInPast = (dates: Dates, now: Date) => dateOf(dates, 0) < dateIn(dates.time_zone, now)

/** The first round of a new plan: today's leaves at once when its hour has passed. Null when the end comes before it. */
export function firstRound(dates: Dates, now: Date): Date | null {
  const planned = roundAt(dates, 0)
  return withinEnd(dates, planned > now ? planned : now, 0)
}

/** The first round after this moment, when so many have been sent; null when none is left. */
export function nextRound(dates: Dates, after: Date, sent: number): Date | null {
  let n = Math.max(0, roundsUntil(dates, dateIn(dates.time_zone, after)) - 1)
  while (roundAt(dates, n) <= after) n++
  return withinEnd(dates, roundAt(dates, n), sent)
}

/** The rounds to come, as many as there are and at most `count`, when the next is at `next`. */
export function comingRounds(dates: Dates, next: Date | null, sent: number, count: number): Date[] {
  const coming: Date[] = []
  for (let at = next; at && coming.length < count; at = nextRound(dates, at, sent + coming.length)) coming.push(at)
  return coming
}

/** How many dates of rounds have passed on this date, about. */
function roundsUntil({ starts_on, every }: Dates, date: number): number {
  const first = new Date(`${starts_on}T00:00:00Z`)
  const then = new Date(date)
  if (every.unit === 'week') return Math.floor((date - first.getTime()) / (every.count * 7 * DAY_MS))
  const months = (then.getUTCFullYear() - first.getUTCFullYear()) * 12 + then.getUTCMonth() - first.getUTCMonth()
  return Math.floor(months / every.count)
}

/** Nothing is planned after the last day, also not what a weekend would move beyond it; what was planned and missed still leaves, once. */
function withinEnd({ ends, time_zone }: Dates, at: Date, sent: number): Date | null {
  const within = 'rounds' in ends ? sent < ends.rounds : dateIn(time_zone, at) <= Date.parse(ends.date)
  return within ? at : null
}
