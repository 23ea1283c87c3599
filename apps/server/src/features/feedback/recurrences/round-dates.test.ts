import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import type { Ends, Every } from '@reflet/contract/recurrences'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comingRounds, type Dates, dateOf, firstRound, nextRound, roundAt, startsInPast } from './round-dates.ts'

const months = (count: number): Every => ({ unit: 'month', count })
const weeks = (count: number): Every => ({ unit: 'week', count })
const plan = (starts_on: string, every: Every, more: Partial<Dates> = {}): Dates => ({
  starts_on,
  every,
  ends: { rounds: 60 },
  time_zone: 'Europe/Paris',
  ...more,
})
const dates = (from: string, every: Every, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(dateOf({ starts_on: from, every }, n)).toISOString().slice(0, 10))
const iso = (dates: readonly (Date | null)[]) => dates.map((at) => at?.toISOString() ?? null)

describe('the dates of rounds', () => {
  test('keep the day of the month, or take the last day of a shorter month; or count weeks', () => {
    expect(dates('2027-01-31', months(1), 5)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
    expect(dates('2027-12-31', months(2), 3)).toEqual(['2027-12-31', '2028-02-29', '2028-04-30'])
    expect(dates('2028-02-29', months(6), 5)).toEqual(['2028-02-29', '2028-08-29', '2029-02-28', '2029-08-29', '2030-02-28'])
    expect(dates('2026-12-22', weeks(2), 3)).toEqual(['2026-12-22', '2027-01-05', '2027-01-19'])
  })

  test('are at 9:00 in the owner’s time zone, before and after daylight saving changes', () => {
    const summer = plan('2026-03-18', weeks(2))
    expect(iso([roundAt(summer, 0), roundAt(summer, 1)])).toEqual(['2026-03-18T08:00:00.000Z', '2026-04-01T07:00:00.000Z'])
    const york = plan('2026-10-21', weeks(2), { time_zone: 'America/New_York' })
    expect(iso([roundAt(york, 0), roundAt(york, 1)])).toEqual(['2026-10-21T13:00:00.000Z', '2026-11-04T14:00:00.000Z'])
  })

  test('move to the next working day, without shifting later dates', () => {
    const saturday = plan('2026-12-05', weeks(2))
    expect(iso([roundAt(saturday, 0), roundAt(saturday, 1)])).toEqual(['2026-12-07T08:00:00.000Z', '2026-12-21T08:00:00.000Z'])
    expect(dates('2026-12-05', weeks(2), 2)).toEqual(['2026-12-05', '2026-12-19'])
  })

  const zone = fc.constantFrom('Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Apia', 'Asia/Kathmandu')
  const every = fc.oneof(fc.integer({ min: 2, max: 26 }).map(weeks), fc.integer({ min: 1, max: 6 }).map(months))
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const planned = fc.record({ starts_on: day, every, time_zone: zone }).map((some) => plan(some.starts_on, some.every, some))
  const shownIn = (timeZone: string, at: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', weekday: 'short', hourCycle: 'h23' }).format(at)

  test('follow one another, each at 9:00 of a working day and at most two days late, however far from the first', () => {
    fc.assert(
      fc.property(planned, fc.integer({ min: 0, max: 120 }), (some, n) => {
        const at = roundAt(some, n)
        expect(at.getTime()).toBeLessThan(roundAt(some, n + 1).getTime())
        expect(shownIn(some.time_zone, at)).toMatch(some.time_zone === 'Africa/Cairo' ? /^(?!Fri|Sat).*09:00$/ : /^(?!Sat|Sun).*09:00$/)
        expect(Math.abs(at.getTime() - dateOf(some, n) - 9 * HOUR_MS)).toBeLessThan(3 * DAY_MS)
        const [year, month, date] = some.starts_on.split('-').map(Number) as [number, number, number]
        const nth = new Date(dateOf(some, n))
        if (some.every.unit === 'week') expect((nth.getTime() - Date.parse(some.starts_on)) / DAY_MS).toBe(n * some.every.count * 7)
        else {
          expect((nth.getUTCFullYear() - year) * 12 + nth.getUTCMonth() + 1 - month).toBe(n * some.every.count)
          expect(nth.getUTCDate() === date || new Date(nth.getTime() + DAY_MS).getUTCDate() === 1).toBe(true)
        }
      }),
    )
  })

  test('allow to find the next one from any moment', () => {
    fc.assert(
      fc.property(planned, fc.integer({ min: -40, max: 3000 }), fc.integer({ min: 0, max: 86_399 }), (some, days, seconds) => {
        const after = new Date(Date.parse(some.starts_on) + days * DAY_MS + seconds * 1000)
        const all = Array.from({ length: 240 }, (_, n) => roundAt(some, n))
        expect(nextRound(some, after, 0)).toEqual(all.find((at) => at > after))
      }),
    )
  })
})

describe('the end', () => {
  const next = (ends: Ends, after: string, sent = 0) =>
    nextRound(plan('2026-12-01', months(1), { ends }), new Date(after), sent)?.toISOString()

  test('is reached with the last round, or after the last day, which is included, in the owner’s time zone', () => {
    expect(next({ rounds: 3 }, '2027-01-02T00:00:00Z', 2)).toBe('2027-02-01T08:00:00.000Z')
    expect(next({ rounds: 3 }, '2027-01-02T00:00:00Z', 3)).toBeUndefined()
    expect(next({ date: '2027-02-01' }, '2027-01-02T00:00:00Z', 40)).toBe('2027-02-01T08:00:00.000Z')
    expect(next({ date: '2027-01-31' }, '2027-01-02T00:00:00Z')).toBeUndefined()
    expect(next({ date: '2027-05-02' }, '2027-04-02T00:00:00Z'), 'a Saturday, whose round would leave on Monday').toBeUndefined()
    const apia = plan('2026-12-01', months(1), { ends: { date: '2026-12-01' }, time_zone: 'Pacific/Apia' })
    expect(iso([firstRound(apia, new Date('2026-11-20T00:00:00Z'))])).toEqual(['2026-11-30T20:00:00.000Z'])
  })
})

describe('the first round', () => {
  const today = plan('2026-12-01', weeks(2))

  test('is sent at 9:00, or at once when that has passed today; it cannot be yesterday, in the owner’s time zone', () => {
    expect(iso([firstRound(today, new Date('2026-12-01T07:59:00Z'))])).toEqual(['2026-12-01T08:00:00.000Z'])
    expect(iso([firstRound(today, new Date('2026-12-01T14:00:00Z'))])).toEqual(['2026-12-01T14:00:00.000Z'])
    expect(startsInPast(today, new Date('2026-12-01T22:59:00Z'))).toBe(false)
    expect(startsInPast(today, new Date('2026-12-01T23:00:00Z'))).toBe(true)
  })

  test('is followed by the others', () => {
    const coming = (ends: Ends, sent = 0) =>
      iso(comingRounds({ ...today, ends }, new Date('2026-12-01T14:00:00Z'), sent, 3)).map((at) => at?.slice(0, 10))
    expect(coming({ rounds: 60 })).toEqual(['2026-12-01', '2026-12-15', '2026-12-29'])
    expect(coming({ rounds: 5 }, 3)).toEqual(['2026-12-01', '2026-12-15'])
    expect(coming({ date: '2026-12-28' })).toEqual(['2026-12-01', '2026-12-15'])
    expect(comingRounds(today, null, 0, 3)).toEqual([])
  })
})
