import { USAGE_MIN_PEOPLE, type UsageFigures } from '@reflet/contract/admin-usage'

/** Totals of a group of people in a period. */
export interface Counted {
  readonly people: number
  readonly active: number
  readonly answerers: number
  readonly asked: number
  readonly answered: number
  readonly received: number
  readonly received_answered: number
  readonly days: readonly number[]
  readonly quality_sum: number
  readonly quality_count: number
}

const NONE: Counted = {
  people: 0,
  active: 0,
  answerers: 0,
  asked: 0,
  answered: 0,
  received: 0,
  received_answered: 0,
  days: [],
  quality_sum: 0,
  quality_count: 0,
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/**
 * Several totals as one: groups of people side by side (`add`), or the same group in several months (`average`), where people are those of
 * the last month, and who was active or answered is counted in an average month.
 */
export function merged(totals: readonly Counted[], how: 'add' | 'average'): Counted {
  if (totals.length === 0) return NONE
  const sum = (of: (one: Counted) => number) => sumOf(totals.map(of))
  const people = (of: (one: Counted) => number) => (how === 'add' ? sum(of) : Math.round(sum(of) / totals.length))
  return {
    people: how === 'add' ? sum((one) => one.people) : (totals.at(-1)?.people ?? 0),
    active: people((one) => one.active),
    answerers: people((one) => one.answerers),
    asked: sum((one) => one.asked),
    answered: sum((one) => one.answered),
    received: sum((one) => one.received),
    received_answered: sum((one) => one.received_answered),
    days: Array.from({ length: Math.max(...totals.map(({ days }) => days.length)) }, (_, day) => sum(({ days }) => days[day] ?? 0)),
    quality_sum: sum((one) => one.quality_sum),
    quality_count: sum((one) => one.quality_count),
  }
}

/**
 * Departments with too few people are one together; while that one is too small, too, the smallest other department joins it, so that its
 * figures cannot be found by subtracting the others from the whole.
 */
export function withoutSmall<Department extends Counted & { department: string | null }>(departments: readonly Department[]) {
  const isSmall = ({ department, people }: Department) => department === null || people < USAGE_MIN_PEOPLE
  const large = departments
    .filter((one) => !isSmall(one))
    .sort((a, b) => b.people - a.people || String(a.department).localeCompare(String(b.department)))
  const small: Counted[] = departments.filter(isSmall)
  let rest = merged(small, 'add')
  while (small.length > 0 && rest.people < USAGE_MIN_PEOPLE && large.length > 0) {
    small.push(large.pop() as Department)
    rest = merged(small, 'add')
  }
  const others = rest.people >= USAGE_MIN_PEOPLE ? [{ department: null, ...rest }] : []
  return [...large, ...others]
}

/** What is shown of totals. The days and the quality of few people would describe them. */
export function figuresOf(totals: Counted): UsageFigures {
  const isEnough = totals.answerers >= USAGE_MIN_PEOPLE
  return {
    people: totals.people,
    active: totals.active,
    asked: totals.asked,
    answered: totals.answered,
    answering_rate: totals.received === 0 ? null : totals.received_answered / totals.received,
    median_days: isEnough ? medianOf(totals.days) : null,
    quality: isEnough && totals.quality_count > 0 ? Math.round(totals.quality_sum / totals.quality_count) : null,
  }
}

/** The median of a histogram by days: the day on which the middle answer came. */
function medianOf(days: readonly number[]): number | null {
  const count = sumOf(days)
  if (count === 0) return null
  let before = 0
  return days.findIndex((n) => {
    before += n
    return before * 2 >= count
  })
}
