import { useIonViewDidEnter } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../platform/address.ts'
import { userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { OtherPages } from '../../ui/other-pages.ts'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ReplayTours } from '../tours/ReplayTours.public.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { LearningPlatform } from './LearningPlatform.tsx'
import { Leave } from './Leave.tsx'
import { Notifications } from './Notifications.tsx'
import { Preferences } from './Preferences.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { About, EditLink } from './ProfileLinks.tsx'
import styles from './profile.module.css'

/** `/profile?notifications`, as linked in mails: that section is scrolled into view and focused, once it is rendered. */
function useNotificationsFirst() {
  const [heading, setHeading] = useState<HTMLHeadingElement | null>(null)
  const wanted = useAddress(({ search }) => new URLSearchParams(search).has('notifications'))
  // Ionic focuses a page's title after the transition: this focus comes after it.
  const [entered, setEntered] = useState(0)
  useIonViewDidEnter(() => setEntered((times) => times + 1))
  useEffect(() => {
    if (!wanted || entered === 0) return
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [wanted, heading, entered])
  return setHeading
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
  const setHeading = useNotificationsFirst()
  const Links = use(OtherPages)
  return (
    <Page shows={[['user']]} title={t('profile.title')} wide>
      <div className="panes">
        <div className={styles.profile}>
          {user ? <ProfileCard user={user} /> : null}
          {error && !user ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          {!error && !user ? <Skeleton rows={1} /> : null}
          {user ? <EditLink /> : null}
          {user ? <Links /> : null}
        </div>
        <div className={styles.profile}>
          <Preferences />
          {user ? <Notifications user={user} heading={setHeading} /> : null}
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
