import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseRound, fewestOf, foresee, isBusy } from './rotation.policy.ts'

const pool = (askedAt: Record<string, string | null>) =>
  Object.entries(askedAt).map(([name, asked_at], position) => ({ name, position, asked_at }))
const all = () => true
const names = (members: readonly { name: string }[]) => members.map(({ name }) => name)
const DAY = 86_400_000

describe('whose turn it is', () => {
  test('who was never asked, then who was asked longest ago, then as they were listed', () => {
    const some = pool({ ann: '2026-03-01T00:00:00Z', bob: null, cy: '2026-01-01T00:00:00Z', dan: '2026-01-01T00:00:00Z', eve: null })
    expect(names(chooseRound(some, 5, all))).toEqual(['bob', 'eve', 'cy', 'dan', 'ann'])
  })

  test('whoever is busy keeps their turn', () => {
    const some = pool({ ann: null, bob: null, cy: null })
    expect(names(chooseRound(some, 2, ({ name }) => name !== 'ann'))).toEqual(['bob', 'cy'])
    expect([isBusy(3), isBusy(4)]).toEqual([false, true])
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
          const asked = foresee(some, dates, { perRound: each, fewest: 1, isFree: all }).flatMap(({ members }) => names(members))
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
    const rounds = foresee(some, dates, { perRound: 3, fewest: 1, isFree: all })
    expect(rounds.map(({ members }) => names(members))).toEqual([
      ['ann', 'bob', 'cy'],
      ['dan', 'ann', 'bob'],
      ['cy', 'dan', 'ann'],
    ])
    expect(rounds.map(({ at }) => at)).toEqual(dates)
  })

  test('skips who is busy now in the first round, and has them next', () => {
    const rounds = foresee(some, dates, { perRound: 2, fewest: 1, isFree: ({ name }) => name !== 'ann' })
    expect(rounds.map(({ members }) => names(members))).toEqual([
      ['bob', 'cy'],
      ['ann', 'dan'],
      ['bob', 'cy'],
    ])
  })

  test('asks nobody where too few are free for an answer to be ever shown', () => {
    const rounds = foresee(some, dates, { perRound: 3, fewest: fewestOf(true, 3), isFree: ({ name }) => name > 'bob' })
    expect(rounds.map(({ members }) => names(members))).toEqual([[], ['ann', 'bob', 'cy'], ['dan', 'ann', 'bob']])
    expect(fewestOf(false, 3)).toBe(1)
  })
})
