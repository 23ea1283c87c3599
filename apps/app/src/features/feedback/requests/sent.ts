import type { SentRequest } from '@reflet/contract/feedback'
import { givenOf } from '../../../ui/counts.ts'

export type SentFeedback = SentRequest['feedbacks'][number]

/** The feedbacks of each person. */
export const peopleOf = ({ feedbacks }: Pick<SentRequest, 'feedbacks'>): SentFeedback[][] => [
  ...Map.groupBy(feedbacks, ({ recipient }) => recipient.id).values(),
]

/** Whether a person answered some of the skills and not the others. */
export function isPartly(feedbacks: readonly SentFeedback[]): boolean {
  const { given, total } = givenOf(feedbacks)
  return given > 0 && given < total
}
