import { IonButton, useIonRouter } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../platform/address.ts'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useQueryParam } from '../../../ui/query-param.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { EventDetail } from './EventDetail.tsx'
import { EventList } from './EventList.tsx'
import { eventsQuery } from './events.api.ts'

const PATH = '/share-event-link'

/** My events: the list, and one with its link and QR code; side by side on a wide screen. */
export default function ShareEventPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const here = useAddress(({ pathname }) => pathname === to(PATH))
  const named = useQueryParam(PATH, 'event')
  const list = useInfiniteQuery(eventsQuery)
  const all = list.data?.pages.flatMap((page) => page.events) ?? []
  const openId = named || (wide ? all[0]?.id : undefined)
  const open = (id: string) => router.push(to(`${PATH}?event=${id}`), 'none')

  const create = (
    <IonButton size="large" fill={openId ? 'outline' : 'solid'} routerLink={to(`${PATH}/new`)}>
      {t('events.new')}
    </IonButton>
  )
  const alone = openId !== undefined && !wide
  const listed = !alone && all.length > 0
  // One component tree for every width: the detail keeps its state when the window changes (a code in full screen, on a projector).
  return (
    <Page
      shows={[['events']]}
      title={t('events.title')}
      back={alone ? PATH : '/my-skills'}
      wide={!alone}
      footer={listed ? create : undefined}
    >
      {!alone && list.error && !list.data ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {!alone && list.isPending ? <Skeleton avatar={false} /> : null}
      {!alone && list.data && all.length === 0 ? (
        <EmptyState drawing="ask" title={t('events.empty.title')} text={t('events.empty.text')}>
          {create}
        </EmptyState>
      ) : null}
      <div className={listed && openId ? 'panes' : undefined}>
        {listed ? (
          <section className="stack" aria-label={t('events.list')}>
            <p className="quiet">{t('events.intro')}</p>
            <EventList events={all} openId={wide ? openId : undefined} onOpen={open} />
            {list.hasNextPage ? <MoreButton pending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} /> : null}
          </section>
        ) : null}
        {openId && (alone || listed) ? <EventDetail key={openId} id={openId} watched={here} /> : null}
      </div>
    </Page>
  )
}
