import type { SentRequest } from '@reflet/contract/feedback'
import { givenOf } from '../../../ui/counts.ts'

export type SentFeedback = SentRequest['feedbacks'][number]

/** The feedbacks of each person. */
export const peopleOf = ({ feedbacks }: Pick<SentRequest, 'feedbacks'>): SentFeedback[][] => [
  ...Map.groupBy(feedbacks, ({ recipient }) => recipient.id).values(),
]

/** Whether a person answered some of the skills and still has others to answer. */
export const isPartly = (feedbacks: readonly SentFeedback[]) =>
  givenOf(feedbacks).given > 0 && feedbacks.some(({ status }) => status === 'pending')
