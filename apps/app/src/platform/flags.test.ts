import type { UserRecord } from '@reflet/contract/people'
import { expect, test } from 'vitest'
import { insist, raise } from './flags.ts'

const never = async () => false

test('an attempt that fails is made again after longer and longer pauses, and then given up', async () => {
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

test('it ends with the first attempt that works, and waits for nothing then', async () => {
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

test('whoever has logged out meanwhile owes nothing more', async () => {
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

test('raised flags stand on whatever record comes, and nothing else of it changes', () => {
  const user = { id: 'u', is_onboarding_finished: false, is_onboarding_answer_finished: true, is_onboarding_badge_finished: false }
  const record = { user, feedbacks: { unread_answers: 3 } } as unknown as UserRecord
  expect(raise(record, ['is_onboarding_finished'])).toEqual({ ...record, user: { ...user, is_onboarding_finished: true } })
  expect(raise(record, [])).toEqual(record)
})
