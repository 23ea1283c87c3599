import { USAGE_MIN_PEOPLE, type UsageFigures } from '@reflet/contract/admin-usage'
import { nullable, type RowOf, t } from '../../../db/columns.ts'

/** What the people of a department did in a month. Each figure has, beside it, how many different people made it. */
export const countedRow = {
  /** '' for none. */
  department: t.text,
  people: t.int,
  active: t.int,
  asked: t.int,
  askers: t.int,
  answered: t.int,
  answerers: t.int,
  received: t.int,
  received_answered: t.int,
  /** People who answered what they had received. */
  repliers: t.int,
  /** Answers by full days from the request. */
  days: t.ints,
  responders: t.int,
  quality_sum: t.float,
  quality_count: t.int,
  /** People whose answers have a quality. */
  rated: t.int,
}
export type Counted = RowOf<typeof countedRow>

/** A group that did nothing. */
export const NOTHING: Counted = {
  department: '',
  people: 0,
  active: 0,
  asked: 0,
  askers: 0,
  answered: 0,
  answerers: 0,
  received: 0,
  received_answered: 0,
  repliers: 0,
  days: [],
  responders: 0,
  quality_sum: 0,
  quality_count: 0,
  rated: 0,
}

/** What is kept of a group of people in a month; null: too few people made it. */
export const keptRow = {
  people: t.int,
  active: t.int,
  asked: t.int,
  answered: t.int,
  received: nullable(t.int),
  received_answered: nullable(t.int),
  days: nullable(t.ints),
  quality_sum: nullable(t.float),
  quality_count: nullable(t.int),
}
export type Kept = RowOf<typeof keptRow>

export const keptDepartmentRow = {
  ...keptRow,
  /** '' is the small ones together, with the people who have none. */
  department: t.text,
}
export type KeptDepartment = RowOf<typeof keptDepartmentRow>

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

const addedDays = (histograms: readonly (readonly number[])[]) =>
  Array.from({ length: Math.max(0, ...histograms.map(({ length }) => length)) }, (_, day) =>
    sumOf(histograms.map((days) => days[day] ?? 0)),
  )

function together(groups: readonly Counted[]): Counted {
  const sum = (of: (one: Counted) => number) => sumOf(groups.map(of))
  return {
    department: '',
    people: sum((one) => one.people),
    active: sum((one) => one.active),
    asked: sum((one) => one.asked),
    askers: sum((one) => one.askers),
    answered: sum((one) => one.answered),
    answerers: sum((one) => one.answerers),
    received: sum((one) => one.received),
    received_answered: sum((one) => one.received_answered),
    repliers: sum((one) => one.repliers),
    days: addedDays(groups.map(({ days }) => days)),
    responders: sum((one) => one.responders),
    quality_sum: sum((one) => one.quality_sum),
    quality_count: sum((one) => one.quality_count),
    rated: sum((one) => one.rated),
  }
}

/** Whether enough different people were active, asked and answered. */
export const isEnough = ({ active, askers, answerers }: Pick<Counted, 'active' | 'askers' | 'answerers'>) =>
  Math.min(active, askers, answerers) >= USAGE_MIN_PEOPLE

/**
 * Departments in which too few people did something are one together; while that one is too small, too, the smallest other department joins
 * it, so that its figures cannot be found by subtracting the others from the whole.
 */
export function withoutSmall(departments: readonly Counted[]): Counted[] {
  const isSmall = (one: Counted) => one.department === '' || !isEnough(one)
  const large = departments.filter((one) => !isSmall(one)).sort((a, b) => b.people - a.people || (a.department < b.department ? -1 : 1))
  const small = departments.filter(isSmall)
  while (small.length > 0 && large.length > 0 && !isEnough(together(small))) small.push(large.pop() as Counted)
  const others = together(small)
  return isEnough(others) ? [...large, others] : large
}

/** The figures that a row may lack, each with who made it. */
const OPTIONAL = {
  rate: ({ repliers }: Counted) => repliers,
  days: ({ responders }: Counted) => responders,
  quality: ({ rated }: Counted) => rated,
} as const
type Optional = keyof typeof OPTIONAL

