import type { Group } from '@reflet/contract/groups'
import type { Hierarchy } from '@reflet/contract/hierarchy'
import type { UserRecord } from '@reflet/contract/people'
import { SELF_EVALUATION_DAYS } from '@reflet/contract/skills'
import type { SkillStatistics } from '@reflet/contract/statistics'

/** Something worth doing now, with what makes it so. */
export type NextAction =
  | { kind: 'answer' /** Pending feedbacks, as in the menu. */; count: number; first: Group }
  | { kind: 'read'; count: number }
  | { kind: 'onboarding' }
  | {
      kind: 'self_evaluation'
      count: number /** When I last judged the one judged longest ago; null: some never were. */
      since: string | null
    }
  | { kind: 'skills' }
  | { kind: 'hierarchy' }
  | { kind: 'ask' }

export interface Known {
  record: UserRecord
  /** undefined while they are not known: nothing is said of them then. */
  skills: readonly SkillStatistics[] | undefined
  hierarchy: Hierarchy | undefined
  now: number
}

const DAY = 86_400_000

const dueOf = ({ due_at }: Group) => (due_at ? Date.parse(due_at) : Number.POSITIVE_INFINITY)

/** Who wants an answer first: the earliest date, then whoever has waited longest. */
const byUrgency = (a: Group, b: Group) => {
  const [first, second] = [dueOf(a), dueOf(b)]
  return first === second ? Date.parse(a.created_at) - Date.parse(b.created_at) : first - second
}

const answering = ({ record }: Known): NextAction[] => {
  const { groups, total } = record.feedbacks.received
  const [first] = [...groups].sort(byUrgency)
  return first ? [{ kind: 'answer', count: total, first }] : []
}

const judgingMyself = ({ skills, now }: Known): NextAction[] => {
  const chosen = skills?.filter((skill) => skill.chosen)
  if (!chosen) return []
  if (chosen.length === 0) return [{ kind: 'skills' }]
  const due = chosen.filter(({ self }) => !self || now - Date.parse(self.created_at) > SELF_EVALUATION_DAYS * DAY)
  const dates = due.map(({ self }) => self?.created_at ?? '').sort()
  return due.length > 0 ? [{ kind: 'self_evaluation', count: due.length, since: dates[0] || null }] : []
}

/** What is best done next, in the order of usefulness: who waits for me, what I have not read, then my own side. */
export function nextActions(known: Known): NextAction[] {
  const { record, hierarchy } = known
  const { user, feedbacks } = record
  return [
    ...answering(known),
    ...(feedbacks.unread_answers > 0 ? [{ kind: 'read' as const, count: feedbacks.unread_answers }] : []),
    ...(user.is_onboarding_finished ? [] : [{ kind: 'onboarding' as const }]),
    ...judgingMyself(known),
    ...(user.company.badges_active && hierarchy?.hierarchical.length === 0 ? [{ kind: 'hierarchy' as const }] : []),
    { kind: 'ask' },
  ]
}
