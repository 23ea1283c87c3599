import { IonIcon, IonItem, IonLabel, IonList, useIonRouter } from '@ionic/react'
import { playCircleOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import { askForTour, type TourName, tourPath } from './tours.api.ts'

/** The specification has a path for each of the three; the general one begins on the home page. */
const ADDRESSES: Readonly<Partial<Record<TourName, string>>> = {
  dashboard: to('/onboarding-dashboard'),
  answer: to('/onboarding-answer'),
  badge: to('/onboarding-badge'),
}

/** Links to repeat the tours, for the profile. */
export function ReplayTours() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const badges = useUser()?.company.badges_active === true
  const tours: readonly TourName[] = ['general', 'dashboard', 'answer', ...(badges ? (['badge'] as const) : [])]
  const play = (tour: TourName) => {
    if (!ADDRESSES[tour]) askForTour(tour)
    router.push(ADDRESSES[tour] ?? tourPath(tour), 'root')
  }
  return (
    <section className="stack">
      <h2>{t('tour.replay')}</h2>
      <IonList className="card group-list" lines="full">
        {tours.map((tour) => (
          <IonItem key={tour} button detail={false} onClick={() => play(tour)}>
            <IonIcon slot="start" icon={playCircleOutline} aria-hidden="true" />
            <IonLabel>{t(`tour.names.${tour}`)}</IonLabel>
          </IonItem>
        ))}
      </IonList>
    </section>
  )
}
