import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const parts = [...text.matchAll(/<!-- figures:(\w+) -->([\s\S]*?)<!-- \/figures:\1 -->/g)].map(([, name, figures]) => ({ name, figures }))

test('the figures have their places', () => {
  expect(parts.length).toBeGreaterThan(10)
})

test.each(parts)('the figures of $name say on which commit they were measured', ({ figures }) => {
  expect(figures).toMatch(/^Measured on commit `[0-9a-f]{10}`, \d{4}-\d\d-\d\d\.$/m)
})
