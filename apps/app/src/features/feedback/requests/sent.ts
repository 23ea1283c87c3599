import type { SentRequest } from '@reflet/contract/feedback'

export type SentFeedback = SentRequest['feedbacks'][number]

/** The feedbacks of each person. */
export const peopleOf = ({ feedbacks }: Pick<SentRequest, 'feedbacks'>): SentFeedback[][] => [
  ...Map.groupBy(feedbacks, ({ recipient }) => recipient.id).values(),
]

/** How many of these feedbacks were answered; a confidential request does not show their status. */
export const answersOf = (feedbacks: readonly SentFeedback[]) => ({
  answered: feedbacks.filter(({ status }) => status === 'answered').length,
  total: feedbacks.length,
})

/** Whether a person answered some of the skills and still has others to answer. */
export const isPartly = (feedbacks: readonly SentFeedback[]) =>
  answersOf(feedbacks).answered > 0 && feedbacks.some(({ status }) => status === 'pending')
