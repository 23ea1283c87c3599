import { MAX_COFFEE_DAYS } from '@reflet/contract/coffee'

const DAY_MS = 86_400_000
const SUNDAY = 0
const SATURDAY = 6
const MORNING = '10:00'
const AFTERNOON = '15:00'

/** A time as the fields of a form have it: what the clocks of its person's zone show. */
export interface Slot {
  /** YYYY-MM-DD */
  date: string
  /** HH:MM */
  time: string
}

/** What the clocks of a zone show at a moment, as if it were UTC. */
function shownIn(zone: string, at: number): number {
  const numeric = 'numeric' as const
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
  const shown = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...parts }).formatToParts(at)
  const { year, month, day, hour, minute, second } = Object.fromEntries(shown.map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}

/** The moment at which the clocks of a zone show this; null for what is not filled in. */
export function instantOf({ date, time }: Slot, zone: string): Date | null {
  // `Date.parse` makes something of almost anything.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time)) return null
  const shown = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(shown)) return null
  const near = shown - (shownIn(zone, shown) - shown)
  // The second look is for a change of the clocks in between.
  return new Date(shown - (shownIn(zone, near) - near))
}

export function slotOf(instant: string, zone: string): Slot {
  const [date = '', time = ''] = new Date(shownIn(zone, Date.parse(instant))).toISOString().split('T')
  return { date, time: time.slice(0, 'HH:MM'.length) }
}

/** The day in a zone, as date fields have it. */
export const dayIn = (zone: string, at: Date) => slotOf(at.toISOString(), zone).date

/** The last day on which a coffee may be proposed. */
export const lastDay = (zone: string, now: Date) => dayIn(zone, new Date(now.getTime() + MAX_COFFEE_DAYS * DAY_MS))

/** The next working days from tomorrow on, in the morning and in the afternoon by turns. */
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

/** What is wrong with each time; null for what is right. */
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
