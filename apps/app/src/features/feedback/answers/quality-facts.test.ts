import { qualityOf } from '@reflet/contract/quality'
import { expect, test } from 'vitest'
import { factsOf } from './quality-facts.ts'

const NOTHING = { situation: '', keep: '', improve: '' }
const NEW = { answer: null, thanks: null }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const answeredOn = (answered_at: string) => ({
  answer: { rating: 4, not_observed: false, situation: null, keep: null, improve: null, answered_at },
  thanks: null,
})

test.each(['situation', 'keep', 'improve'] as const)(
  '%s counts from fifteen characters on, in any script, and nothing else with it',
  (part) => {
    const counted = (text: string) => {
      const { situation, keep, improve } = factsOf({ ...NOTHING, [part]: text }, NEW)
      return { situation, keep, improve }
    }
    const none = { situation: false, keep: false, improve: false }
    expect(counted('Lundi, à la réu')).toEqual({ ...none, [part]: true })
    expect(counted('شرحك كان واضحًا للجميع')).toEqual({ ...none, [part]: true })
    expect(counted('Lundi, à la ré')).toEqual(none)
    expect(counted(` ${'👩‍👩‍👧'.repeat(14)} `)).toEqual(none)
  },
)

test('prompt is what was answered within a week of the request; an answer sent before stays as prompt as it was', () => {
  expect(factsOf(NOTHING, NEW, daysAgo(6)).prompt).toBe(true)
  expect(factsOf(NOTHING, NEW, daysAgo(8)).prompt).toBe(false)
  expect(factsOf(NOTHING, answeredOn(daysAgo(7)), daysAgo(8)).prompt).toBe(true)
  expect(factsOf(NOTHING, answeredOn(daysAgo(0)), daysAgo(8)).prompt).toBe(false)
})

test('feedback that nobody asked for is never late', () => expect(factsOf(NOTHING, NEW).prompt).toBe(true))

test('what the receiver said counts while the answer is changed', () => {
  const thanks = { stars: 5, thanks: null, will_try: null, rated_at: daysAgo(0) }
  const rated = factsOf(NOTHING, { ...answeredOn(daysAgo(0)), thanks }, daysAgo(1))
  expect(qualityOf(rated).points.useful).toBe(20)
  expect(qualityOf(factsOf(NOTHING, NEW)).points.useful).toBeNull()
})
