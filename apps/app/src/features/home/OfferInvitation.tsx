import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/runtime.ts'

/** Nobody has to wait for a question: the way to say something good now. */
export function OfferInvitation() {
  const { t } = useTranslation()
  return (
    <aside className="card offer-invitation">
      <p className="grow">{t('offer.home')}</p>
      <IonButton fill="outline" routerLink={to('/offer-feedback')}>
        {t('offer.title')}
      </IonButton>
    </aside>
  )
}
