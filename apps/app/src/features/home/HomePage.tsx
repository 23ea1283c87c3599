import { IonButton, IonIcon } from '@ionic/react'
import type { UserRecord } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { qrCodeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { userQuery } from '../../platform/session.ts'
import { useAfterPaint } from '../../ui/after-paint.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { badgesQuery } from '../badges/badges.api.ts'
import { usePendingRecord } from '../feedback/answers/pending.api.ts'
import { DueTry } from '../growth/DueTry.public.tsx'
import { hierarchyQuery } from '../hierarchy/hierarchy.api.ts'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import { useTour } from '../tours/tours.api.ts'
import { CompanyThanks } from './CompanyThanks.tsx'
import { Glance } from './Glance.tsx'
import styles from './home.module.css'
import { Newsfeed } from './Newsfeed.tsx'
import { FocusAction, MoreActions } from './NextActions.tsx'
import { nextActions } from './next-actions.ts'
import { OfferInvitation } from './OfferInvitation.tsx'
import { PhotoPrompt } from './PhotoPrompt.tsx'
import { usePrefetchNext } from './prefetch.ts'
import { Suggestions } from './Suggestions.tsx'
import { useSentRequests, Waiting } from './Waiting.tsx'

const SHOWS = [
  ['user'],
  ['news'],
  ['suggestions'],
  ['statistics'],
  ['hierarchy'],
  ['badges'],
  ['awards', 'list', 'company'],
  ['feedback', 'sent'],
]

/** One next action, what I wait for, my skills at a glance, suggested people, and news. */
export default function HomePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(userQuery)
  const isPainted = useAfterPaint()
  usePrefetchNext(isPainted && data !== undefined)
  useTour('general', isPainted && data !== undefined)
  return (
    <Page shows={SHOWS} title={t('menu.home')} wide>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      {data ? (
        <div className="panes">
          <div className="stack">
            <h2 className={styles.hello}>{t('home.hello', { name: data.user.first_name })}</h2>
            <Actions badges={data.user.company.badges_active} isPainted={isPainted} />
            {isPainted ? <Glance /> : null}
          </div>
          {isPainted ? <Around record={data} /> : null}
        </div>
      ) : null}
    </Page>
  )
}

/** What happens around me: news, people to ask, thanks. */
function Around({ record: { user, gamification } }: { record: UserRecord }) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <section className="stack" aria-label={t('home.news')}>
        <Newsfeed latest={gamification.newsfeed} />
      </section>
      <PhotoPrompt user={user} />
      <Suggestions />
      <IonButton fill="clear" className="start" routerLink={to('/share-event-link')}>
        <IonIcon slot="start" icon={qrCodeOutline} aria-hidden="true" />
        {t('events.ask_link')}
      </IonButton>
      <CompanyThanks />
      <OfferInvitation />
    </div>
  )
}

/** What to do next, and what I wait for. */
function Actions({ badges, isPainted }: { badges: boolean; isPainted: boolean }) {
  const record = usePendingRecord()
  const { data: statistics } = useQuery(statisticsQuery)
  const { data: hierarchy } = useQuery({ ...hierarchyQuery, enabled: badges })
  const { data: mine } = useQuery({ ...badgesQuery, enabled: badges })
  const sent = useSentRequests(isPainted)
  if (!record) return null
  const [first, ...more] = nextActions({ record, skills: statistics?.skills, hierarchy, badges: mine, sent, now: Date.now() })
  return (
    <>
      {first ? <FocusAction action={first} /> : null}
      <MoreActions actions={more} />
      {isPainted ? <DueTry /> : null}
      {isPainted ? <Waiting focus={first?.kind === 'waiting' ? first.request.id : undefined} /> : null}
    </>
  )
}
