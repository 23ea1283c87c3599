import { IonButton, IonIcon } from '@ionic/react'
import { documentTextOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'

const ROOMY = '(min-width: 768px)'

/** The annual review, in the header of the dashboard. */
export function TalkLink() {
  const { t } = useTranslation()
  const roomy = useMedia(ROOMY)
  const label = t('talk.title')
  return (
    <IonButton key={`${label}${roomy}`} routerLink={to('/annual-talk')} aria-label={roomy ? undefined : label}>
      <IonIcon slot={roomy ? 'start' : 'icon-only'} icon={documentTextOutline} aria-hidden="true" />
      {roomy ? label : null}
    </IonButton>
  )
}
