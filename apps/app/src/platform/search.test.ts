import { expect, test } from 'vitest'
import { matches } from './search.ts'

test.each([
  ['oeuvre', ['Chef-d’œuvre']],
  ['moller sor', ['Søren', 'Møller']],
])('“%s” finds %j', (query, texts) => expect(matches(query, ...texts)).toBe(true))

test('each word of the query must be found', () => expect(matches('soren lund', 'Søren', 'Møller')).toBe(false))
