import { IonIcon, IonItem, IonLabel, IonList, useIonRouter } from '@ionic/react'
import { logOutOutline, phonePortraitOutline, trashOutline } from 'ionicons/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissLoading, showLoading } from '../../platform/loading.ts'
import { logout } from '../../platform/logout.ts'
import { queued } from '../../platform/outbox.ts'
import { loginPath, to } from '../../platform/paths.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useLogoutEverywhere } from './people.api.ts'
import styles from './profile.module.css'

/** Log out of this device, of every device, or delete the account. */
export function Leave() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const ask = useConfirm()
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

  /** Logging out deletes the device's data, unsent answers included. */
  const hasUnsent = async () => {
    setLeaving(true)
    const unsent = await queued()
    setLeaving(false)
    return unsent.length > 0
  }

  const leaveSafely = async () => {
    if (!(await hasUnsent())) return leave()
    ask({
      header: t('outbox.logout'),
      message: t('outbox.logout_text'),
      action: t('outbox.logout_anyway'),
      onConfirm: () => void leave(),
    })
  }

  const confirm = async () => {
    const unsent = await hasUnsent()
    ask({
      header: t('profile.everywhere_title'),
      message: unsent ? `${t('profile.everywhere_text')} ${t('outbox.logout')}.` : t('profile.everywhere_text'),
      action: t('profile.everywhere_confirm'),
      onConfirm: () => everywhere.mutate(undefined, { onSuccess: gone }),
    })
  }

  return (
    <section className="stack">
      <h2>{t('profile.account')}</h2>
      {everywhere.error ? <ErrorNotice error={everywhere.error} onRetry={() => void confirm()} /> : null}
      <IonList className={`card ${styles.profileList}`} lines="full">
        <IonItem button detail={false} disabled={leaving} onClick={() => void leaveSafely()}>
          <IonIcon slot="start" icon={logOutOutline} flipRtl aria-hidden="true" />
          <IonLabel>{t('profile.logout')}</IonLabel>
        </IonItem>
        <IonItem button detail={false} disabled={leaving || everywhere.isPending} onClick={() => void confirm()}>
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
