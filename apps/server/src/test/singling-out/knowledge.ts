import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '@reflet/contract/durations'
import { ACCOUNTS, account, GUEST, isColleague, isHidden, SAYINGS, SKILLS, type Step } from './steps.ts'

/** Answers that were released together. */
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

/** Not the product's constants: the model is independent of the code. */
const ADMINISTERED_DAYS = 90
const COUNTING_DAYS = 30

/**
 * A model of what the receiver may know after some steps, and of what is pending. It implements the rule (docs/PRODUCT.md,
 * "Confidentiality") independently of the code: answers on one skill of one request are released when a threshold of colleagues have
 * answered, all at once and with those of external people, as ratings and as comments that cannot be linked to each other or to a person.
 * Answers from the receiver's own mailboxes and accounts are known to them. Where the receiver administers the company, or did lately, only
 * colleagues count whose account is theirs for some time.
 */
export interface Knowledge {
  readonly threshold: number
  /** Until when the receiver is or was treated as an administrator; null for an employee. */
  readonly administersUntil: Date | null
  /** Since when each account is as it is; without an entry, for a long time. */
  readonly settledSince: Readonly<Record<number, Date>>
  readonly gone: readonly number[]
  readonly resetAt: readonly (Date | null)[]
  readonly requests: number
  /** By request and skill: each giver's unreleased answer. */
  readonly waiting: Readonly<Record<string, readonly Given[]>>
  readonly batches: readonly Batch[]
  /** Answers that the receiver gave as a guest at their own event, in order. */
  readonly probes: readonly { readonly spot: string; readonly giver: number }[]
  readonly named: readonly { readonly at: Date; readonly giver: number }[]
  /** The visible history: everything the receiver did and may know, in order. The same history must give the same results. */
  readonly story: string
}

export const NAMED_RATING = 2

const ALWAYS = new Date(8.64e15)

/** At the beginning: an administrator has just made their accounts. */
export const nothing = (threshold: number, administers: boolean, start: Date): Knowledge => ({
  threshold,
  administersUntil: administers ? ALWAYS : null,
  settledSince: Object.fromEntries(Array.from({ length: ACCOUNTS }, (_, number) => [account(number), start])),
  gone: [],
  resetAt: Array.from({ length: SKILLS }, () => null),
  requests: 1,
  waiting: {},
  batches: [],
  probes: [],
  named: [],
  story: '',
})

type Giving = Extract<Step, { skill: number; giver: number }>

/** The knowledge after a step that the server accepted at that time. */
export function learn(known: Knowledge, step: Step, accepted: boolean, at: Date): Knowledge {
  if (isHidden(step)) return accepted ? wait(known, actOf(known, step), at) : known
  const logged = { ...known, story: `${known.story}${at.toISOString()} ${JSON.stringify(step)} ${accepted}\n` }
  if (!accepted) return logged
  if (step.do === 'raise the threshold') return { ...logged, threshold: known.threshold + 1 }
  if (step.do === 'ask again') return { ...logged, requests: 2 }
  if (step.do === 'step down') return { ...logged, administersUntil: new Date(at.getTime() + ADMINISTERED_DAYS * DAY_MS) }
  if (step.do === 'leave') return { ...logged, gone: [...known.gone, step.giver] }
  if (isGettingIn(step)) return { ...logged, settledSince: { ...known.settledSince, [step.giver]: at } }
  if (step.do === 'from an account' || step.do === 'join from an account') return wait(logged, actOf(logged, step), at)
  if (step.do === 'from a mailbox') return wait(logged, actOf(logged, step), at)
  if (step.do === 'probe') return probed(logged, step, at)
  if (step.do === 'take the probe back') return withoutProbe(logged)
  if (step.do === 'reset') return { ...logged, resetAt: known.resetAt.with(step.skill, at) }
  if (step.do !== 'answer by name' || known.named.some(({ giver }) => giver === step.giver)) return logged
  return { ...logged, named: [...known.named, { at, giver: step.giver }] }
}

/** An answer on one skill of one request, and its state. */
interface Act {
  readonly spot: string
  readonly skill: number
  readonly giver: number
  readonly does: 'say' | 'change' | 'remove'
  readonly saying: number
  /** Guests are not deduplicated at an event: each answer is separate. */
  readonly fresh: boolean
}

/** The number of the receiver's first guest identity at the event. */
const PROBE = 100

function actOf(known: Knowledge, step: Giving): Act {
  const act = 'act' in step ? step.act : step.do
  const common = { skill: step.skill, saying: 'saying' in step ? step.saying : 0 }
  if (step.do === 'probe') return { ...common, spot: `event.${step.skill}`, giver: PROBE + known.probes.length, does: 'say', fresh: true }
  if (step.do === 'join' || step.do === 'join from an account')
    return { ...common, spot: `event.${step.skill}`, giver: step.giver, does: 'say', fresh: step.giver === GUEST }
  const does = act === 'edit' ? 'change' : act === 'answer' ? 'say' : 'remove'
  return { ...common, spot: `${Number(step.again && known.requests > 1)}.${step.skill}`, giver: step.giver, does, fresh: false }
}

const GETTING_IN = ['reactivate', 'give an address', 'give a number', 'reset factors'] as const
const isGettingIn = (step: Step): step is Extract<Step, { do: (typeof GETTING_IN)[number] }> =>
  (GETTING_IN as readonly string[]).includes(step.do)

/** Whether an answer counts towards the threshold at this time. */
function counts({ administersUntil, settledSince, gone }: Knowledge, giver: number, at: Date): boolean {
  if (!isColleague(giver)) return false
  if (administersUntil === null || at >= administersUntil) return true
  const since = settledSince[giver]
  return !gone.includes(giver) && (!since || at.getTime() - since.getTime() >= COUNTING_DAYS * DAY_MS)
}

function wait(known: Knowledge, { spot, skill, giver, does, saying, fresh }: Act, at: Date): Knowledge {
  // Idempotent.
  if (!fresh && known.batches.some((batch) => batch.spot === spot && batch.givers.includes(giver))) return known
  const others = (known.waiting[spot] ?? []).filter((one) => fresh || one.giver !== giver)
  const given = does === 'remove' ? others : [...others, { giver, saying }]
  if (does !== 'say' || given.filter(({ giver }) => counts(known, giver, at)).length < known.threshold)
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

/** The expected ratings 1 to 5 and "I haven't seen it" of a skill: whole batches and named answers. */
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
