import { DAY_MS } from '@reflet/contract/durations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseRound, colleaguesOf, foresee, isBusy } from './rotation.policy.ts'

/** Names that begin with a capital are those of external people. */
const pool = (askedAt: Record<string, string | null>) =>
  Object.entries(askedAt).map(([name, asked_at], position) => ({ name, position, asked_at, counts: !/^[A-Z]/.test(name) }))
const all = () => true
const names = (members: readonly { name: string }[]) => members.map(({ name }) => name)

describe('rotation', () => {
  test('people who were never asked first, then by the time of the last request, then in the order of the list', () => {
    const some = pool({ ann: '2026-03-01T00:00:00Z', bob: null, cy: '2026-01-01T00:00:00Z', dan: '2026-01-01T00:00:00Z', eve: null })
    expect(names(chooseRound(some, { perRound: 5, colleagues: 0, isFree: all }))).toEqual(['bob', 'eve', 'cy', 'dan', 'ann'])
  })

  test('a busy person keeps their turn', () => {
    const some = pool({ ann: null, bob: null, cy: null })
    expect(names(chooseRound(some, { perRound: 2, colleagues: 0, isFree: ({ name }) => name !== 'ann' }))).toEqual(['bob', 'cy'])
    expect([isBusy(3), isBusy(4)]).toEqual([false, true])
  })

  test('reserves places for as many colleagues as the threshold, and fills the others by turn', () => {
    const some = pool({ Xavier: null, Yann: null, Zoe: null, ann: null, bob: null, cy: null, dan: null })
    expect(names(chooseRound(some, { perRound: 4, colleagues: 3, isFree: all }))).toEqual(['Xavier', 'ann', 'bob', 'cy'])
    expect(names(chooseRound(some, { perRound: 3, colleagues: 3, isFree: all }))).toEqual(['ann', 'bob', 'cy'])
  })

  test('waits where too few colleagues are free, or a round asks fewer people than the current threshold', () => {
    const some = pool({ Xavier: null, ann: null, bob: null, cy: null })
    expect(chooseRound(some, { perRound: 4, colleagues: 3, isFree: ({ name }) => name !== 'ann' })).toEqual([])
    expect(chooseRound(some, { perRound: 2, colleagues: 3, isFree: all })).toEqual([])
  })

  test('asks everyone before anyone again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 40 }),
        (size, each, rounds) => {
          const some = pool(Object.fromEntries(Array.from({ length: size }, (_, n) => [`p${n}`, null])))
          const dates = Array.from({ length: rounds }, (_, n) => new Date(n * 14 * DAY_MS + 1))
          const asked = foresee(some, dates, { perRound: each, colleagues: 0, isFree: all }).flatMap(({ members }) => names(members))
          const times = some.map(({ name }) => asked.filter((one) => one === name).length)
          expect(asked).toHaveLength(rounds * Math.min(each, size))
          expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

describe('the preview of rounds', () => {
  const dates = [1, 15, 29].map((day) => new Date(Date.UTC(2026, 11, day)))
  const some = pool({ ann: null, bob: null, cy: null, dan: null })
  const foreseen = (perRound: number, colleagues = 0, isFree: (one: { name: string }) => boolean = all) =>
    foresee(some, dates, { perRound, colleagues, isFree }).map(({ members }) => names(members))

  test('rotates, and skips in the first round people who are busy now', () => {
    expect(foreseen(3)).toEqual([
      ['ann', 'bob', 'cy'],
      ['dan', 'ann', 'bob'],
      ['cy', 'dan', 'ann'],
    ])
    expect(foresee(some, dates, { perRound: 3, colleagues: 0, isFree: all }).map(({ at }) => at)).toEqual(dates)
    expect(foreseen(2, 0, ({ name }) => name !== 'ann')).toEqual([
      ['bob', 'cy'],
      ['ann', 'dan'],
      ['bob', 'cy'],
    ])
  })

  test('asks no one where too few are free for an answer to be ever released', () => {
    expect(foreseen(3, colleaguesOf(true, 3), ({ name }) => name > 'bob')).toEqual([[], ['ann', 'bob', 'cy'], ['dan', 'ann', 'bob']])
    expect(colleaguesOf(false, 3)).toBe(0)
  })
})
