import { expect, test } from 'vitest'
import { laterDays } from './later-days.ts'

const daysOf = (now: string, limits: { due_at?: string; expires_at?: string } = {}, zone = 'Europe/Paris') =>
  laterDays({ due_at: null, expires_at: '2027-01-01T00:00:00Z', ...limits }, zone, new Date(now)).map(({ label, day }) => `${label} ${day}`)

test('tomorrow, the next Monday and a week later', () => {
  expect(daysOf('2026-11-24T10:00:00Z')).toEqual(['tomorrow 2026-11-25', 'monday 2026-11-30', 'week 2026-12-01'])
})

test('each date once: on a Sunday tomorrow is Monday, on a Monday next Monday is in a week', () => {
  expect(daysOf('2026-11-29T10:00:00Z')).toEqual(['tomorrow 2026-11-30', 'week 2026-12-06'])
  expect(daysOf('2026-11-30T10:00:00Z')).toEqual(['tomorrow 2026-12-01', 'monday 2026-12-07'])
})

test('dates are those of the time zone', () => {
  expect(daysOf('2026-11-24T23:30:00Z')[0]).toBe('tomorrow 2026-11-26')
  expect(daysOf('2026-11-24T23:30:00Z', {}, 'America/New_York')[0]).toBe('tomorrow 2026-11-25')
})

test('not after the due date; once that has passed, before the request expires', () => {
  expect(daysOf('2026-11-24T10:00:00Z', { due_at: '2026-11-30T22:00:00Z' })).toEqual(['tomorrow 2026-11-25', 'monday 2026-11-30'])
  expect(daysOf('2026-11-24T10:00:00Z', { due_at: '2026-11-24T22:00:00Z' })).toEqual([])
  const late = { due_at: '2026-11-23T10:00:00Z', expires_at: '2026-11-26T10:00:00Z' }
  expect(daysOf('2026-11-24T10:00:00Z', late)).toEqual(['tomorrow 2026-11-25'])
  expect(daysOf('2026-11-24T10:00:00Z', { expires_at: '2026-11-25T10:00:00Z' })).toEqual([])
})
