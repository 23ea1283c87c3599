import { IonButton } from '@ionic/react'
import type { Badge } from '@reflet/contract/badges'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { PublishedBadge } from './badges.api.ts'

interface Props {
  title: string
  query: UseQueryResult<Badge[]>
  badge: PublishedBadge | undefined
  /** The draft was read. */
  ready: boolean
  children: ReactNode
}

/** The states of a page about one published badge. */
export function SharedBadgePage({ title, query: { data, error, refetch }, badge, ready, children }: Props) {
  const { t } = useTranslation()
  return (
    <Page shows={[['badges']]} title={title} back={badge ? `/badge?id=${badge.id}` : '/badge-home'}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {(!data && !error) || (badge && !ready) ? <Skeleton rows={4} avatar={false} /> : null}
      {data && !badge ? (
        <EmptyState drawing="answer" title={t('badges.one.none')} text={t('badges.one.none_text')}>
          <IonButton routerLink={to('/badge-home')}>{t('badges.one.home')}</IonButton>
        </EmptyState>
      ) : null}
      {badge && ready ? children : null}
    </Page>
  )
}
