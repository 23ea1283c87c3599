import { IonButton } from '@ionic/react'
import type { SentRequest } from '@reflet/contract/feedback'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../platform/clipboard.ts'
import { fullName } from '../../../platform/full-name.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { givenOf, useCounts } from '../../../ui/counts.ts'
import { useToast } from '../../../ui/toast.ts'
import feedbackStyles from '../feedback.module.css'
import { isPartly, peopleOf, type SentFeedback } from './sent.ts'

/** The people of a request with their status; for a guest, the link to copy. A confidential request shows no status. */
export function SentPeople({ request }: { request: SentRequest }) {
  const { t } = useTranslation()
  const toast = useToast()
  const say = useCounts()
  /** Each status once; of a request that is answered in part, how many of its skills. */
  const statesOf = (feedbacks: readonly SentFeedback[]) => {
    const statuses = [...new Set(feedbacks.map(({ status, withdrawn }) => (withdrawn ? 'withdrawn' : status)))].filter(
      (status) => status !== null,
    )
    if (!isPartly(feedbacks)) return statuses.map((status) => t(`status.${status}`))
    const others = statuses.filter((status) => status !== 'answered' && status !== 'pending')
    return [say.given(givenOf(feedbacks)), ...others.map((status) => t(`status.${status}`))]
  }
  const copy = async (link: string) => toast(t((await copyText(link)) ? 'sent.copied' : 'sent.copy_failed'))
  return (
    <ul className={`card people ${feedbackStyles.sentPeople}`}>
      {peopleOf(request).map((feedbacks) => {
        const [first] = feedbacks
        if (!first) return null
        const { recipient, guest_link } = first
        const name = fullName(recipient, recipient.email ?? t('answers.former'))
        const reason = feedbacks.find((feedback) => feedback.reason)?.reason
        return (
          <li key={recipient.id} className="row">
            <Avatar person={recipient.first_name ? recipient : { ...recipient, first_name: name }} />
            <div className="grow">
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {request.confidential ? null : <span className="line quiet small">{statesOf(feedbacks).join(' · ')}</span>}
              {recipient.mails_stopped ? <span className="line small">{t('sent.mails_stopped')}</span> : null}
              {reason ? (
                <span className="line small" dir="auto">
                  {reason}
                </span>
              ) : null}
            </div>
            {guest_link && first.status === 'pending' ? (
              <IonButton fill="outline" size="small" onClick={() => void copy(guest_link)} aria-label={t('sent.copy_for', { name })}>
                {t('sent.copy')}
              </IonButton>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
