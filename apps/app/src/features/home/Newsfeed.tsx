import { IonButton, IonItem, IonLabel, IonList } from '@ionic/react'
import type { NewsItem } from '@reflet/contract/people'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatNumber, relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice, useErrorText } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { catalogueQuery } from '../skills/skills.api.ts'
import { firstNews, newsQuery, useReadNews } from './home.api.ts'
import styles from './home.module.css'
import { keyOf } from './news.ts'
import { groupedKind, groupNews, type NewsGroup, pathOfGroup } from './news-groups.ts'

/** Rows before "All news" is pressed. */
const FEW = 5

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

const isUnread = ({ items }: NewsGroup) => items.some(({ is_read }) => !is_read)

/** My news, newest first and grouped by person and cause, marked as unread until opened. */
export function Newsfeed({ latest }: { latest: readonly NewsItem[] }) {
  const { t } = useTranslation()
  const toast = useToast()
  const words = useErrorText()
  const [all, setAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useNews(latest)
  const read = useReadNews()
  const groups = groupNews(data?.pages.flatMap((page) => page.newsfeed) ?? [])
  const readAll = () => read.mutate(null, { onError: (failure) => toast(words(failure)) })
  const open = ({ items }: NewsGroup) => {
    const ids = items.filter(({ is_read }) => !is_read).map(({ id }) => id)
    if (ids.length > 0) read.mutate(ids)
  }
  // The pressed button disappears: focus would be lost with it.
  const showAll = () => {
    setAll(true)
    heading.current?.focus({ preventScroll: true })
  }
  const isFolded = !all && (groups.length > FEW || hasNextPage)
  return (
    <>
      <div className={`row ${styles.newsHead}`}>
        <h2 data-tour="news" ref={heading} tabIndex={-1}>
          {t('home.news')}
        </h2>
        {data?.pages[0]?.unread ? (
          <IonButton fill="clear" disabled={read.isPending} onClick={readAll}>
            {t('home.read_all')}
          </IonButton>
        ) : null}
      </div>
      {error && groups.length === 0 ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!error && groups.length === 0 ? <EmptyState drawing="mirror" title={t('home.quiet')} text={t('home.quiet_text')} /> : null}
      {groups.length > 0 ? <NewsList groups={isFolded ? groups.slice(0, FEW) : groups} onOpen={open} /> : null}
      {isFolded ? (
        <IonButton fill="clear" className="start" onClick={showAll}>
          {t('home.all_news')}
        </IonButton>
      ) : null}
      {error && isFetchNextPageError ? <ErrorNotice error={error} onRetry={() => void fetchNextPage()} /> : null}
      {all && hasNextPage && !isFetchNextPageError ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  )
}

/** The line of a group, or of its one item. */
function useGroupText() {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(catalogueQuery)
  const textOf = (group: NewsGroup) => {
    const { actor, kind, skill_id } = group.first
    const name = actor ? fullName(actor, t('home.someone')) : t('home.someone')
    const grouped = groupedKind(group)
    if (grouped) return t(`news.group.${grouped}`, { name, count: group.items.length, n: formatNumber(group.items.length) })
    const skill = data?.skills.find(({ id }) => id === skill_id)?.name ?? ''
    return t(keyOf(kind, skill !== ''), { name, skill })
  }
  return { textOf, isPending }
}

function NewsList({ groups, onOpen }: { groups: readonly NewsGroup[]; onOpen: (group: NewsGroup) => void }) {
  const { t } = useTranslation()
  const { textOf, isPending } = useGroupText()
  // Layout stability: without the names of skills the lines are shorter and would move.
  if (isPending) return <Skeleton rows={groups.length} />
  return (
    <IonList className="card group-list" data-testid="newsfeed" lines="full">
      {groups.map((group) => {
        const { first } = group
        const unread = isUnread(group)
        return (
          <IonItem
            key={first.id}
            routerLink={to(pathOfGroup(group))}
            detail={false}
            className={unread ? (styles.isNew ?? '') : ''}
            onClick={() => onOpen(group)}
          >
            <span slot="start">
              <Avatar person={first.actor ?? { first_name: 'R', last_name: '' }} />
            </span>
            <IonLabel className="ion-text-wrap">
              <span className="line">
                {unread ? <span className="visually-hidden">{t('answers.new')}: </span> : null}
                {textOf(group)}
              </span>
              {first.created_at ? <span className="line quiet small">{relativeTime(first.created_at)}</span> : null}
            </IonLabel>
            {unread ? <span slot="end" className={styles.dot} aria-hidden="true" /> : null}
          </IonItem>
        )
      })}
    </IonList>
  )
}
