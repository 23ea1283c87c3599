import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Preferences } from './Preferences.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { About, Leave } from './ProfileLinks.tsx'
import './profile.css'

export default function ProfilePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(userQuery)
  return (
    <Page title={t('profile.title')} onRefresh={refetch}>
      <div className="profile">
        {data ? <ProfileCard user={data.user} /> : null}
        {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={1} /> : null}
        <Preferences />
        <About />
        <Leave />
      </div>
    </Page>
  )
}
