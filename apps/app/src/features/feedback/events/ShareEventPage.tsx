import { IonButton, useIonRouter } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/runtime.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { EventDetail } from './EventDetail.tsx'
import { EventList } from './EventList.tsx'
import { eventsQuery } from './events.api.ts'
import './events.css'

const PATH = '/share-event-link'

/** My events: the list, and one with its link and code; side by side where there is room. */
export default function ShareEventPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const { search, pathname } = useLocation()
  const here = pathname === to(PATH)
  const params = new URLSearchParams(here ? search : '')
  const list = useInfiniteQuery(eventsQuery)
  const all = list.data?.pages.flatMap((page) => page.events) ?? []
  const openId = params.get('event') ?? (wide ? all[0]?.id : undefined)
  const open = (id: string) => router.push(to(`${PATH}?event=${id}`), 'none')

  const create = (
    <IonButton size="large" fill={openId ? 'outline' : 'solid'} routerLink={to(`${PATH}/new`)}>
      {t('events.new')}
    </IonButton>
  )
  const alone = openId !== undefined && !wide
  const detail = openId ? <EventDetail key={openId} id={openId} watched={here} /> : null
  if (alone) {
    return (
      <Page title={t('events.title')} back={PATH}>
        {detail}
      </Page>
    )
  }
  return (
    <Page title={t('events.title')} back="/my-skills" wide onRefresh={list.refetch} footer={all.length > 0 ? create : undefined}>
      {list.error && !list.data ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton avatar={false} /> : null}
      {list.data && all.length === 0 ? (
        <EmptyState drawing="ask" title={t('events.empty.title')} text={t('events.empty.text')}>
          {create}
        </EmptyState>
      ) : null}
      {all.length > 0 ? (
        <div className={detail ? 'panes' : undefined}>
          <section className="stack" aria-label={t('events.list')}>
            <p className="quiet">{t('events.intro')}</p>
            <EventList events={all} openId={wide ? openId : undefined} onOpen={open} />
            {list.hasNextPage ? <MoreButton pending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} /> : null}
          </section>
          {detail}
        </div>
      ) : null}
    </Page>
  )
}
