import type { Relation } from '@reflet/contract/relations'
import { expect, test } from 'vitest'
import { relationBy } from './relation.policy.ts'

const cases: [Relation[], Relation, Relation][] = [
  [[], 'coworker', 'outside'],
  [['outside'], 'coworker', 'outside'],
  [['superior', 'equal'], 'superior', 'superior'],
  [['outside', 'equal'], 'equal', 'outside'],
]
test.each(cases)('%j makes a colleague %s and an external person %s', (said, colleague, outsider) => {
  expect(relationBy(said, true)).toBe(colleague)
  expect(relationBy(said, false)).toBe(outsider)
})
