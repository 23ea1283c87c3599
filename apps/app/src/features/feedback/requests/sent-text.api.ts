import type { SentRequest } from '@reflet/contract/feedback'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { givenOf, useCounts } from '../../../ui/counts.ts'

/** The state of a request that I sent: how many answers were given; of a confidential one only what its sender may know. */
export function useSentText() {
  const { t } = useTranslation()
  const say = useCounts()
  return ({ cancelled_at, confidential, feedbacks, counts: { answered, recipients } }: SentRequest) => {
    if (cancelled_at) return t('ask.sent.cancelled')
    if (!confidential) return say.given(givenOf(feedbacks))
    const givers = answered !== null && t('count.givers', { n: formatNumber(answered), total: formatNumber(recipients) })
    return [t('ask.sent.confidential'), givers].filter(Boolean).join(' · ')
  }
}
