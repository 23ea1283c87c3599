import type { UserRecord } from '@reflet/contract/people'
import { expect, test } from 'vitest'
import { insist, raise } from './flags.api.ts'

/** Attempts with these results, the last one again and again, while the user is here; each pause is recorded. */
async function attempts(results: boolean[], isHere = () => true, onPause = () => {}) {
  let made = 0
  const pauses: number[] = []
  const worked = await insist(
    async () => results[Math.min(made++, results.length - 1)] ?? false,
    isHere,
    async (ms) => {
      pauses.push(ms)
      onPause()
    },
  )
  return { worked, made, pauses }
}

test('a failed attempt is retried with backoff, and then given up', async () => {
  const { worked, made, pauses } = await attempts([false])
  expect([worked, made, new Set(pauses).size]).toEqual([false, 4, 3])
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
})

test('retries stop after the first success, without a further wait', async () => {
  expect(await attempts([false, true])).toMatchObject({ worked: true, made: 2, pauses: [expect.any(Number)] })
})

test('after a logout nothing more is sent', async () => {
  let here = true
  const leave = () => {
    here = false
  }
  expect(await attempts([false], () => here, leave)).toMatchObject({ worked: false, made: 1 })
})

test('flags set here override any record, and nothing else of it changes', () => {
  const user = { id: 'u', is_onboarding_finished: false, is_onboarding_answer_finished: true, is_onboarding_badge_finished: false }
  const record = { user, feedbacks: { unread_answers: 3 } } as unknown as UserRecord
  expect(raise(record, ['is_onboarding_finished'])).toEqual({ ...record, user: { ...user, is_onboarding_finished: true } })
  expect(raise(record, [])).toEqual(record)
})
