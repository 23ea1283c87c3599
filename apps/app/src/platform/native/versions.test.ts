import { expect, test } from 'vitest'
import { isBelow } from './versions.ts'

test.each([
  ['1.4.1', '1.4.2', true],
  ['1.9', '1.10', true],
  ['1.4', '1.4.0', false],
  ['1.4.2', '1.4.2', false],
  ['2', '1.99.99', false],
  ['0.0.9', '0.1', true],
  ['1.4.2', '', null],
  ['1.4.2', 'latest', null],
  ['1.4.2', '1.4.2-beta', null],
  ['', '1.0', null],
  ['1.4.2', '9'.repeat(30), null],
])('%s is below %s: %s', (version, least, expected) => {
  expect(isBelow(version, least)).toBe(expected)
})
