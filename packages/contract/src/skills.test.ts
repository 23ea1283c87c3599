import { expect, test } from 'vitest'
import { DAY_MS } from './durations.ts'
import { isSelfEvaluationDue, SELF_EVALUATION_DAYS } from './skills.ts'

const NOW = Date.parse('2026-06-15T12:00:00.000Z')
const ago = (milliseconds: number) => new Date(NOW - milliseconds).toISOString()

test('a self-evaluation is due from the last millisecond of its quarter', () => {
  expect(isSelfEvaluationDue(ago(SELF_EVALUATION_DAYS * DAY_MS - 1), NOW)).toBe(false)
  expect(isSelfEvaluationDue(ago(SELF_EVALUATION_DAYS * DAY_MS), NOW)).toBe(true)
  expect(isSelfEvaluationDue(ago(SELF_EVALUATION_DAYS * DAY_MS + 1), NOW)).toBe(true)
})
