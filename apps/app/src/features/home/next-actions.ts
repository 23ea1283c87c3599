import type { Group } from '@reflet/contract/answers'
import type { Badge } from '@reflet/contract/badges'
import type { SentRequest } from '@reflet/contract/feedback'
import type { Hierarchy } from '@reflet/contract/hierarchy'
import type { UserRecord } from '@reflet/contract/people'
import { isSelfEvaluationDue } from '@reflet/contract/skills'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { newAnswersOf, type Waiting, waitingOf } from '../../ui/counts.ts'

/** A next action, with the data of its text. */
export type NextAction =
  | { kind: 'answer' /** The same as in the menu, postponed ones included. */; waiting: Waiting; first: Group }
  | { kind: 'read'; count: number }
  | { kind: 'onboarding' }
  | {
      kind: 'self_evaluation'
      count: number /** When I last judged the one judged longest ago; null: some never were. */
      since: string | null
    }
  | { kind: 'badge' /** How many can be published. */; count: number }
  | { kind: 'skills' }
  | { kind: 'waiting' /** The newest open request of a person who has no answer yet. */; request: SentRequest }
  | { kind: 'hierarchy' }
  | { kind: 'ask' /** Nothing was asked yet. */; isFirst: boolean }

export interface Known {
  record: UserRecord
  /** undefined while they are not loaded: they produce no action. */
  skills: readonly SkillStatistics[] | undefined
  hierarchy: Hierarchy | undefined
  badges: readonly Badge[] | undefined
  /** The requests that I sent, newest first. */
  sent: readonly SentRequest[] | undefined
  now: number
}

export const isOpen = ({ can }: SentRequest) => can.cancel

const dueOf = ({ due_at }: Group) => (due_at ? Date.parse(due_at) : Number.POSITIVE_INFINITY)

/** The most urgent request: the earliest due date, then the oldest. */
const byUrgency = (a: Group, b: Group) => {
  const [first, second] = [dueOf(a), dueOf(b)]
  return first === second ? Date.parse(a.created_at) - Date.parse(b.created_at) : first - second
}

/** While there is one that is not postponed to a later day. */
const answering = ({ record, now }: Known): NextAction[] => {
  const { groups } = record.feedbacks.received
  const isPostponed = ({ later_at }: Group) => later_at !== null && Date.parse(later_at) > now
  const [first] = groups.filter((group) => !isPostponed(group)).sort(byUrgency)
  return first ? [{ kind: 'answer', waiting: waitingOf(record), first }] : []
}

const judgingMyself = ({ skills, now }: Known): NextAction[] => {
  const chosen = skills?.filter((skill) => skill.chosen)
  if (!chosen) return []
  if (chosen.length === 0) return [{ kind: 'skills' }]
  const due = chosen.filter(({ self }) => !self || isSelfEvaluationDue(self.created_at, now))
  const dates = due.map(({ self }) => self?.created_at ?? '').sort()
  return due.length > 0 ? [{ kind: 'self_evaluation', count: due.length, since: dates[0] || null }] : []
}

/** Until the first answer, the request that was just sent comes before another one. */
const awaitingTheFirst = ({ skills, sent }: Known): NextAction[] => {
  const request = sent?.find(isOpen)
  return request && skills?.every(({ n }) => n === 0) ? [{ kind: 'waiting', request }] : []
}

/** To ask: until it was done; then only when nothing else is due and no answer is awaited. */
function asking({ sent }: Known, isAnythingDue: boolean): NextAction[] {
  if (!sent) return []
  const isFirst = sent.length === 0
  return isFirst || !(isAnythingDue || sent.some(isOpen)) ? [{ kind: 'ask', isFirst }] : []
}

/** The next actions by priority: requests to me, new answers, then my own tasks. */
export function nextActions(known: Known): NextAction[] {
  const { record, hierarchy, badges = [] } = known
  const earnable = badges.filter(({ status }) => status === 'earnable').length
  const { user } = record
  const unseen = newAnswersOf(record)
  const due: NextAction[] = [
    ...answering(known),
    ...(unseen > 0 ? [{ kind: 'read' as const, count: unseen }] : []),
    ...(user.is_onboarding_finished ? [] : [{ kind: 'onboarding' as const }]),
    ...(earnable > 0 ? [{ kind: 'badge' as const, count: earnable }] : []),
    ...judgingMyself(known),
    ...(user.company.badges_active && hierarchy?.hierarchical.length === 0 ? [{ kind: 'hierarchy' as const }] : []),
  ]
  return [...(due.length > 0 ? due : awaitingTheFirst(known)), ...asking(known, due.length > 0)]
}
