import { IonContent, useIonRouter } from '@ionic/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { to } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import pageStyles from '../../ui/Page.module.css'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { askForTour, type TourName, tourPath } from '../tours/tours.api.ts'

const TOURS: Readonly<Record<string, TourName>> = {
  [to('/onboarding-dashboard')]: 'dashboard',
  [to('/onboarding-answer')]: 'answer',
  [to('/onboarding-badge')]: 'badge',
}

/** The URL of a tour: redirects to its area, and starts it there, each time. */
export default function TourPage() {
  const router = useIonRouter()
  const tour = TOURS[useLocation().pathname]
  const user = useUser()
  useEffect(() => {
    if (!tour || !user) return
    const open = tour !== 'badge' || user.company.badges_active
    if (open) askForTour(tour)
    router.push(open ? tourPath(tour) : to('/home'), 'none', 'replace')
  }, [tour, user, router])
  return (
    <IonContent>
      <div className={pageStyles.pageBody} data-testid="page-body">
        <Skeleton avatar={false} />
      </div>
    </IonContent>
  )
}
