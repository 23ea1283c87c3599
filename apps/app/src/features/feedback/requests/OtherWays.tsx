import { IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { qrCodeOutline, repeatOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { to } from '../../../platform/paths.ts'
import { statisticsQuery } from '../../statistics/statistics.api.ts'

/** Links to recurring requests and events. Shown together with the skills above: a late layout shift would move it during a press. */
export function OtherWays() {
  const { t } = useTranslation()
  const { isPending } = useQuery(statisticsQuery)
  if (isPending) return null
  return (
    <IonList className="card group-list" lines="full">
      <IonItem routerLink={to('/recurrent-feedbacks')} detail>
        <IonIcon slot="start" icon={repeatOutline} aria-hidden="true" />
        <IonLabel>{t('recur.link')}</IonLabel>
      </IonItem>
      <IonItem routerLink={to('/share-event-link')} detail>
        <IonIcon slot="start" icon={qrCodeOutline} aria-hidden="true" />
        <IonLabel>{t('events.ask_link')}</IonLabel>
      </IonItem>
    </IonList>
  )
}
