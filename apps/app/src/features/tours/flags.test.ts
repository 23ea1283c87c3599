import type { UserRecord } from '@reflet/contract/people'
import { expect, test } from 'vitest'
import { insist, raise } from './flags.api.ts'

const never = async () => false

test('a failed attempt is retried with backoff, and then given up', async () => {
  const pauses: number[] = []
  let attempts = 0
  const worked = await insist(
    async () => {
      attempts += 1
      return false
    },
    () => true,
    async (ms) => void pauses.push(ms),
  )
  expect(worked).toBe(false)
  expect(attempts).toBe(4)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(new Set(pauses).size).toBe(3)
})

test('retries stop after the first success, without a further wait', async () => {
  const answers = [false, true, true]
  const pauses: number[] = []
  const worked = await insist(
    async () => answers.shift() ?? true,
    () => true,
    async (ms) => void pauses.push(ms),
  )
  expect(worked).toBe(true)
  expect(answers).toEqual([true])
  expect(pauses).toHaveLength(1)
})

test('after a logout nothing more is sent', async () => {
  let here = true
  let attempts = 0
  const worked = await insist(
    () => {
      attempts += 1
      return never()
    },
    () => here,
    async () => {
      here = false
    },
  )
  expect(worked).toBe(false)
  expect(attempts).toBe(1)
})

test('flags set here override any record, and nothing else of it changes', () => {
  const user = { id: 'u', is_onboarding_finished: false, is_onboarding_answer_finished: true, is_onboarding_badge_finished: false }
  const record = { user, feedbacks: { unread_answers: 3 } } as unknown as UserRecord
  expect(raise(record, ['is_onboarding_finished'])).toEqual({ ...record, user: { ...user, is_onboarding_finished: true } })
  expect(raise(record, [])).toEqual(record)
})
