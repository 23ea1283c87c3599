import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'

/** Working days in every country: neither Friday and Saturday nor Saturday and Sunday. */
const QUIET_DAYS = new Set([0, 5, 6])
const WEEKEND = new Set([0, 6])
const FRIDAY_WEEKEND = new Set([5, 6])
/** Time zones of countries whose weekend includes Friday but not Sunday (CLDR week data). */
const FRIDAY_ZONES = new Set(
  `Africa/Algiers Africa/Cairo Africa/Djibouti Africa/Khartoum Africa/Mogadishu Africa/Tripoli Asia/Aden Asia/Amman Asia/Baghdad Asia/Bahrain
    Asia/Damascus Asia/Dhaka Asia/Gaza Asia/Hebron Asia/Jerusalem Asia/Kabul Asia/Kuwait Asia/Muscat Asia/Qatar Asia/Riyadh Asia/Tehran
    Indian/Maldives`.split(/\s+/),
)

/** Cache: creating a formatter costs a hundred times as much as using it, and there are a few hundred zones at most. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const numeric = 'numeric' as const
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
  const made = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...parts })
  formats.set(timeZone, made)
  return made
}

/** The local time of a time zone, as if it were UTC. */
function shownIn(timeZone: string, at: number): number {
  const parts = formatOf(timeZone).formatToParts(at)
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}

/** The instant of a local time; the second pass corrects for a daylight saving change in between. */
function whenShown(timeZone: string, shown: number): number {
  const near = shown - (shownIn(timeZone, shown) - shown)
  return shown - (shownIn(timeZone, near) - near)
}

/** The next time, from Monday to Thursday, that it is so many minutes after midnight in a person's time zone. */
export function nextWorkingTime(now: Date, timeZone: string, minutes: number): Date {
  const today = Math.floor(shownIn(timeZone, now.getTime()) / DAY_MS) * DAY_MS
  for (let day = today; ; day += DAY_MS) {
    if (QUIET_DAYS.has(new Date(day).getUTCDay())) continue
    const at = whenShown(timeZone, day + minutes * MINUTE_MS)
    if (at >= now.getTime()) return new Date(at)
  }
}

/** Reminders without a deadline are sent between 9:00 and 11:00, in the person's time zone. */
const MORNING_MINUTE = 9 * 60
const MORNING_SPREAD_MINUTES = 120

/** The next morning of a working day for a person. Jitter: a fixed minute per person, so that a company's mails are not sent all at once. */
export const nextMorning = (now: Date, { id, time_zone }: { readonly id: string; readonly time_zone: string }) =>
  nextWorkingTime(now, time_zone, MORNING_MINUTE + (Number.parseInt(id.slice(-6), 16) % MORNING_SPREAD_MINUTES))

/** The local date of a time zone, as the midnight of that date in UTC. */
export const dateIn = (timeZone: string, at: Date) => Math.floor(shownIn(timeZone, at.getTime()) / DAY_MS) * DAY_MS

/** The instant of so many minutes after midnight on this date (as of `dateIn`), or on the next working day there. */
export function workingTimeFrom(date: number, timeZone: string, minutes: number): Date {
  const weekend = FRIDAY_ZONES.has(timeZone) ? FRIDAY_WEEKEND : WEEKEND
  let day = date
  while (weekend.has(new Date(day).getUTCDay())) day += DAY_MS
  return timeOn(day, timeZone, minutes)
}

/** The instant of so many minutes after midnight on this date (as of `dateIn`). */
export const timeOn = (date: number, timeZone: string, minutes: number) => new Date(whenShown(timeZone, date + minutes * MINUTE_MS))

/** Quiet hours, in minutes after midnight; from evening to morning, or within one day. */
export interface QuietHours {
  readonly from: number
  readonly until: number
}

/** The end of the current quiet hours in a person's time zone; null outside them. */
export function quietUntil(now: Date, timeZone: string, { from, until }: QuietHours): Date | null {
  const shown = shownIn(timeZone, now.getTime())
  const minutes = (shown % DAY_MS) / MINUTE_MS
  const isQuiet = from <= until ? minutes >= from && minutes < until : minutes >= from || minutes < until
  return isQuiet ? nextTime(now, timeZone, until) : null
}

/** The next time, now included, that it is so many minutes after midnight in a person's time zone. */
export function nextTime(now: Date, timeZone: string, minutes: number): Date {
  const today = Math.floor(shownIn(timeZone, now.getTime()) / DAY_MS) * DAY_MS
  for (let day = today; ; day += DAY_MS) {
    const at = whenShown(timeZone, day + minutes * MINUTE_MS)
    if (at >= now.getTime()) return new Date(at)
  }
}
