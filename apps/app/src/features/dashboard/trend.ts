import type { SkillStatistics } from '@reflet/contract/statistics'

type Own = NonNullable<SkillStatistics['self']>

/** Time in months since year 0, so that every month is as wide as the others. */
export function monthOf(instant: string | number): number {
  const at = new Date(instant)
  const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  return at.getUTCFullYear() * 12 + at.getUTCMonth() + (at.getUTCDate() - 1) / days
}

/** The middle of a month given as `2026-03`. */
export const middleOf = (month: string) => monthOf(`${month}-01`) + 0.5

/** The months of a period, as `2026-03`, with the middle of each. */
export function monthsIn([from, until]: readonly [number, number]): { month: string; middle: number }[] {
  const count = Math.floor(until) - Math.floor(from) + 1
  return Array.from({ length: count }, (_, index) => {
    const number = Math.floor(from) + index
    return { month: `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`, middle: number + 0.5 }
  })
}

/** A self-evaluation holds until the next one: the corners of the step line, from the first one until now. */
export function stepsOf(history: readonly Own[], [from, until]: readonly [number, number]): { at: number; rating: number }[] {
  return history.flatMap(({ rating, created_at }, index) => {
    const next = history[index + 1]
    const begin = Math.max(monthOf(created_at), from)
    const end = next ? Math.max(monthOf(next.created_at), from) : until
    return [
      { at: begin, rating },
      { at: Math.max(begin, end), rating },
    ]
  })
}
