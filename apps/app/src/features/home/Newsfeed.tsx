import { IonButton, IonItem, IonLabel, IonList } from '@ionic/react'
import type { NewsItem } from '@reflet/contract/people'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatNumber, relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice, useErrorText } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { catalogueQuery } from '../skills/skills.api.ts'
import { firstNews, newsQuery, useReadNews } from './home.api.ts'
import styles from './home.module.css'
import { keyOf, pathOf } from './news.ts'

/** The user record has the first items of the list: it is fetched again when the record has a newer one. */
function useNews(latest: readonly NewsItem[]) {
  const client = useQueryClient()
  const newest = latest[0]?.id
  const query = useInfiniteQuery({ ...newsQuery, placeholderData: firstNews(latest) })
  const known = query.data?.pages[0]?.newsfeed.some(({ id }) => id === newest) ?? true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newest item, whatever the list contains
  useEffect(() => {
    if (newest && !known) void client.invalidateQueries({ queryKey: newsQuery.queryKey })
  }, [newest])
  return query
}

/** My news items, newest first, marked as unread until opened. */
export function Newsfeed({ latest }: { latest: readonly NewsItem[] }) {
  const { t } = useTranslation()
  const toast = useToast()
  const words = useErrorText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useNews(latest)
  const read = useReadNews()
  const items = data?.pages.flatMap((page) => page.newsfeed) ?? []
  const unread = data?.pages[0]?.unread ?? 0
  const readAll = () => read.mutate(null, { onError: (failure) => toast(words(failure)) })
  return (
    <>
      <div className={`row ${styles.newsHead} news-head`}>
        <h2 data-tour="news">{t('home.news')}</h2>
        <CountBadge count={unread} label={t('home.unread', { count: unread, n: formatNumber(unread) })} />
        {unread > 0 ? (
          <IonButton fill="clear" disabled={read.isPending} onClick={readAll}>
            {t('home.read_all')}
          </IonButton>
        ) : null}
      </div>
      {error && items.length === 0 ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!error && items.length === 0 ? <EmptyState drawing="mirror" title={t('home.quiet')} text={t('home.quiet_text')} /> : null}
      {items.length > 0 ? <NewsList items={items} onOpen={(item) => item.is_read || read.mutate([item.id])} /> : null}
      {error && isFetchNextPageError ? <ErrorNotice error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage && !isFetchNextPageError ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  )
}

function NewsList({ items, onOpen }: { items: readonly NewsItem[]; onOpen: (item: NewsItem) => void }) {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(catalogueQuery)
  const wordsOf = (item: NewsItem) => {
    const name = item.actor ? fullName(item.actor, t('home.someone')) : t('home.someone')
    const skill = data?.skills.find(({ id }) => id === item.skill_id)?.name ?? ''
    return t(keyOf(item.kind, skill !== ''), { name, skill })
  }
  // Layout stability: without the names of skills the lines are shorter and would move.
  if (isPending) return <Skeleton rows={items.length} />
  return (
    <IonList className="card group-list newsfeed" lines="full">
      {items.map((item) => (
        <IonItem
          key={item.id}
          routerLink={to(pathOf(item))}
          detail={false}
          className={item.is_read ? '' : (styles.isNew ?? '')}
          onClick={() => onOpen(item)}
        >
          <span slot="start">
            <Avatar person={item.actor ?? { first_name: 'R', last_name: '' }} />
          </span>
          <IonLabel className="ion-text-wrap">
            <span className="line">
              {item.is_read ? null : <span className="visually-hidden">{t('answers.new')}: </span>}
              {wordsOf(item)}
            </span>
            {item.created_at ? <span className="line quiet small">{relativeTime(item.created_at)}</span> : null}
          </IonLabel>
          {item.is_read ? null : <span slot="end" className={styles.dot} aria-hidden="true" />}
        </IonItem>
      ))}
    </IonList>
  )
}
