import { IonButton, IonIcon } from '@ionic/react'
import type { NamedAnswer } from '@reflet/contract/feedback'
import { personAddOutline as shareOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { to } from '../../platform/runtime.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'
import { useWithdrawAnswer } from '../feedback/received/received.api.ts'

/** Lets my manager read this answer, on a page that says what they will see; or takes that back at once. */
export function ShareButton({ answer }: { answer: NamedAnswer }) {
  const { t } = useTranslation()
  const toast = useToast()
  const withdraw = useWithdrawAnswer()
  const about = [fullName(answer.giver), answer.skill.name].filter(Boolean).join(', ')
  if (!answer.shared_at) {
    return (
      <IonButton fill="clear" size="small" routerLink={to(`/share-answer?answer=${answer.id}`)}>
        <IonIcon slot="start" icon={shareOutline} aria-hidden="true" />
        {t('share.action')}
        <span className="visually-hidden">: {about}</span>
      </IonButton>
    )
  }
  return (
    <div className="row share-state">
      <span className="quiet small grow">{t('share.since', { date: formatDate(answer.shared_at) })}</span>
      <IonButton
        fill="clear"
        size="small"
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate(answer.id, { onSuccess: () => toast(t('share.withdrawn')) })}
      >
        {t('share.withdraw')}
        <span className="visually-hidden">: {about}</span>
      </IonButton>
      {withdraw.error ? <ErrorNotice error={withdraw.error} /> : null}
    </div>
  )
}
