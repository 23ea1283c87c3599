import { IonIcon, IonItem, IonLabel, IonList, useIonAlert, useIonRouter } from '@ionic/react'
import { documentTextOutline, logOutOutline, phonePortraitOutline, shieldCheckmarkOutline } from 'ionicons/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissLoading, showLoading } from '../../platform/loading.ts'
import { loginPath } from '../../platform/runtime.ts'
import { logout } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useLogoutEverywhere } from './people.api.ts'

export function About() {
  const { t } = useTranslation()
  return (
    <section className="stack">
      <h2>{t('profile.about')}</h2>
      <IonList className="card profile-list" lines="full">
        <IonItem routerLink="/terms">
          <IonIcon slot="start" icon={documentTextOutline} aria-hidden="true" />
          <IonLabel>{t('profile.terms')}</IonLabel>
        </IonItem>
        <IonItem routerLink="/terms?doc=privacy" lines="none">
          <IonIcon slot="start" icon={shieldCheckmarkOutline} aria-hidden="true" />
          <IonLabel>{t('profile.privacy')}</IonLabel>
        </IonItem>
      </IonList>
    </section>
  )
}

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
        <IonItem button detail={false} disabled={leaving} onClick={() => void leave()}>
          <IonIcon slot="start" icon={logOutOutline} flipRtl aria-hidden="true" />
          <IonLabel>{t('profile.logout')}</IonLabel>
        </IonItem>
        <IonItem button detail={false} disabled={everywhere.isPending} onClick={confirm} lines="none">
          <IonIcon slot="start" icon={phonePortraitOutline} aria-hidden="true" />
          <IonLabel color="danger">{t('profile.logout_everywhere')}</IonLabel>
        </IonItem>
      </IonList>
    </section>
  )
}
