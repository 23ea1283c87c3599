import { HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { describe, expect, test } from 'vitest'
import { dateIn, nextTime, nextWorkingTime, quietUntil, workingTimeFrom } from './local-time.ts'

const next = (now: string, zone: string, minutes = 9 * 60 + 30) => nextWorkingTime(new Date(now), zone, minutes).toISOString()

describe('the next working time', () => {
  test.each([
    ['today, when it is early', '2026-06-03T02:23:00Z', 'Europe/Paris', '2026-06-03T07:30:00.000Z'],
    ['now', '2026-06-03T07:30:00Z', 'Europe/Paris', '2026-06-03T07:30:00.000Z'],
    ['tomorrow, when it has passed', '2026-06-03T07:30:01Z', 'Europe/Paris', '2026-06-04T07:30:00.000Z'],
    ['on Monday from Thursday on', '2026-06-04T08:00:00Z', 'Europe/Paris', '2026-06-08T07:30:00.000Z'],
    ['on Monday from Friday on, where Friday is a day of rest', '2026-06-05T02:23:00Z', 'Africa/Cairo', '2026-06-08T06:30:00.000Z'],
    ['in the evening of UTC, where it is the next day already', '2026-06-02T22:00:00Z', 'Asia/Tokyo', '2026-06-03T00:30:00.000Z'],
    ['where it is still the day before', '2026-06-02T02:23:00Z', 'America/Los_Angeles', '2026-06-02T16:30:00.000Z'],
    ['where Sunday is Monday already', '2026-06-07T20:00:00Z', 'Pacific/Auckland', '2026-06-07T21:30:00.000Z'],
    ['at a quarter of an hour’s offset', '2026-06-03T00:00:00Z', 'Asia/Kathmandu', '2026-06-03T03:45:00.000Z'],
  ])('%s', (_what, now, zone, expected) => {
    expect(next(now, zone)).toBe(expected)
  })

  test('follows the daylight saving change over a weekend', () => {
    expect(next('2026-03-26T12:00:00Z', 'Europe/Paris'), 'summer time begins on Sunday').toBe('2026-03-30T07:30:00.000Z')
    expect(next('2026-10-22T12:00:00Z', 'Europe/Paris'), 'summer time ends on Sunday').toBe('2026-10-26T08:30:00.000Z')
    expect(next('2026-10-29T20:00:00Z', 'America/New_York')).toBe('2026-11-02T14:30:00.000Z')
  })

  test('follows the daylight saving change on the same day', () => {
    expect(next('2021-03-21T12:00:00Z', 'Asia/Tehran'), 'at the midnight before').toBe('2021-03-22T05:00:00.000Z')
    expect(next('1942-02-09T08:00:00Z', 'America/Los_Angeles'), 'at 2:00, which is 10:00 UTC').toBe('1942-02-09T16:30:00.000Z')
  })
})

describe('the working time from a date on', () => {
  test.each([
    ['that day', '2026-06-05', 'Europe/Paris', '2026-06-05T07:00:00.000Z'],
    ['Monday instead of Saturday', '2026-06-06', 'Europe/Paris', '2026-06-08T07:00:00.000Z'],
    ['Monday instead of Sunday', '2026-06-07', 'America/New_York', '2026-06-08T13:00:00.000Z'],
    ['Sunday instead of Friday, where Friday is a day of rest', '2026-06-05', 'Africa/Cairo', '2026-06-07T06:00:00.000Z'],
    ['Sunday itself there', '2026-06-07', 'Asia/Riyadh', '2026-06-07T06:00:00.000Z'],
    ['by the clocks of the day it becomes', '2026-03-28', 'Europe/Paris', '2026-03-30T07:00:00.000Z'],
    ['by the clocks of the day it becomes, in autumn', '2026-10-31', 'America/New_York', '2026-11-02T14:00:00.000Z'],
  ])('is %s', (_what, date, zone, expected) => {
    expect(workingTimeFrom(Date.parse(date), zone, 9 * 60).toISOString()).toBe(expected)
  })

  test('and a date is in local time', () => {
    const shown = (zone: string) => new Date(dateIn(zone, new Date('2026-06-05T22:30:00Z'))).toISOString()
    expect(shown('Europe/Paris')).toBe('2026-06-06T00:00:00.000Z')
    expect(shown('America/New_York')).toBe('2026-06-05T00:00:00.000Z')
  })
})

describe('quiet hours', () => {
  const night = { from: 20 * 60, until: 8 * 60 }
  const until = (now: string, zone: string, hours = night) => quietUntil(new Date(now), zone, hours)?.toISOString() ?? null

  test.each([
    ['begin on the minute', '2026-06-03T18:00:00Z', 'Europe/Paris', '2026-06-04T06:00:00.000Z'],
    ['not a second before', '2026-06-03T17:59:59Z', 'Europe/Paris', null],
    ['last past midnight', '2026-06-03T23:30:00Z', 'Europe/Paris', '2026-06-04T06:00:00.000Z'],
    ['end on the minute', '2026-06-04T06:00:00Z', 'Europe/Paris', null],
    ['not a second before', '2026-06-04T05:59:59Z', 'Europe/Paris', '2026-06-04T06:00:00.000Z'],
    ['are the receiver’s', '2026-06-03T10:00:00Z', 'America/Los_Angeles', '2026-06-03T15:00:00.000Z'],
    ['are the receiver’s', '2026-06-03T10:00:00Z', 'Asia/Tokyo', null],
    ['are an hour shorter when summer time begins', '2026-03-28T20:00:00Z', 'Europe/Paris', '2026-03-29T06:00:00.000Z'],
    ['are an hour longer when it ends', '2026-10-24T20:00:00Z', 'Europe/Paris', '2026-10-25T07:00:00.000Z'],
    ['end in the second of two same hours, too', '2026-10-25T06:30:00Z', 'Europe/Paris', '2026-10-25T07:00:00.000Z'],
  ])('%s: %s in %s', (_what, now, zone, expected) => {
    expect(until(now, zone)).toBe(expected)
  })

  test('may be within a day, or empty', () => {
    const noon = { from: 12 * 60, until: 14 * 60 }
    expect(until('2026-06-03T10:30:00Z', 'Europe/Paris', noon)).toBe('2026-06-03T12:00:00.000Z')
    expect(until('2026-06-03T12:00:00Z', 'Europe/Paris', noon)).toBeNull()
    expect(until('2026-06-03T10:30:00Z', 'Europe/Paris', { from: 600, until: 600 })).toBeNull()
  })

  test('never end in the past, in no time zone and at no hour of a year', () => {
    for (const zone of ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu', 'Pacific/Apia']) {
      const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 53 * MINUTE_MS) {
        const end = quietUntil(new Date(at), zone, night)
        const hour = Number(clock.format(end ?? at))
        expect(hour, `${new Date(at).toISOString()} in ${zone}`).toBeGreaterThanOrEqual(8)
        expect(hour).toBeLessThan(20)
        expect((end?.getTime() ?? at) - at).toBeLessThanOrEqual(13 * HOUR_MS)
        expect(end?.getTime() ?? at).toBeGreaterThanOrEqual(at)
      }
    }
  })
})

test('the next time of day is today unless it has passed', () => {
  const next = (now: string) => nextTime(new Date(now), 'Europe/Paris', 8 * 60).toISOString()
  expect(next('2026-06-03T05:59:00Z')).toBe('2026-06-03T06:00:00.000Z')
  expect(next('2026-06-03T06:00:00Z')).toBe('2026-06-03T06:00:00.000Z')
  expect(next('2026-06-03T06:00:01Z')).toBe('2026-06-04T06:00:00.000Z')
})
