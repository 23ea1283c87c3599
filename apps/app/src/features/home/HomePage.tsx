import { IonButton, IonIcon } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { qrCodeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { hierarchyQuery } from '../../platform/around.ts'
import { isOffline } from '../../platform/errors.ts'
import { relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { userQuery } from '../../platform/session.ts'
import { usePendingRecord } from '../../platform/waiting-answers.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useTour } from '../../ui/tours.ts'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import { CompanyThanks } from './CompanyThanks.tsx'
import { Newsfeed } from './Newsfeed.tsx'
import { NextActions } from './NextActions.tsx'
import { nextActions } from './next-actions.ts'
import { OfferInvitation } from './OfferInvitation.tsx'
import { Suggestions } from './Suggestions.tsx'
import './home.css'

const SHOWS = [['user'], ['news'], ['suggestions'], ['statistics'], ['hierarchy'], ['awards', 'list', 'company']]

/** What is best done next, whom to ask, and what has happened. */
export default function HomePage() {
  const { t } = useTranslation()
  const { data, error, dataUpdatedAt, refetch } = useQuery(userQuery)
  useTour('general', data !== undefined)
  return (
    <Page shows={SHOWS} title={t('menu.home')} wide>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      {data ? (
        <div className="panes">
          <div className="stack">
            <h2 className="hello">{t('home.hello', { name: data.user.first_name })}</h2>
            {isOffline(error) ? (
              <p className="notice notice-calm" role="status">
                {t('home.offline', { when: relativeTime(dataUpdatedAt) })}
              </p>
            ) : null}
            <Actions badges={data.user.company.badges_active} />
            <Suggestions />
            <IonButton fill="clear" className="start" routerLink={to('/share-event-link')}>
              <IonIcon slot="start" icon={qrCodeOutline} aria-hidden="true" />
              {t('events.ask_link')}
            </IonButton>
            <CompanyThanks />
            <OfferInvitation />
          </div>
          <section className="stack" aria-label={t('home.news')}>
            <Newsfeed latest={data.gamification.newsfeed} />
          </section>
        </div>
      ) : null}
    </Page>
  )
}

function Actions({ badges }: { badges: boolean }) {
  const record = usePendingRecord()
  const { data: statistics } = useQuery(statisticsQuery)
  const { data: hierarchy } = useQuery({ ...hierarchyQuery, enabled: badges })
  if (!record) return null
  return <NextActions actions={nextActions({ record, skills: statistics?.skills, hierarchy, now: Date.now() })} />
}
