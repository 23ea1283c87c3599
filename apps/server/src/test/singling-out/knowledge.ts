import { isDeepStrictEqual } from 'node:util'
import { GUEST, type Hidden, isHidden, SAYINGS, SKILLS, type Step } from './steps.ts'

/** Answers that became readable together. */
interface Batch {
  readonly at: Date
  readonly spot: string
  readonly skill: number
  readonly sayings: readonly number[]
  readonly givers: readonly number[]
}

/**
 * What the receiver is allowed to know after some steps, and what waits behind it. It is written from the rule (product.md §3) and
 * not from the code: answers to one skill of one request become readable when a threshold of them wait, all at once, as ratings and
 * as words that nothing ties to each other or to a person. At an event only colleagues of now make it a threshold.
 */
export interface Knowledge {
  readonly threshold: number
  readonly resetAt: readonly (Date | null)[]
  readonly requests: number
  readonly gone: readonly number[]
  /** By request and skill: what each giver said that nobody may read yet. */
  readonly waiting: Readonly<Record<string, Readonly<Record<number, number>>>>
  readonly batches: readonly Batch[]
  readonly named: readonly { readonly at: Date; readonly giver: number }[]
  /** Everything the receiver did and may know, in order. Whoever has the same story must see the same. */
  readonly story: string
}

export const NAMED_RATING = 2

export const nothing = (threshold: number): Knowledge => ({
  threshold,
  resetAt: Array.from({ length: SKILLS }, () => null),
  requests: 1,
  gone: [],
  waiting: {},
  batches: [],
  named: [],
  story: '',
})

/** What is known after a step that the product accepted at that moment. */
export function learn(known: Knowledge, step: Step, accepted: boolean, at: Date): Knowledge {
  if (isHidden(step)) return accepted ? wait(known, step, at) : known
  const told = { ...known, story: `${known.story}${at.toISOString()} ${JSON.stringify(step)} ${accepted}\n` }
  if (!accepted) return told
  if (step.do === 'raise the threshold') return { ...told, threshold: known.threshold + 1 }
  if (step.do === 'ask again') return { ...told, requests: 2 }
  if (step.do === 'leave') return { ...told, gone: [...known.gone, step.giver] }
  if (step.do === 'reset') return { ...told, resetAt: known.resetAt.with(step.skill, at) }
  if (step.do !== 'answer by name' || known.named.some(({ giver }) => giver === step.giver)) return told
  return { ...told, named: [...known.named, { at, giver: step.giver }] }
}

function wait(known: Knowledge, step: Hidden, at: Date): Knowledge {
  const spot = `${placeOf(known, step)}.${step.skill}`
  const shownBefore = known.batches.some((batch) => batch.spot === spot && batch.givers.includes(step.giver))
  // The same again changes nothing.
  if (shownBefore) return known
  const { [step.giver]: _, ...others } = known.waiting[spot] ?? {}
  const now: Record<number, number> = 'saying' in step ? { ...others, [step.giver]: step.saying } : others
  const sayings = Object.values(now)
  const counting = step.do === 'join' ? Object.keys(now).filter((giver) => ![GUEST, ...known.gone].includes(Number(giver))) : sayings
  if ((step.do !== 'answer' && step.do !== 'join') || counting.length < known.threshold)
    return { ...known, waiting: { ...known.waiting, [spot]: now } }
  const shown = { ratings: sayings.map(ratingOf).sort(), words: sayings.map((saying) => SAYINGS[saying]?.keep ?? '').sort() }
  return {
    ...known,
    waiting: { ...known.waiting, [spot]: {} },
    batches: [...known.batches, { at, spot, skill: step.skill, sayings, givers: Object.keys(now).map(Number) }],
    story: `${known.story}${at.toISOString()} shown ${spot} ${JSON.stringify(shown)}\n`,
  }
}

function placeOf(known: Knowledge, step: Hidden) {
  if (step.do === 'join') return 'event'
  return step.again && known.requests > 1 ? '1' : '0'
}

const ratingOf = (saying: number) => SAYINGS[saying]?.rating ?? 0

function monthsBefore(at: Date, months: number): Date {
  const before = new Date(at)
  before.setUTCMonth(at.getUTCMonth() - months)
  if (before.getUTCDate() !== at.getUTCDate()) before.setUTCDate(0)
  return before
}

/** Ratings 1 to 5 and "I haven't seen it" of a skill, as its figures must be: whole batches and what has a name. */
export function figuresOf(known: Knowledge, skill: number, months: number, now: Date): number[] {
  const start = monthsBefore(now, months)
  const reset = known.resetAt[skill]
  const counts = (at: Date) => at > start && (!reset || at > reset)
  const ratings = [
    ...known.batches.filter((batch) => batch.skill === skill && counts(batch.at)).flatMap(({ sayings }) => sayings.map(ratingOf)),
    ...known.named.filter(({ at }) => skill === 0 && counts(at)).map(() => NAMED_RATING),
  ]
  return [1, 2, 3, 4, 5, 0].map((value) => ratings.filter((rating) => rating === value).length)
}

export const sameFigures = (shown: readonly number[], expected: readonly number[]) => isDeepStrictEqual([...shown], [...expected])
