import { IonItem, IonLabel, IonList } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../../platform/lists.ts'
import { relativeTime } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { sentQuery } from '../feedback.api.ts'
import { useSentText } from './sent-text.api.ts'

/** My sent requests with their status; nothing until there is one. */
export function SentRequests() {
  const { t } = useTranslation()
  const stateOf = useSentText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(sentQuery)
  if (error && !data) {
    return (
      <section className="stack">
        <h2>{t('ask.sent.title')}</h2>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </section>
    )
  }
  const requests = data?.pages.flatMap((page) => page.requests) ?? []
  if (requests.length === 0) return null
  return (
    <section className="stack" aria-labelledby="sent-requests">
      <h2 id="sent-requests">{t('ask.sent.title')}</h2>
      <IonList className="card group-list" lines="full">
        {requests.map((request) => (
          <IonItem key={request.id} routerLink={to(`/request-confirmation/${request.id}`)} detail>
            <IonLabel className="ion-text-wrap">
              <strong dir="auto">{formatList(request.skills.map(({ name }) => name))}</strong>
              <span className="line quiet small">
                {stateOf(request)}
                {` · ${relativeTime(request.cancelled_at ?? request.created_at)}`}
              </span>
            </IonLabel>
          </IonItem>
        ))}
      </IonList>
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </section>
  )
}
