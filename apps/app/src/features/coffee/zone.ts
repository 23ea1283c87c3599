import { formatDate } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'

export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone in which this person lives, as their profile says. */
export const useZone = () => useUser()?.time_zone ?? deviceZone()

const DAY_AND_TIME = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** Whether two zones show the same clock at a moment, whatever they are called. */
const agree = (at: string, zone: string, other: string) =>
  formatDate(at, { ...DAY_AND_TIME, timeZone: zone }) === formatDate(at, { ...DAY_AND_TIME, timeZone: other })

/** A time in words; with the zone's distance from UTC, and as this device has it, when the clocks here show another. */
export function wordsOf(at: string, zone: string): { told: string; here: string | null } {
  const own = deviceZone()
  if (agree(at, zone, own)) return { told: formatDate(at, { ...DAY_AND_TIME, timeZone: zone }), here: null }
  return {
    told: formatDate(at, { ...DAY_AND_TIME, timeZone: zone, timeZoneName: 'short' }),
    here: formatDate(at, { weekday: 'long', hour: '2-digit', minute: '2-digit', timeZone: own, timeZoneName: 'short' }),
  }
}
