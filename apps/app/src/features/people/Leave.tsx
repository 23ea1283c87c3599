import { IonIcon, IonItem, IonLabel, IonList, useIonAlert, useIonRouter } from '@ionic/react'
import { logOutOutline, phonePortraitOutline, trashOutline } from 'ionicons/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissLoading, showLoading } from '../../platform/loading.ts'
import { loginPath, to } from '../../platform/runtime.ts'
import { logout } from '../../platform/session.ts'
import { waitingAnswers } from '../../platform/waiting-answers.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useLogoutEverywhere } from './people.api.ts'

/** The ways out: this device, every device, for good. */
export function Leave() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const [ask] = useIonAlert()
  const [leaving, setLeaving] = useState(false)
  const everywhere = useLogoutEverywhere()
  const gone = () => {
    dismissLoading()
    router.navigateRoot(loginPath)
  }

  const leave = async () => {
    setLeaving(true)
    showLoading()
    await logout()
    gone()
  }

  /** Leaving empties the device: what it has not sent yet would go, too. */
  const leaveSafely = () =>
    waitingAnswers.get().length === 0
      ? void leave()
      : void ask({
          header: t('answer.waiting.logout'),
          message: t('answer.waiting.logout_text'),
          buttons: [
            { text: t('common.cancel'), role: 'cancel' },
            { text: t('answer.waiting.logout_anyway'), role: 'destructive', handler: () => void leave() },
          ],
        })

  const confirm = () =>
    void ask({
      header: t('profile.everywhere_title'),
      message: t('profile.everywhere_text'),
      buttons: [
        { text: t('common.cancel'), role: 'cancel' },
        {
          text: t('profile.everywhere_confirm'),
          role: 'destructive',
          handler: () => everywhere.mutate(undefined, { onSuccess: gone }),
        },
      ],
    })

  return (
    <section className="stack">
      <h2>{t('profile.account')}</h2>
      {everywhere.error ? <ErrorNotice error={everywhere.error} onRetry={confirm} /> : null}
      <IonList className="card profile-list" lines="full">
        <IonItem button detail={false} disabled={leaving} onClick={leaveSafely}>
          <IonIcon slot="start" icon={logOutOutline} flipRtl aria-hidden="true" />
          <IonLabel>{t('profile.logout')}</IonLabel>
        </IonItem>
        <IonItem button detail={false} disabled={everywhere.isPending} onClick={confirm}>
          <IonIcon slot="start" icon={phonePortraitOutline} aria-hidden="true" />
          <IonLabel>{t('profile.logout_everywhere')}</IonLabel>
        </IonItem>
        <IonItem routerLink={to('/delete-account')}>
          <IonIcon slot="start" icon={trashOutline} aria-hidden="true" />
          <IonLabel color="danger">{t('profile.delete')}</IonLabel>
        </IonItem>
      </IonList>
    </section>
  )
}
