import { IonButton, IonLabel, IonSegment, IonSegmentButton, useIonRouter } from '@ionic/react'
import type { FeedbackStatus, GivenFeedback, RequestToAnswer } from '@reflet/contract/answers'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../platform/address.ts'
import { toApiError } from '../../../platform/errors.ts'
import { noteSent } from '../../../platform/just-sent.ts'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { useWaiting } from '../../../platform/outbox.ts'
import { to } from '../../../platform/paths.ts'
import { useCounts, waitingOf } from '../../../ui/counts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useTour } from '../../tours/tours.api.ts'
import { groupQuery, receivedQuery } from '../feedback.api.ts'
import { AnswerGroup } from './AnswerGroup.tsx'
import { DeclinedGroup } from './DeclinedGroup.tsx'
import { Following, type Sent } from './Following.tsx'
import { GroupList } from './GroupList.tsx'
import { usePendingRecord } from './pending.api.ts'

const LISTS = ['pending', 'answered', 'declined'] as const satisfies readonly FeedbackStatus[]

/** Feedbacks with a queued answer are removed from the list, though the server does not have it yet. */
const without = (group: RequestToAnswer, waiting: readonly string[]): RequestToAnswer =>
  waiting.length === 0 ? group : { ...group, feedbacks: group.feedbacks.filter(({ id }) => !waiting.includes(id)) }

/**
 * A request that a link names, a mail's or that of news, and that is not in the list of pending ones: one to answer from a later page, or
 * declined; an answered one opens its receipt.
 */
function useLinked(id: string | null, isReady: boolean) {
  const router = useIonRouter()
  const { data: group, error, refetch } = useQuery({ ...groupQuery(id ?? ''), enabled: isReady && id !== null })
  const has = (which: (feedback: GivenFeedback) => boolean) => group?.feedbacks.some(which) ?? false
  const [isOpen, isAnswered, isDeclined] = [
    has(({ can }) => can.answer),
    has(({ answer }) => answer !== null),
    has(({ status }) => status === 'declined'),
  ]
  const receipt = group && isAnswered && !isOpen ? to(`/answer-confirmation/${group.id}`) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a receipt
  useEffect(() => {
    if (receipt) router.push(receipt, 'none', 'replace')
  }, [receipt])
  const isMissing = error !== null && toApiError(error).code === 'not_found'
  const only = (which: (feedback: GivenFeedback) => boolean) => group && { ...group, feedbacks: group.feedbacks.filter(which) }
  return {
    open: isOpen ? only(({ can }) => can.answer) : undefined,
    declined: isDeclined && !isOpen && !isAnswered ? only(({ status }) => status === 'declined') : undefined,
    isClosed: group ? !isOpen && !isAnswered && !isDeclined : isMissing,
    error: group || isMissing ? null : error,
    refetch,
  }
}

/** Requests to me: the list, and the open one; side by side on a wide screen. */
export default function AnswerPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const query = new URLSearchParams(useAddress(({ search, pathname }) => (pathname === to('/answer') ? search : '')))
  const wanted = query.get('group') ?? query.get('request')
  const [status, setStatus] = useState(() => LISTS.find((list) => list === query.get('list')) ?? 'pending')
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    receivedQuery(status),
  )
  const [sent, setSent] = useState<Sent>()
  const say = useCounts()
  const record = usePendingRecord()
  useTour('answer', data !== undefined)
  const waiting = useWaiting('answer').map(({ id }) => id)
  const groups = (data?.pages.flatMap((page) => page.groups) ?? [])
    .map((group) => without(group, waiting))
    .filter(({ feedbacks }) => feedbacks.length > 0)
  const listed = groups.find(({ id }) => id === wanted)
  const linked = useLinked(status === 'pending' && !listed ? wanted : null, data !== undefined && !isFetching)
  const opened = listed ?? linked.open ?? linked.declined ?? (wide ? groups[0] : undefined)

  const inList = status === 'pending' ? '' : `list=${status}&`
  const open = ({ id }: RequestToAnswer) => router.push(to(`/answer?${inList}group=${id}`), 'none')
  const answered = ({ id }: RequestToAnswer) => router.push(to(`/answer-confirmation/${id}`), 'forward')
  const onReopened = ({ id }: RequestToAnswer) => {
    setStatus('pending')
    router.push(to(`/answer?group=${id}`), 'none', 'replace')
  }
  /** The next request follows at once; the confirmation comes when none is left. */
  const onSent = (group: RequestToAnswer) => {
    noteSent(group.id)
    const following = groups.find(({ id, later_at }) => id !== group.id && later_at === null)
    if (!following) return router.push(to(`/answer-confirmation/${group.id}`), 'forward', 'replace')
    setSent({ group, next: following })
    router.push(to(`/answer?group=${following.id}`), 'none', 'replace')
  }

  const detail =
    opened && status === 'pending' && opened !== linked.declined ? (
      <Following sent={sent?.next.id === opened.id ? sent : undefined}>
        <AnswerGroup
          key={opened.id}
          group={opened}
          first={query.get('selectedFeedbackId')}
          onSent={() => onSent(opened)}
          onReopened={() => onReopened(opened)}
        />
      </Following>
    ) : opened && (status === 'declined' || opened === linked.declined) ? (
      <DeclinedGroup key={opened.id} group={opened} onReopened={() => onReopened(opened)} />
    ) : null
  const list = (
    <div className="stack">
      <IonSegment data-tour="answer-lists" value={status} onIonChange={({ detail }) => setStatus(detail.value as typeof status)}>
        {LISTS.map((one) => (
          <IonSegmentButton key={one} value={one}>
            <IonLabel>{t(`answer.list.${one}`)}</IonLabel>
          </IonSegmentButton>
        ))}
      </IonSegment>
      {status === 'pending' && record && record.feedbacks.received.total > 0 ? (
        <p className="quiet small" data-testid="waiting-count">
          {say.waiting(waitingOf(record))}
        </p>
      ) : null}
      {linked.error ? <ErrorNotice error={linked.error} onRetry={() => void linked.refetch()} /> : null}
      {linked.isClosed ? (
        <p className="notice notice-calm" role="status">
          {t('answer.closed')}
        </p>
      ) : null}
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton /> : null}
      {data && groups.length === 0 ? (
        <div data-tour="answer-empty">
          <EmptyState drawing="answer" title={t(`answer.empty.${status}.title`)} text={t(`answer.empty.${status}.text`)} />
        </div>
      ) : null}
      <GroupList groups={groups} openId={wide && detail ? opened?.id : undefined} onOpen={status === 'answered' ? answered : open} />
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      {isPending ? null : (
        <div className="form-actions">
          <IonButton fill="outline" routerLink={to('/offer-feedback')}>
            {t('offer.link')}
          </IonButton>
          <IonButton fill="clear" routerLink={to('/quality-index')}>
            {t('quality.title')}
          </IonButton>
        </div>
      )}
    </div>
  )
  const alone = detail !== null && !wide
  return (
    <Page shows={[['feedback', 'received'], ['user']]} title={t('menu.answer')} wide={!alone} {...(alone && { back: '/answer' })}>
      {alone ? (
        detail
      ) : (
        <div className={detail ? 'panes' : undefined}>
          {list}
          {detail}
        </div>
      )}
    </Page>
  )
}
