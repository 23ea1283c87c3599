import { describe, expect, test } from 'vitest'
import { middleOf, monthOf, monthsIn, stepsOf } from './trend.ts'

const own = (rating: number, created_at: string) => ({ rating, created_at })

describe('the time axis of the trend', () => {
  test('is continuous from month to month, also at the end of the year', () => {
    expect(monthOf('2026-01-01T00:00:00Z') - monthOf('2025-12-01T00:00:00Z')).toBe(1)
    expect(middleOf('2026-03') - monthOf('2026-03-01T00:00:00Z')).toBe(0.5)
    expect(monthOf('2026-02-28T12:00:00Z')).toBeLessThan(monthOf('2026-03-01T00:00:00Z'))
  })

  test('has the months of the period', () => {
    const stretch = [monthOf('2025-11-20T00:00:00Z'), monthOf('2026-02-20T00:00:00Z')] as const
    expect(monthsIn(stretch).map(({ month }) => month)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsIn(stretch).every(({ month, middle }) => middle === middleOf(month))).toBe(true)
  })
})

describe('my self-evaluations', () => {
  const stretch = [monthOf('2026-01-01T00:00:00Z'), monthOf('2026-07-01T00:00:00Z')] as const

  test('hold until the next one, and until now', () => {
    const steps = stepsOf([own(2, '2026-02-01T00:00:00Z'), own(4, '2026-05-01T00:00:00Z')], stretch)
    expect(steps.map(({ at, rating }) => [at - stretch[0], rating])).toEqual([
      [1, 2],
      [4, 2],
      [4, 4],
      [6, 4],
    ])
  })

  test('from before the period hold from its start', () => {
    const steps = stepsOf([own(3, '2025-06-01T00:00:00Z')], stretch)
    expect(steps.map(({ at }) => at)).toEqual([...stretch])
    expect(stepsOf([], stretch)).toEqual([])
  })
})
