import { describe, expect, test } from 'vitest'
import { nextWorkingTime } from './local-time.ts'

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

  test('goes by the clocks of that day when they change over the weekend', () => {
    expect(next('2026-03-26T12:00:00Z', 'Europe/Paris'), 'summer time begins on Sunday').toBe('2026-03-30T07:30:00.000Z')
    expect(next('2026-10-22T12:00:00Z', 'Europe/Paris'), 'summer time ends on Sunday').toBe('2026-10-26T08:30:00.000Z')
    expect(next('2026-10-29T20:00:00Z', 'America/New_York')).toBe('2026-11-02T14:30:00.000Z')
  })

  test('goes by the clocks of that hour when they change on the day', () => {
    expect(next('2021-03-21T12:00:00Z', 'Asia/Tehran'), 'at the midnight before').toBe('2021-03-22T05:00:00.000Z')
    expect(next('1942-02-09T08:00:00Z', 'America/Los_Angeles'), 'at 2:00, which is 10:00 UTC').toBe('1942-02-09T16:30:00.000Z')
  })
})
