import { useIonViewDidEnter } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReplayTours } from '../../ui/ReplayTours.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { LearningPlatform } from './LearningPlatform.tsx'
import { Leave } from './Leave.tsx'
import { Notifications } from './Notifications.tsx'
import { Preferences } from './Preferences.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { About, MyPages } from './ProfileLinks.tsx'
import './profile.css'

/** `/profile?notifications`, as mails say it: that section comes into view and takes the focus, once it is there. */
function useNotificationsFirst(ready: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { search } = useLocation()
  const wanted = new URLSearchParams(search).has('notifications')
  // Ionic gives the focus to a page's title when it has entered: ours follows.
  const [entered, setEntered] = useState(0)
  useIonViewDidEnter(() => setEntered((times) => times + 1))
  useEffect(() => {
    if (!wanted || !ready || entered === 0) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [wanted, ready, entered])
  return heading
}

function YourData() {
  const { t } = useTranslation()
  return (
    <section className="stack">
      <div>
        <h2>{t('export.title')}</h2>
        <p className="quiet">{t('export.text')}</p>
      </div>
      <div className="card">
        <ExportPanel />
      </div>
    </section>
  )
}

export default function ProfilePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(userQuery)
  const user = data?.user
  const heading = useNotificationsFirst(user !== undefined)
  return (
    <Page shows={[['user']]} title={t('profile.title')} wide>
      <div className="panes">
        <div className="profile">
          {user ? <ProfileCard user={user} /> : null}
          {error && !user ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          {!error && !user ? <Skeleton rows={1} /> : null}
          {user ? <MyPages user={user} /> : null}
        </div>
        <div className="profile">
          <Preferences />
          {user ? <Notifications user={user} heading={heading} /> : null}
          {user?.company.learning_platform ? <LearningPlatform user={user} /> : null}
          <YourData />
          <ReplayTours />
          <About />
          <Leave />
        </div>
      </div>
    </Page>
  )
}
