import { IonButton, IonIcon } from '@ionic/react'
import type { UserRecord } from '@reflet/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { qrCodeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { hierarchyQuery, suggestionsQuery } from '../../platform/around.ts'
import { isOffline } from '../../platform/errors.ts'
import { relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useTour } from '../../ui/tours.ts'
import { awardsQuery } from '../awards/awards.api.ts'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import { CompanyThanks } from './CompanyThanks.tsx'
import { newsQuery } from './home.api.ts'
import { Newsfeed } from './Newsfeed.tsx'
import { NextActions } from './NextActions.tsx'
import { nextActions } from './next-actions.ts'
import { OfferInvitation } from './OfferInvitation.tsx'
import { Suggestions } from './Suggestions.tsx'
import './home.css'

/** What is best done next, whom to ask, and what has happened. */
export default function HomePage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, dataUpdatedAt, refetch } = useQuery(userQuery)
  useTour('general', data !== undefined)
  const refresh = () =>
    Promise.all([
      refetch(),
      ...[newsQuery, suggestionsQuery, statisticsQuery, hierarchyQuery, awardsQuery('company')].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    ])
  return (
    <Page title={t('menu.home')} wide onRefresh={refresh}>
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
            <Actions record={data} />
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

function Actions({ record }: { record: UserRecord }) {
  const { data: statistics } = useQuery(statisticsQuery)
  const { data: hierarchy } = useQuery({ ...hierarchyQuery, enabled: record.user.company.badges_active })
  return <NextActions actions={nextActions({ record, skills: statistics?.skills, hierarchy, now: Date.now() })} />
}
