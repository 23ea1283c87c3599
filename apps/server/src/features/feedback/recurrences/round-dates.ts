import { DAY_MS } from '@reflet/contract/durations'
import type { Ends, Every } from '@reflet/contract/recurrences'
import { dateIn, workingTimeFrom } from '../../../platform/local-time.ts'

const NINE = 9 * 60

/** The dates of rounds, in the owner's calendar. */
export interface Dates {
  readonly starts_on: string
  readonly every: Every
  readonly ends: Ends
  readonly time_zone: string
}

/** The date of the n-th round, counted from 0, as UTC midnight. Computed from the first date, so that short months shift nothing. */
export function dateOf({ starts_on, every }: Pick<Dates, 'starts_on' | 'every'>, n: number): number {
  const first = new Date(`${starts_on}T00:00:00Z`)
  if (every.unit === 'week') return first.getTime() + n * every.count * 7 * DAY_MS
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + n * every.count]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(first.getUTCDate(), lastOfMonth))
}

/** 9:00 of that date, or of the next working day. */
export const roundAt = (dates: Dates, n: number) => workingTimeFrom(dateOf(dates, n), dates.time_zone, NINE)

/** Whether the first round's date has passed in its owner's time zone. */
export const startsInPast = (dates: Dates, now: Date) => dateOf(dates, 0) < dateIn(dates.time_zone, now)

/** The first round of a new plan: if it is today and 9:00 has passed, it is sent at once. Null when the end is before it. */
export function firstRound(dates: Dates, now: Date): Date | null {
  const planned = roundAt(dates, 0)
  return withinEnd(dates, planned > now ? planned : now, 0)
}

/** The first round after this moment, after so many sent rounds; null when none is left. */
export function nextRound(dates: Dates, after: Date, sent: number): Date | null {
  let n = Math.max(0, roundsUntil(dates, dateIn(dates.time_zone, after)) - 1)
  while (roundAt(dates, n) <= after) n++
  return withinEnd(dates, roundAt(dates, n), sent)
}

/** The next rounds, at most `count`, when the next is at `next`. */
export function comingRounds(dates: Dates, next: Date | null, sent: number, count: number): Date[] {
  const coming: Date[] = []
  for (let at = next; at && coming.length < count; at = nextRound(dates, at, sent + coming.length)) coming.push(at)
  return coming
}

/** Approximate number of round dates before this date. */
function roundsUntil({ starts_on, every }: Dates, date: number): number {
  const first = new Date(`${starts_on}T00:00:00Z`)
  const then = new Date(date)
  if (every.unit === 'week') return Math.floor((date - first.getTime()) / (every.count * 7 * DAY_MS))
  const months = (then.getUTCFullYear() - first.getUTCFullYear()) * 12 + then.getUTCMonth() - first.getUTCMonth()
  return Math.floor(months / every.count)
}

/** No round is planned after the last day, nor moved beyond it by a weekend; a planned round that was missed is still sent, once. */
function withinEnd({ ends, time_zone }: Dates, at: Date, sent: number): Date | null {
  const within = 'rounds' in ends ? sent < ends.rounds : dateIn(time_zone, at) <= Date.parse(ends.date)
  return within ? at : null
}
