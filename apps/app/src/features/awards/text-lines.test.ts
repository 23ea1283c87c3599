import { describe, expect, test } from 'vitest'
import { directionOf, linesOf } from './text-lines.ts'

/** A monospaced font. */
const measure = (text: string) => [...new Intl.Segmenter().segment(text)].length

describe('lines', () => {
  test.each([
    ['', 10, []],
    ['   ', 10, []],
    ['one two three', 20, ['one two three']],
    ['one two three', 8, ['one two', 'three']],
    ['one\n two\t three ', 7, ['one two', 'three']],
    ['شكرًا جزيلًا لك', 9, ['شكرًا', 'جزيلًا لك']],
  ])('%j in %i', (text, width, lines) => expect(linesOf(text, width, measure, 9)).toEqual(lines))

  test('a word wider than a line is cut, never inside a grapheme cluster', () => {
    expect(linesOf('👩‍👩‍👧‍👧👩‍👩‍👧‍👧👩‍👩‍👧‍👧 a', 2, measure, 9)).toEqual(['👩‍👩‍👧‍👧👩‍👩‍👧‍👧', '👩‍👩‍👧‍👧', 'a'])
  })

  test('text beyond the last line becomes an ellipsis, within the width', () => {
    expect(linesOf('one two three four', 8, measure, 2)).toEqual(['one two', 'three f…'])
    expect(linesOf('one two three four', 8, measure, 3)).toEqual(['one two', 'three', 'four'])
    for (const line of linesOf('abcdefgh '.repeat(40), 12, measure, 3)) expect(measure(line)).toBeLessThanOrEqual(12)
  })
})

test.each([
  ['Merci', 'rtl', 'ltr'],
  ['« شكرًا', 'ltr', 'rtl'],
  ['100 % شكرًا', 'ltr', 'rtl'],
  ['👏 !', 'rtl', 'rtl'],
] as const)('the first letter of %j decides', (text, fallback, direction) => expect(directionOf(text, fallback)).toBe(direction))
