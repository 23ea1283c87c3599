import { formatDate } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'

export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of this person's profile. */
export const useZone = () => useUser()?.time_zone ?? deviceZone()

const DAY_AND_TIME = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** Whether two zones have the same local time at an instant, whatever their names. */
const agree = (at: string, zone: string, other: string) =>
  formatDate(at, { ...DAY_AND_TIME, timeZone: zone }) === formatDate(at, { ...DAY_AND_TIME, timeZone: other })

/** A time in words; with the UTC offset and this device's local time, when they differ. */
export function wordsOf(at: string, zone: string): { there: string; here: string | null } {
  const own = deviceZone()
  if (agree(at, zone, own)) return { there: formatDate(at, { ...DAY_AND_TIME, timeZone: zone }), here: null }
  return {
    there: formatDate(at, { ...DAY_AND_TIME, timeZone: zone, timeZoneName: 'short' }),
    here: formatDate(at, { weekday: 'long', hour: '2-digit', minute: '2-digit', timeZone: own, timeZoneName: 'short' }),
  }
}
