import { expect, test } from 'vitest'
import { formatMeanOf, relativeTime } from './locale.ts'

const at = (text: string) => new Date(text)

test.each([
  ['2026-11-29T09:00:00', '15 minutes ago'],
  ['2026-11-28T22:15:00', '11 hours ago'],
  ['2026-11-28T08:00:00', 'yesterday'],
  ['2026-11-27T22:00:00', '2 days ago'],
  ['2026-11-21T09:00:00', '1 week ago'],
  ['2026-10-20T09:00:00', '1 month ago'],
  ['2026-11-30T10:00:00', 'tomorrow'],
])('%s is %s: days are those of the calendar', (when, words) => {
  expect(relativeTime(at(when), at('2026-11-29T09:15:00').getTime())).toBe(words)
})

test.each([
  [11 / 3, 4, '3.7'],
  [3.96, 4, '3.9'],
  [3.95, 4, '3.9'],
  [4.35, 4.4, '4.3'],
  [4, 4, '4.0'],
  [4.26, 4, '4.3'],
])('a mean of %d of %d is written as everywhere, but never as reached before it is', (mean, needed, words) => {
  expect(formatMeanOf(mean, needed)).toBe(words)
})
