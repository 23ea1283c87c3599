import { IonContent, useIonRouter } from '@ionic/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { to } from '../../platform/runtime.ts'
import { useUser } from '../../platform/session.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { askForTour, type TourName, tourPath } from '../../ui/tours.ts'

const TOURS: Readonly<Record<string, TourName>> = {
  [to('/onboarding-dashboard')]: 'dashboard',
  [to('/onboarding-answer')]: 'answer',
  [to('/onboarding-badge')]: 'badge',
}

/** The address of a tour: leads to the area that it shows, and starts it there, the first time and again. */
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
      <div className="page-body">
        <Skeleton avatar={false} />
      </div>
    </IonContent>
  )
}
