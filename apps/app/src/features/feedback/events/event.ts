import { MAX_EVENT_DAYS } from '@reflet/contract/events'
import { dayFromNow, dayOf } from '../../../platform/days.ts'
import type { NewEvent } from './events.api.ts'

export const UNTIL = ['day', 'week', 'month', 'quarter'] as const
export type Until = (typeof UNTIL)[number]
const DAYS: Record<Until, number> = { day: 0, week: 7, month: 30, quarter: MAX_EVENT_DAYS }

/** The draft of an event; stored on this device. */
export interface EventDraft {
  title: string
  /** YYYY-MM-DD */
  date: string
  skillIds: string[]
  until: Until
  confidential: boolean
  /** Idempotency key: the same until it was created, so that a retry never creates two. */
  key: string
}

/** The last minute of a day, so many days later, in the device's time zone. */
export function endOf(day: string, daysLater = 0): Date {
  const end = new Date(`${day}T23:59:00`)
  end.setDate(end.getDate() + daysLater)
  return end
}

export const endsOf = (day: string, until: Until) => endOf(day, DAYS[until])

/** The last date on which an event may close. */
export const lastDayOf = (day: string) => dayOf(endOf(day, MAX_EVENT_DAYS))

export const emptyEvent = (now = new Date()): EventDraft => ({
  title: '',
  date: dayFromNow(0, now),
  skillIds: [],
  until: 'week',
  confidential: false,
  key: crypto.randomUUID(),
})

export const toEvent = ({ title, date, skillIds, until, confidential, key }: EventDraft): NewEvent => ({
  title: title.trim(),
  takes_place_on: date,
  skill_ids: skillIds,
  ends_at: endsOf(date, until).toISOString(),
  confidential,
  idempotency_key: key,
})
