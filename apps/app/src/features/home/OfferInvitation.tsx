import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import styles from './home.module.css'

/** A link to give unrequested feedback. */
export function OfferInvitation() {
  const { t } = useTranslation()
  return (
    <aside className={`card ${styles.calmCard}`}>
      <p className="grow">{t('offer.home')}</p>
      <IonButton fill="outline" routerLink={to('/offer-feedback')}>
        {t('offer.title')}
      </IonButton>
    </aside>
  )
}
