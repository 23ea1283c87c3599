import { IonButton, useIonRouter } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useQueryParam } from '../../../ui/query-param.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useSearchPages } from '../../../ui/search-pages.ts'
import { RecurrenceDetail } from './RecurrenceDetail.tsx'
import { RecurrenceList } from './RecurrenceList.tsx'
import { recurrencesQuery } from './recurrences.api.ts'

const PATH = '/recurrent-feedbacks'

/** My recurring requests: the list, one of them, or the form for a new or changed one. */
export default function RecurrentFeedbacksPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const wanted = useQueryParam(PATH, 'id')
  const list = useInfiniteQuery(recurrencesQuery)
  const all = list.data?.pages.flatMap((page) => page.recurrences) ?? []
  const named = all.find(({ id }) => id === wanted)
  const searching = useSearchPages(list, wanted === '' || named !== undefined)
  const lost = wanted !== '' && !named && !searching
  const opened = named ?? (wide && wanted === '' ? all[0] : undefined)
  const go = (query: string) => router.push(to(`${PATH}${query}`), 'none')

  const start = (
    <IonButton size="large" routerLink={to(`${PATH}/plan`)}>
      {t('recur.new')}
    </IonButton>
  )
  const overview = (
    <section className="stack" aria-label={t('recur.title')}>
      {lost && !list.error ? (
        <p className="notice notice-calm" role="status">
          {t('errors.not_found')}
        </p>
      ) : null}
      <p className="quiet">{t('recur.intro')}</p>
      <RecurrenceList recurrences={all} openId={wide ? opened?.id : undefined} onOpen={(id) => go(`?id=${id}`)} />
      {list.hasNextPage ? <MoreButton pending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} /> : null}
    </section>
  )
  const detail = opened ? <RecurrenceDetail key={opened.id} recurrence={opened} /> : searching ? <Skeleton rows={2} avatar={false} /> : null
  const alone = detail !== null && !wide
  return (
    <Page
      shows={[['feedback', 'recurrences']]}
      title={t('recur.title')}
      back={alone ? PATH : '/my-skills'}
      wide={wide}
      footer={all.length > 0 && !alone ? start : undefined}
    >
      {list.error && (!list.data || lost) ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton avatar={false} /> : null}
      {list.data && all.length === 0 ? (
        <EmptyState drawing="ask" title={t('recur.empty')} text={t('recur.empty_text')}>
          {start}
        </EmptyState>
      ) : null}
      {all.length > 0 ? (
        alone ? (
          detail
        ) : (
          <div className={detail ? 'panes' : undefined}>
            {overview}
            {detail}
          </div>
        )
      ) : null}
    </Page>
  )
}
