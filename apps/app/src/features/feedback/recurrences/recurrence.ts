import type { Input } from '@reflet/contract/endpoint'
import { type Every, MAX_PER_ROUND, type Recurrence, type recurrences } from '@reflet/contract/recurrences'
import { dayFromNow } from '../../../platform/days.ts'
import { recipientOf } from '../../directory/person.api.ts'
import { type Asked, asAsked } from '../requests/ask.ts'

/** The selectable intervals, from the shortest to the longest (docs/PRODUCT.md, "Regular requests"). */
export const RHYTHMS: readonly Every[] = [
  { unit: 'week', count: 2 },
  { unit: 'week', count: 3 },
  { unit: 'month', count: 1 },
  { unit: 'month', count: 2 },
  { unit: 'month', count: 3 },
  { unit: 'month', count: 6 },
]
/** The selectable numbers of rounds. */
export const ROUNDS = [2, 3, 4, 6, 8, 12, 24] as const

/** The draft of a plan; stored on this device. */
export interface PlanDraft {
  skillIds: string[]
  people: Asked[]
  every: Every
  perRound: number
  /** YYYY-MM-DD */
  startsOn: string
  endsBy: 'rounds' | 'date'
  rounds: number
  /** YYYY-MM-DD */
  endsOn: string
  context: string
  message: string
  confidential: boolean
  /** Idempotency key: the same until it was saved, so that a retry never saves twice. */
  key: string
}

export const emptyPlan = (): PlanDraft => ({
  skillIds: [],
  people: [],
  every: { unit: 'month', count: 1 },
  perRound: 2,
  startsOn: dayFromNow(1),
  endsBy: 'rounds',
  rounds: 6,
  endsOn: dayFromNow(180),
  context: '',
  message: '',
  confidential: false,
  key: crypto.randomUUID(),
})

/** The saved plan as a draft. */
export const asPlan = (recurrence: Recurrence): PlanDraft => ({
  ...emptyPlan(),
  skillIds: recurrence.skills.map(({ id }) => id),
  people: recurrence.pool.map(asAsked),
  every: recurrence.every,
  perRound: recurrence.per_round,
  startsOn: recurrence.starts_on,
  ...('rounds' in recurrence.ends
    ? { endsBy: 'rounds' as const, rounds: recurrence.ends.rounds }
    : { endsBy: 'date' as const, endsOn: recurrence.ends.date }),
  context: recurrence.context ?? '',
  message: recurrence.message ?? '',
  confidential: recurrence.confidential,
})

/** At most the size of the pool. */
export const perRoundOf = ({ perRound, people }: PlanDraft) => Math.max(1, Math.min(perRound, people.length, MAX_PER_ROUND))

const endsOf = ({ endsBy, rounds, endsOn }: PlanDraft) => (endsBy === 'rounds' ? { rounds } : { date: endsOn })

type Body = Input<typeof recurrences.createRecurrence>['body']

const changeable = (plan: PlanDraft) => ({
  skill_ids: plan.skillIds,
  pool: plan.people.map(recipientOf),
  every: plan.every,
  per_round: perRoundOf(plan),
  ends: endsOf(plan),
  context: plan.context.trim() || null,
  message: plan.message.trim() || null,
})

export const toBody = (plan: PlanDraft): Body => ({
  ...changeable(plan),
  starts_on: plan.startsOn,
  confidential: plan.confidential,
  idempotency_key: plan.key,
})

/** The start date and confidentiality cannot be changed. */
export const toPatch = (plan: PlanDraft) => changeable(plan)

export const toPreview = (plan: PlanDraft, recurrenceId: string | undefined): Input<typeof recurrences.previewRecurrence>['body'] => ({
  pool: plan.people.map(recipientOf),
  every: plan.every,
  per_round: perRoundOf(plan),
  starts_on: plan.startsOn,
  ends: endsOf(plan),
  confidential: plan.confidential,
  ...(recurrenceId && { recurrence_id: recurrenceId }),
})

const PARTS = ['skills', 'people', 'starts', 'ends'] as const

/** The parts of a plan that are not filled in, in the order of the steps. */
export function missingIn({ skillIds, people, startsOn, endsBy, endsOn }: PlanDraft) {
  const isMissing = {
    skills: skillIds.length === 0,
    people: people.length === 0,
    starts: startsOn === '',
    ends: endsBy === 'date' && endsOn === '',
  }
  return PARTS.filter((part) => isMissing[part])
}

/** Whether the preview can be computed: everything but the skills is filled in. */
export const isPlanned = (plan: PlanDraft) => missingIn(plan).every((part) => part === 'skills')
