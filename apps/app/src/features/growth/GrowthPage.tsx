import { IonButton } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { triesQuery } from './growth.api.ts'
import styles from './growth.module.css'
import { TryCard } from './TryCard.public.tsx'

/** Everything that I said I will try: what is due first, then what I try, then what is done or dropped. */
export default function GrowthPage() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(triesQuery())
  const tries = data?.pages.flatMap((page) => page.tries) ?? []
  const open = tries.filter(({ status }) => status === 'trying')
  const closed = tries.filter(({ status }) => status !== 'trying')
  return (
    <Page shows={[['feedback', 'tries']]} title={t('growth.title')} back="/dashboard" wide>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={3} avatar={false} /> : null}
      {data && tries.length === 0 ? (
        <EmptyState drawing="mirror" title={t('growth.empty')} text={t('growth.empty_text')}>
          <IonButton routerLink={to('/dashboard')}>{t('growth.to_answers')}</IonButton>
        </EmptyState>
      ) : null}
      {tries.length > 0 ? (
        <div className="stack">
          <TrustLine>{t('growth.trust')}</TrustLine>
          <div className={styles.list}>
            {open.map((one) => (
              <TryCard key={one.id} one={one} heading="h2" />
            ))}
          </div>
          {closed.length > 0 ? (
            <section className="stack" aria-label={t('growth.closed')}>
              <h2>{t('growth.closed')}</h2>
              <div className={styles.list}>
                {closed.map((one) => (
                  <TryCard key={one.id} one={one} />
                ))}
              </div>
            </section>
          ) : null}
          {error ? <ErrorNotice error={error} onRetry={() => void fetchNextPage()} /> : null}
          {hasNextPage && !error ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
        </div>
      ) : null}
    </Page>
  )
}
