import type { NewsItem } from '@reflet/contract/people'

/** News kinds whose text has the skill's name, if known. */
const ON_A_SKILL = [
  'answer_received',
  'event_guest_answered',
  'confidential_ready',
  'request_received',
  'request_declined',
  'feedback_offered',
  'answer_thanked',
  'answer_shared',
  'answer_noted',
  'try_due',
  'badge_earnable',
] as const
const OTHERS = [
  'hierarchy_filled',
  'award_received',
  'coffee_proposed',
  'coffee_accepted',
  'coffee_declined',
  'coffee_cancelled',
  'round_sent',
  'round_skipped',
] as const

type OnASkill = (typeof ON_A_SKILL)[number]
type Other = (typeof OTHERS)[number]
export type NewsKey = `news.${OnASkill | 'other'}.${'with_skill' | 'plain'}` | `news.${Other}`

const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind => (kinds as readonly string[]).includes(kind)

/** The text of a news item; an unknown kind is a plain one. */
export function keyOf(kind: string, hasSkill: boolean): NewsKey {
  if (isOneOf(OTHERS, kind)) return `news.${kind}`
  return `news.${isOneOf(ON_A_SKILL, kind) ? kind : 'other'}.${hasSkill ? 'with_skill' : 'plain'}`
}

/** The link of a news item. */
export function pathOf(item: NewsItem): string {
  const { kind, skill_id, request_id, feedback_id, award_id, coffee_id, recurrence_id } = item
  switch (kind) {
    case 'request_received':
      return request_id ? `/answer?request=${request_id}` : '/answer'
    case 'hierarchy_filled':
      return '/badge-hierarchical-list'
    case 'answer_shared':
      return '/my-team'
    case 'badge_earnable':
      return '/badge-home'
    case 'try_due':
      return '/growth'
    case 'round_sent':
    case 'round_skipped':
      return recurrence_id ? `/recurrent-feedbacks?id=${recurrence_id}` : '/recurrent-feedbacks'
  }
  if (kind === 'request_declined' && request_id) return `/request-confirmation/${request_id}`
  if (kind === 'answer_thanked' && feedback_id) return `/answer-confirmation/${feedback_id}`
  if (kind === 'answer_noted' && feedback_id) return `/share-answer?answer=${feedback_id}`
  if (award_id) return `/award?id=${award_id}`
  if (coffee_id) return `/coffee-request?id=${coffee_id}`
  return skill_id ? `/skill-statistics/${skill_id}` : '/dashboard'
}
