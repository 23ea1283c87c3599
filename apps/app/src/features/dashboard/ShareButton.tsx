import { IonButton, IonIcon } from '@ionic/react'
import type { NamedAnswer } from '@reflet/contract/received-answers'
import { personAddOutline as shareOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'
import { useWithdrawAnswer } from '../sharing/sharing.api.ts'

/** Opens the page to share this answer with my manager; or revokes the share at once. */
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
    <div className="row">
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
