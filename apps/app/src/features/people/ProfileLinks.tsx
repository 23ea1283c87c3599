import { IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import { createOutline, documentTextOutline, keyOutline, shieldCheckmarkOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import styles from './profile.module.css'

export function EditLink() {
  const { t } = useTranslation()
  return (
    <IonList className={`card ${styles.profileList}`} lines="full">
      <IonItem routerLink={to('/edit-profile')}>
        <IonIcon slot="start" icon={createOutline} flipRtl aria-hidden="true" />
        <IonLabel>{t('profile.edit')}</IonLabel>
      </IonItem>
      <IonItem routerLink={to('/security')}>
        <IonIcon slot="start" icon={keyOutline} flipRtl aria-hidden="true" />
        <IonLabel>{t('security.title')}</IonLabel>
      </IonItem>
    </IonList>
  )
}

export function About() {
  const { t } = useTranslation()
  return (
    <section className="stack">
      <h2>{t('profile.about')}</h2>
      <IonList className={`card ${styles.profileList}`} lines="full">
        <IonItem routerLink="/terms">
          <IonIcon slot="start" icon={documentTextOutline} aria-hidden="true" />
          <IonLabel>{t('profile.terms')}</IonLabel>
        </IonItem>
        <IonItem routerLink="/terms?doc=privacy">
          <IonIcon slot="start" icon={shieldCheckmarkOutline} aria-hidden="true" />
          <IonLabel>{t('profile.privacy')}</IonLabel>
        </IonItem>
      </IonList>
    </section>
  )
}
