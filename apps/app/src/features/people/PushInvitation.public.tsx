import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { isNative } from '../../platform/build-target.ts'
import { useDraft } from '../../platform/drafts.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useDevicePush } from './push.api.ts'

/**
 * Offers notifications where they are of use, once something was sent: the system asks for the permission only when the person wants them. On
 * native alone; a refusal here is remembered on this device, one of the system by the system.
 */
export function PushInvitation() {
  return isNative ? <Invitation /> : null
}

function Invitation() {
  const { t } = useTranslation()
  const { state, change } = useDevicePush()
  const dismissal = useDraft('push-invitation', { dismissed: false })
  if (state !== 'off' || !dismissal.ready || dismissal.value.dismissed) return null
  return (
    <section className="card stack" data-testid="push-invitation" aria-label={t('notifications.device.title')}>
      <p>{t('notifications.invitation.text')}</p>
      {change.error ? <ErrorNotice error={change.error} /> : null}
      <div className="row">
        <IonButton disabled={change.isPending} onClick={() => change.mutate(true)}>
          {t('notifications.invitation.yes')}
        </IonButton>
        <IonButton fill="clear" onClick={() => dismissal.set({ dismissed: true })}>
          {t('home.photo.later')}
        </IonButton>
      </div>
    </section>
  )
}
