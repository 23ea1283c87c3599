import { expect, test } from 'vitest'
import { isolatedIn } from './direction.ts'
import { listItemIn } from './lists.ts'

const FIRST = '\u2068'
const LAST = '\u2069'

test('a Latin name is isolated in Arabic, an Arabic one in French', () => {
  expect(isolatedIn('Oliver Bennett', true)).toBe(`${FIRST}Oliver Bennett${LAST}`)
  expect(isolatedIn('أمير حداد', false)).toBe(`${FIRST}أمير حداد${LAST}`)
})

test.each([
  ['Oliver', false],
  ['أمير', true],
  ['4.2', true],
  ['أمير Smith', true],
  [`${FIRST}Oliver${LAST}`, true],
])('%s is unchanged', (text, rightToLeft) => {
  expect(isolatedIn(text, rightToLeft)).toBe(text)
})

test('an isolated item of a list is not broken, unless it is long', () => {
  expect(listItemIn('Oliver Bennett', true)).toBe(`${FIRST}Oliver\u00a0Bennett${LAST}`)
  expect(listItemIn('Stay calm in a very heated debate', true)).toBe(`${FIRST}Stay calm in a very heated debate${LAST}`)
  expect(listItemIn('Oliver Bennett', false)).toBe('Oliver Bennett')
})
