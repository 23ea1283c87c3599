import { expect, test } from 'vitest'
import { dateFields } from './date-style.ts'
import { WITH_YEAR } from './days.ts'

const NOW = new Date(2026, 10, 24, 12)
const shown = (tag: string, at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tag, dateFields(at, options, NOW)).format(at)
const DAY = new Date(2026, 11, 13, 12)
const LAST_YEAR = new Date(2025, 11, 13, 12)

test.each([
  ['ar-u-nu-latn', '13 ديسمبر', '13 ديسمبر 2025'],
  ['fr', '13 déc.', '13 déc. 2025'],
  ['de', '13. Dez.', '13. Dez. 2025'],
])('in %s the year is shown only when it is another one, and the month is a word', (tag, thisYear, lastYear) => {
  expect(shown(tag, DAY, { dateStyle: 'medium' })).toBe(thisYear)
  expect(shown(tag, LAST_YEAR, { dateStyle: 'medium' })).toBe(lastYear)
})

test('a long date and a time have no current year either', () => {
  expect(shown('fr', DAY, { dateStyle: 'long' })).toBe('13 décembre')
  expect(shown('fr', DAY, { dateStyle: 'medium', timeStyle: 'short' })).toBe('13 déc., 12:00')
})

test('a document always has the year, and other options are unchanged', () => {
  expect(shown('es', DAY, WITH_YEAR)).toBe('13 de diciembre de 2026')
  expect(dateFields(DAY, { weekday: 'long' }, NOW)).toEqual({ weekday: 'long' })
})
