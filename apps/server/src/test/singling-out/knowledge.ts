import { isDeepStrictEqual } from 'node:util'
import { GUEST, isHidden, SAYINGS, SKILLS, type Step } from './steps.ts'

/** Answers that became readable together. */
interface Batch {
  readonly at: Date
  readonly spot: string
  readonly skill: number
  readonly sayings: readonly number[]
  readonly givers: readonly number[]
}

interface Given {
  readonly giver: number
  readonly saying: number
}

/**
 * What the receiver is allowed to know after some steps, and what waits behind it. It is written from the rule (product.md §3) and
 * not from the code: answers to one skill of one request become readable when those of a threshold of colleagues wait, all at once and with
 * those of people outside, as ratings and as words that nothing ties to each other or to a person. What comes from the receiver's own
 * mailboxes they know.
 */
export interface Knowledge {
  readonly threshold: number
  readonly resetAt: readonly (Date | null)[]
  readonly requests: number
  /** By request and skill: what each giver said that nobody may read yet. */
  readonly waiting: Readonly<Record<string, readonly Given[]>>
  readonly batches: readonly Batch[]
  /** Answers that the receiver gave as a guest at their own event, in order. */
  readonly probes: readonly { readonly spot: string; readonly giver: number }[]
  readonly named: readonly { readonly at: Date; readonly giver: number }[]
  /** Everything the receiver did and may know, in order. Whoever has the same story must see the same. */
  readonly story: string
}

export const NAMED_RATING = 2

export const nothing = (threshold: number): Knowledge => ({
  threshold,
  resetAt: Array.from({ length: SKILLS }, () => null),
  requests: 1,
  waiting: {},
  batches: [],
  probes: [],
  named: [],
  story: '',
})

type Giving = Extract<Step, { skill: number; giver: number }>

/** What is known after a step that the product accepted at that moment. */
export function learn(known: Knowledge, step: Step, accepted: boolean, at: Date): Knowledge {
  if (isHidden(step)) return accepted ? wait(known, actOf(known, step), at) : known
  const told = { ...known, story: `${known.story}${at.toISOString()} ${JSON.stringify(step)} ${accepted}\n` }
  if (!accepted) return told
  if (step.do === 'raise the threshold') return { ...told, threshold: known.threshold + 1 }
  if (step.do === 'ask again') return { ...told, requests: 2 }
  if (step.do === 'from a mailbox') return wait(told, actOf(told, step), at)
  if (step.do === 'probe') return probed(told, step, at)
  if (step.do === 'take the probe back') return withoutProbe(told)
  if (step.do === 'reset') return { ...told, resetAt: known.resetAt.with(step.skill, at) }
  if (step.do !== 'answer by name' || known.named.some(({ giver }) => giver === step.giver)) return told
  return { ...told, named: [...known.named, { at, giver: step.giver }] }
}

/** An answer to one skill of one request, and what becomes of it. */
interface Act {
  readonly spot: string
  readonly skill: number
  readonly giver: number
  readonly does: 'say' | 'change' | 'remove'
  readonly saying: number
  /** Guests are not compared with one another at an event: each answer is another. */
  readonly fresh: boolean
}

/** The first of those who are guests at the event for the receiver. */
const PROBE = 100

function actOf(known: Knowledge, step: Giving): Act {
  const act = step.do === 'from a mailbox' ? step.act : step.do
  const common = { skill: step.skill, saying: 'saying' in step ? step.saying : 0 }
  if (step.do === 'probe') return { ...common, spot: `event.${step.skill}`, giver: PROBE + known.probes.length, does: 'say', fresh: true }
  if (step.do === 'join') return { ...common, spot: `event.${step.skill}`, giver: step.giver, does: 'say', fresh: step.giver === GUEST }
  const does = act === 'edit' ? 'change' : act === 'answer' ? 'say' : 'remove'
  return { ...common, spot: `${Number(step.again && known.requests > 1)}.${step.skill}`, giver: step.giver, does, fresh: false }
}

function wait(known: Knowledge, { spot, skill, giver, does, saying, fresh }: Act, at: Date): Knowledge {
  // The same again changes nothing.
  if (!fresh && known.batches.some((batch) => batch.spot === spot && batch.givers.includes(giver))) return known
  const others = (known.waiting[spot] ?? []).filter((one) => fresh || one.giver !== giver)
  const given = does === 'remove' ? others : [...others, { giver, saying }]
  if (does !== 'say' || given.filter((one) => one.giver < GUEST).length < known.threshold)
    return { ...known, waiting: { ...known.waiting, [spot]: given } }
  const sayings = given.map((one) => one.saying)
  const shown = { ratings: sayings.map(ratingOf).sort(), words: sayings.map((one) => SAYINGS[one]?.keep ?? '').sort() }
  return {
    ...known,
    waiting: { ...known.waiting, [spot]: [] },
    batches: [...known.batches, { at, spot, skill, sayings, givers: given.map((one) => one.giver) }],
    story: `${known.story}${at.toISOString()} shown ${spot} ${JSON.stringify(shown)}\n`,
  }
}

function probed(known: Knowledge, step: Extract<Step, { do: 'probe' }>, at: Date): Knowledge {
  const { spot, giver } = actOf(known, step)
  return { ...wait(known, actOf(known, step), at), probes: [...known.probes, { spot, giver }] }
}

function withoutProbe(known: Knowledge): Knowledge {
  const last = known.probes.at(-1)
  if (!last) return known
  const given = (known.waiting[last.spot] ?? []).filter(({ giver }) => giver !== last.giver)
  return { ...known, probes: known.probes.slice(0, -1), waiting: { ...known.waiting, [last.spot]: given } }
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
