import { USAGE_MIN_PEOPLE } from '@reflet/contract/admin-usage'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counted, figuresOf, type Kept, kept, period, withoutSmall } from './usage.policy.ts'

const group = (department: string, people: number, changes: Partial<Counted> = {}): Counted => ({
  department,
  people,
  active: people,
  askers: people,
  answerers: people,
  repliers: people,
  responders: people,
  rated: people,
  asked: 0,
  answered: 0,
  received: 10,
  received_answered: 5,
  days: [1, 2, 1],
  quality_sum: 300,
  quality_count: 4,
  ...changes,
})

describe('small groups', () => {
  test.each([
    ['are one together', [group('A', 9), group('B', 3), group('C', 4)], ['A 9', '* 7']],
    ['take the smallest other one along while they are too few', [group('A', 9), group('B', 6), group('C', 2)], ['A 9', '* 8']],
    ['are the whole when nothing else is left', [group('A', 4), group('B', 2)], ['* 6']],
    ['are withheld when all are too few', [group('A', 3)], []],
    ['include those without a department', [group('A', 9), group('', 8)], ['A 9', '* 8']],
    ['do not exist', [group('A', 9), group('B', 5)], ['A 9', 'B 5']],
    ['are those in which few were active', [group('A', 9), group('B', 9), group('C', 8, { active: 1 })], ['A 9', '* 17']],
    ['are those in which few asked', [group('A', 9), group('B', 9), group('C', 8, { askers: 4 })], ['A 9', '* 17']],
    ['are those in which few answered', [group('A', 9), group('B', 9), group('C', 8, { answerers: 4 })], ['A 9', '* 17']],
  ])('%s', (_what, given, shown) => {
    expect(withoutSmall(given).map(({ department, people }) => `${department || '*'} ${people}`)).toEqual(shown)
  })

  test('lack the figure that few made, and one other does, too, so that the whole does not tell it', () => {
    const { whole, departments } = kept([group('A', 9), group('B', 7), group('C', 6, { rated: 4, quality_sum: 90, quality_count: 1 })])
    expect(figuresOf(whole ?? period([]))).toMatchObject({ quality: 77, median_days: 1 })
    expect(departments.map((one) => [one.department, figuresOf(one).quality, figuresOf(one).median_days])).toEqual([
      ['A', 75, 1],
      ['B', null, 1],
      ['C', null, 1],
    ])
  })
})

test('months are averaged, answers added, and a figure is that of the months that have it', () => {
  const [a] = kept([group('A', 9, { active: 6, answered: 2 })]).departments
  const [b] = kept([group('A', 11, { active: 9, answered: 3, rated: 2 })]).departments
  if (!a || !b) throw new Error('they are kept')
  expect(figuresOf(period([a, b]))).toMatchObject({ people: 11, active: 8, answered: 5, quality: 75 })
})

const few = fc.integer({ min: 0, max: 9 })
/** A figure of a group is the number of people who made it: so is each sum and each difference. */
const department = fc
  .record({ people: fc.integer({ min: 0, max: 30 }), active: few, askers: few, answerers: few, repliers: few, responders: few, rated: few })
  .map(({ people, ...makers }) =>
    group('', people, {
      ...makers,
      asked: makers.askers,
      answered: makers.answerers,
      received_answered: makers.repliers,
      days: [makers.responders],
      quality_count: makers.rated,
    }),
  )
const company = fc
  .array(department, { maxLength: 8 })
  .map((all) => all.map((one, place) => ({ ...one, department: place === 0 ? '' : `D${place}` })))
const confidential = department.map((one) => ({ ...one, people: 0, active: 0, asked: 0, askers: 0 }))

const FIGURES: Record<string, (row: Kept) => number | null> = {
  active: (row) => row.active,
  asked: (row) => row.asked,
  answered: (row) => row.answered,
  rate: (row) => row.received_answered,
  days: (row) => row.days?.[0] ?? null,
  quality: (row) => row.quality_count,
}

test.each(Object.entries(FIGURES))(
  'no %s of a row, nor what the whole has more than the rows, was made by few, also with confidential answers',
  (_name, figure) => {
    fc.assert(
      fc.property(company, confidential, (all, released) => {
        const { whole, departments } = kept(all, released)
        const shown = departments.map(figure).filter((n) => n !== null)
        for (const n of shown) expect(n).toBeGreaterThanOrEqual(USAGE_MIN_PEOPLE)
        const inWhole = whole && figure(whole)
        if (inWhole === null) expect(shown).toEqual([])
        else {
          expect(inWhole).toBeGreaterThanOrEqual(USAGE_MIN_PEOPLE)
          const rest = inWhole - shown.reduce((sum, n) => sum + n, 0)
          expect(rest === 0 || rest >= USAGE_MIN_PEOPLE).toBe(true)
        }
      }),
    )
  },
)

test('no confidential answer changes a row, and few change no figure of the whole', () => {
  fc.assert(
    fc.property(company, confidential, (all, released) => {
      const without = kept(all)
      expect(kept(all, released).departments).toEqual(without.departments)
      const few = { ...released, answerers: 4, repliers: 4, responders: 4, rated: 4 }
      expect(kept(all, few)).toEqual(without)
    }),
  )
})
