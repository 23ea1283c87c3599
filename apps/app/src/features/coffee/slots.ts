import { MAX_COFFEE_DAYS } from '@reflet/contract/coffee'
import { DAY_MS } from '@reflet/contract/durations'

const SUNDAY = 0
const SATURDAY = 6
const MORNING = '10:00'
const AFTERNOON = '15:00'

/** A time in the form's fields: the local time of the person's zone. */
export interface Slot {
  /** YYYY-MM-DD */
  date: string
  /** HH:MM */
  time: string
}

/** The local time of a zone at an instant, as if it were UTC. */
function shownIn(zone: string, at: number): number {
  const numeric = 'numeric' as const
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
  const shown = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...parts }).formatToParts(at)
  const { year, month, day, hour, minute, second } = Object.fromEntries(shown.map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}

/** The instant of a local time; null when it is incomplete. */
export function instantOf({ date, time }: Slot, zone: string): Date | null {
  // `Date.parse` accepts almost anything.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time)) return null
  const shown = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(shown)) return null
  const near = shown - (shownIn(zone, shown) - shown)
  // The second pass corrects for a daylight saving change in between.
  return new Date(shown - (shownIn(zone, near) - near))
}

export function slotOf(instant: string, zone: string): Slot {
  const [date = '', time = ''] = new Date(shownIn(zone, Date.parse(instant))).toISOString().split('T')
  return { date, time: time.slice(0, 'HH:MM'.length) }
}

/** The date in a zone, in the format of date fields. */
export const dayIn = (zone: string, at: Date) => slotOf(at.toISOString(), zone).date

/** The last date for which a coffee chat may be proposed. */
export const lastDay = (zone: string, now: Date) => dayIn(zone, new Date(now.getTime() + MAX_COFFEE_DAYS * DAY_MS))

/** The next working days from tomorrow on, alternating mornings and afternoons. */
export function proposedSlots(zone: string, now: Date, count = 3): Slot[] {
  const slots: Slot[] = []
  const today = Date.parse(`${dayIn(zone, now)}T00:00Z`)
  for (let day = today + DAY_MS; slots.length < count; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay()
    if (weekday === SATURDAY || weekday === SUNDAY) continue
    slots.push({ date: new Date(day).toISOString().slice(0, 'YYYY-MM-DD'.length), time: slots.length % 2 === 0 ? MORNING : AFTERNOON })
  }
  return slots
}

export type SlotProblem = 'missing' | 'slot_in_past' | 'slot_too_far' | 'twice'

/** The error of each time; null for a valid one. */
export function slotProblems(slots: readonly Slot[], zone: string, now: Date): (SlotProblem | null)[] {
  const times = slots.map((slot) => instantOf(slot, zone)?.getTime() ?? null)
  return times.map((time, place) => {
    if (time === null) return 'missing'
    if (time <= now.getTime()) return 'slot_in_past'
    if (time > now.getTime() + MAX_COFFEE_DAYS * DAY_MS) return 'slot_too_far'
    return times.indexOf(time) < place ? 'twice' : null
  })
}

export const instantsOf = (slots: readonly Slot[], zone: string) =>
  slots.flatMap((slot) => {
    const instant = instantOf(slot, zone)
    return instant ? [instant.toISOString()] : []
  })
