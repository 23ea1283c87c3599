import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const parts = [...text.matchAll(/<!-- figures:(\w+) -->([\s\S]*?)<!-- \/figures:\1 -->/g)].map(([, name, figures]) => ({ name, figures }))

test('the README has a section for each result', () => {
  expect(parts.length).toBeGreaterThan(10)
})

test.each(parts)('the results of $name have the commit of their measurement', ({ figures }) => {
  expect(figures).toMatch(/^Measured on commit `[0-9a-f]{10}`, \d{4}-\d\d-\d\d\.$/m)
})
