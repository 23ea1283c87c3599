import { IonButton } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { to } from '../../platform/paths.ts'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import styles from './home.module.css'

/** Suggests a photo once an answer has arrived, so never in the first session; the dismissal is stored on this device. */
export function PhotoPrompt({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data } = useQuery(statisticsQuery)
  const hasAnswers = data?.skills.some(({ n }) => n > 0) ?? false
  const dismissal = useDraft('photo-prompt', { dismissed: false })
  if (user.avatar_url || !hasAnswers || !dismissal.ready || dismissal.value.dismissed) return null
  return (
    <div className={`card ${styles.calmCard}`} data-testid="photo-prompt">
      <p className="grow">{t('home.photo.text')}</p>
      <IonButton fill="outline" routerLink={to('/edit-profile')}>
        {t('home.photo.add')}
      </IonButton>
      <IonButton fill="clear" onClick={() => dismissal.set({ dismissed: true })}>
        {t('home.photo.later')}
      </IonButton>
    </div>
  )
}