/** The groups of which a figure is left out: those in which too few people made it, and as many others as make them enough together. */
function lacking(groups: readonly Counted[], figure: Optional): ReadonlySet<Counted> {
  const makers = OPTIONAL[figure]
  const bySize = [...groups].sort((a, b) => makers(a) - makers(b))
  const few = bySize.filter((one) => makers(one) < USAGE_MIN_PEOPLE)
  const left = bySize.slice(0, few.length)
  while (few.length > 0 && left.length < bySize.length && sumOf(left.map(makers)) < USAGE_MIN_PEOPLE)
    left.push(bySize[left.length] as Counted)
  return new Set(left)
}

function keep(groups: readonly Counted[]): KeptDepartment[] {
  const [rate, days, quality] = [lacking(groups, 'rate'), lacking(groups, 'days'), lacking(groups, 'quality')]
  return groups.map((one) => ({
    department: one.department,
    people: one.people,
    active: one.active,
    asked: one.asked,
    answered: one.answered,
    received: rate.has(one) ? null : one.received,
    received_answered: rate.has(one) ? null : one.received_answered,
    days: days.has(one) ? null : one.days,
    quality_sum: quality.has(one) ? null : one.quality_sum,
    quality_count: quality.has(one) ? null : one.quality_count,
  }))
}

/** The figures of a group that enough people made; the others are those of a group that did nothing. */
const ofEnough = (one: Counted): Partial<Counted> => ({
  ...(one.answerers >= USAGE_MIN_PEOPLE && { answered: one.answered, answerers: one.answerers }),
  ...(one.repliers >= USAGE_MIN_PEOPLE && { received: one.received, received_answered: one.received_answered, repliers: one.repliers }),
  ...(one.responders >= USAGE_MIN_PEOPLE && { days: one.days, responders: one.responders }),
  ...(one.rated >= USAGE_MIN_PEOPLE && { quality_sum: one.quality_sum, quality_count: one.quality_count, rated: one.rated }),
})

/**
 * What may be kept of a month that has ended: each figure of the company and of its departments, and each difference of such figures, was made
 * by at least five people. `whole` is null when that is not so of the company. Which departments have a row and what is in it depends on named
 * acts and on what was asked for alone; each figure of the confidential answers is in that of the company when enough people made it, else nowhere.
 */
export function kept(
  named: readonly Counted[],
  confidential: Counted = NOTHING,
): { people: number; whole: Kept | null; departments: KeptDepartment[] } {
  // Who gave named and confidential answers is counted twice: of each sum, one of the two parts is enough by itself or there is none of it.
  const all = together([...named, { ...NOTHING, ...ofEnough(confidential) }])
  const [whole] = isEnough(all) ? keep([all]) : []
  return { people: all.people, whole: whole ?? null, departments: keep(withoutSmall(named)) }
}

/** Several months of a group as one: people are those of the last month, and who was active is counted in an average month. */
export function period(months: readonly Kept[]): Kept {
  const sum = (of: (one: Kept) => number | null) => {
    const known = months.flatMap((one) => of(one) ?? [])
    return known.length > 0 ? sumOf(known) : null
  }
  const days = months.flatMap((one) => (one.days ? [one.days] : []))
  return {
    people: months.at(-1)?.people ?? 0,
    active: Math.round(sumOf(months.map(({ active }) => active)) / Math.max(1, months.length)),
    asked: sumOf(months.map(({ asked }) => asked)),
    answered: sumOf(months.map(({ answered }) => answered)),
    received: sum((one) => one.received),
    received_answered: sum((one) => one.received_answered),
    days: days.length > 0 ? addedDays(days) : null,
    quality_sum: sum((one) => one.quality_sum),
    quality_count: sum((one) => one.quality_count),
  }
}

/** What is shown of what is kept. */
export const figuresOf = (one: Kept): UsageFigures => ({
  people: one.people,
  active: one.active,
  asked: one.asked,
  answered: one.answered,
  answering_rate: one.received ? Math.round(((one.received_answered ?? 0) * 100) / one.received) / 100 : null,
  median_days: one.days ? medianOf(one.days) : null,
  quality: one.quality_count ? Math.round((one.quality_sum ?? 0) / one.quality_count) : null,
})

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
