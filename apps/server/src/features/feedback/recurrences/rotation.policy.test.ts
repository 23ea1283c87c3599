import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseRound, colleaguesOf, foresee, isBusy } from './rotation.policy.ts'

/** Names that begin with a capital are those of outsiders. */
const pool = (askedAt: Record<string, string | null>) =>
  Object.entries(askedAt).map(([name, asked_at], position) => ({ name, position, asked_at, user_id: /^[A-Z]/.test(name) ? null : name }))
const all = () => true
const names = (members: readonly { name: string }[]) => members.map(({ name }) => name)
const DAY = 86_400_000

describe('whose turn it is', () => {
  test('who was never asked, then who was asked longest ago, then as they were listed', () => {
    const some = pool({ ann: '2026-03-01T00:00:00Z', bob: null, cy: '2026-01-01T00:00:00Z', dan: '2026-01-01T00:00:00Z', eve: null })
    expect(names(chooseRound(some, { perRound: 5, colleagues: 0, isFree: all }))).toEqual(['bob', 'eve', 'cy', 'dan', 'ann'])
  })

  test('whoever is busy keeps their turn', () => {
    const some = pool({ ann: null, bob: null, cy: null })
    expect(names(chooseRound(some, { perRound: 2, colleagues: 0, isFree: ({ name }) => name !== 'ann' }))).toEqual(['bob', 'cy'])
    expect([isBusy(3), isBusy(4)]).toEqual([false, true])
  })

  test('keeps places for as many colleagues as must answer, and the others for whose turn it is', () => {
    const some = pool({ Xavier: null, Yann: null, Zoe: null, ann: null, bob: null, cy: null, dan: null })
    expect(names(chooseRound(some, { perRound: 4, colleagues: 3, isFree: all }))).toEqual(['Xavier', 'ann', 'bob', 'cy'])
    expect(names(chooseRound(some, { perRound: 3, colleagues: 3, isFree: all }))).toEqual(['ann', 'bob', 'cy'])
  })

  test('waits where too few colleagues are free, or a round asks fewer people than must answer by now', () => {
    const some = pool({ Xavier: null, ann: null, bob: null, cy: null })
    expect(chooseRound(some, { perRound: 4, colleagues: 3, isFree: ({ name }) => name !== 'ann' })).toEqual([])
    expect(chooseRound(some, { perRound: 2, colleagues: 3, isFree: all })).toEqual([])
  })

  test('comes to everybody before it comes to anybody again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 40 }),
        (size, each, rounds) => {
          const some = pool(Object.fromEntries(Array.from({ length: size }, (_, n) => [`p${n}`, null])))
          const dates = Array.from({ length: rounds }, (_, n) => new Date(n * 14 * DAY + 1))
          const asked = foresee(some, dates, { perRound: each, colleagues: 0, isFree: all }).flatMap(({ members }) => names(members))
          const times = some.map(({ name }) => asked.filter((one) => one === name).length)
          expect(asked).toHaveLength(rounds * Math.min(each, size))
          expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

describe('what is foreseen', () => {
  const dates = [1, 15, 29].map((day) => new Date(Date.UTC(2026, 11, day)))
  const some = pool({ ann: null, bob: null, cy: null, dan: null })

  test('goes round', () => {
    const rounds = foresee(some, dates, { perRound: 3, colleagues: 0, isFree: all })
    expect(rounds.map(({ members }) => names(members))).toEqual([
      ['ann', 'bob', 'cy'],
      ['dan', 'ann', 'bob'],
      ['cy', 'dan', 'ann'],
    ])
    expect(rounds.map(({ at }) => at)).toEqual(dates)
  })

  test('skips who is busy now in the first round, and has them next', () => {
    const rounds = foresee(some, dates, { perRound: 2, colleagues: 0, isFree: ({ name }) => name !== 'ann' })
    expect(rounds.map(({ members }) => names(members))).toEqual([
      ['bob', 'cy'],
      ['ann', 'dan'],
      ['bob', 'cy'],
    ])
  })

  test('asks nobody where too few are free for an answer to be ever shown', () => {
    const rounds = foresee(some, dates, { perRound: 3, colleagues: colleaguesOf(true, 3), isFree: ({ name }) => name > 'bob' })
    expect(rounds.map(({ members }) => names(members))).toEqual([[], ['ann', 'bob', 'cy'], ['dan', 'ann', 'bob']])
    expect(colleaguesOf(false, 3)).toBe(0)
  })
})
