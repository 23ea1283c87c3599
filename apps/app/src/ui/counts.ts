import type { FeedbackStatus } from '@reflet/contract/answers'
import type { UserRecord } from '@reflet/contract/people'
import { useTranslation } from 'react-i18next'
import { formatMean, formatNumber } from '../platform/locale.ts'

/** What waits for me: answers (one for each skill that a request asks me about), and the requests that they are to. */
export const waitingOf = ({ feedbacks: { received } }: UserRecord) => ({
  answers: received.total,
  // A record that an earlier version kept has no number of requests.
  requests: received.requests ?? received.groups.length,
})
export type Waiting = ReturnType<typeof waitingOf>

/** Answers that I may read and have not seen yet. */
export const newAnswersOf = ({ feedbacks }: UserRecord) => feedbacks.new_answers

/** Answers given, of those asked for: one for each person and skill. A confidential request does not show them. */
export const givenOf = (feedbacks: readonly { status: FeedbackStatus | null }[]) => ({
  given: feedbacks.filter(({ status }) => status === 'answered').length,
  total: feedbacks.length,
})

/**
 * Every count that several screens show, in words with its unit (docs/PRODUCT.md, "Ratings and figures"): a request is one act of asking, an
 * answer is one recipient's about one skill, a rating is an answer with a number.
 */
export function useCounts() {
  const { t } = useTranslation()
  const counted = (count: number) => ({ count, n: formatNumber(count) })
  return {
    /** “15 answers to 10 requests”. */
    waiting: ({ answers, requests }: Waiting) =>
      t('count.waiting', { answers: t('count.answers', counted(answers)), requests: t('count.to_requests', counted(requests)) }),
    newAnswers: (count: number) => t('count.new_answers', counted(count)),
    /** “Answers: 4 of 15”. */
    given: ({ given, total }: ReturnType<typeof givenOf>) => t('count.given', { n: formatNumber(given), total: formatNumber(total) }),
    /** Answers that I wait for. */
    awaited: (count: number) => t('count.awaited', counted(count)),
    /** Answers without a rating. */
    notObserved: (count: number) => t('count.not_observed', { ...counted(count), label: t('rating.not_observed.label') }),
    /** A colleague's load: their open requests. A confidential one is open until it expires, answered or not. */
    load: (count: number) => t('count.load', counted(count)),
    /** “4.2 from 5 ratings”: an average is always shown with its n. */
    score: (score: number | null, n: number) =>
      score === null ? t('dashboard.no_score') : t('count.score', { score: formatMean(score), ...counted(n) }),
  }
}
