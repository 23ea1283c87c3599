import type { UserRecord } from '@reflet/contract/people'
import { expect, test } from 'vitest'
import { withoutPending } from './pending.api.ts'

const recordOf = (groups: Record<string, string[]>, total: number, requests: number) =>
  ({
    feedbacks: {
      unread_answers: 2,
      received: { total, requests, groups: Object.entries(groups).map(([id, ids]) => ({ id, feedbacks: ids.map((id) => ({ id })) })) },
    },
  }) as unknown as UserRecord

test('an answered feedback is removed from its group and the counts, beyond the first 50 groups too', () => {
  const record = recordOf({ a: ['1', '2'], b: ['3'] }, 60, 55)
  expect(withoutPending(record, [])).toBe(record)
  expect(withoutPending(record, ['2', '3'])).toEqual(recordOf({ a: ['1'] }, 58, 54))
  expect(withoutPending(record, ['of the second page'])).toEqual(recordOf({ a: ['1', '2'], b: ['3'] }, 59, 55))
  expect(withoutPending(recordOf({}, 0, 0), ['1']).feedbacks.received.total).toBe(0)
})
