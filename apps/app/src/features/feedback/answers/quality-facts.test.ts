import { DAY_MS } from '@reflet/contract/durations'
import { qualityOf } from '@reflet/contract/quality'
import { expect, test } from 'vitest'
import { factsOf } from './quality-facts.ts'

const NOTHING = { situation: '', keep: '', improve: '' }
const NEW = { answer: null, thanks: null }
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const answeredOn = (answered_at: string) => ({
  answer: { rating: 4, not_observed: false, situation: null, keep: null, improve: null, answered_at },
  thanks: null,
})

test.each(['situation', 'keep', 'improve'] as const)(
  '%s counts from fifteen characters on, in any script, independently of the others',
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

test('an answer within a week of the request is prompt; an edit does not change it', () => {
  expect(factsOf(NOTHING, NEW, daysAgo(6)).prompt).toBe(true)
  expect(factsOf(NOTHING, NEW, daysAgo(8)).prompt).toBe(false)
  expect(factsOf(NOTHING, answeredOn(daysAgo(7)), daysAgo(8)).prompt).toBe(true)
  expect(factsOf(NOTHING, answeredOn(daysAgo(0)), daysAgo(8)).prompt).toBe(false)
})

test('unrequested feedback is always prompt', () => expect(factsOf(NOTHING, NEW).prompt).toBe(true))

test('the receiver’s rating counts while the answer is edited', () => {
  const thanks = { stars: 5, thanks: null, will_try: null, rated_at: daysAgo(0) }
  const rated = factsOf(NOTHING, { ...answeredOn(daysAgo(0)), thanks }, daysAgo(1))
  expect(qualityOf(rated).points.useful).toBe(20)
  expect(qualityOf(factsOf(NOTHING, NEW)).points.useful).toBeNull()
})
