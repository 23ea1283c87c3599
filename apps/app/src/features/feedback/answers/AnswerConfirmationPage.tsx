import { IonButton } from '@ionic/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { toApiError } from '../../../platform/errors.ts'
import { useJustSent } from '../../../platform/just-sent.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { groupQuery, receivedQuery, useEditAnswer } from '../feedback.api.ts'
import { GivenAnswers } from './GivenAnswers.tsx'
import { usePendingRecord } from './pending.api.ts'

/** A group by its own id or by that of one of its answers, as in news items; without an id the newest. */
function useAnsweredGroup(id: string | undefined) {
  const one = useQuery({ ...groupQuery(id ?? ''), enabled: id !== undefined })
  const newest = useInfiniteQuery({ ...receivedQuery('answered'), enabled: id === undefined })
  const { error, isPending, refetch } = id === undefined ? newest : one
  const group = id === undefined ? newest.data?.pages[0]?.groups[0] : one.data
  const isGiven = group?.feedbacks.some(({ answer }) => answer)
  const isMissing = error !== null && toApiError(error).code === 'not_found'
  return { error: isMissing ? null : error, isPending, refetch, group: isGiven ? group : undefined }
}

/** The receipt: my answer, its visibility, until when it can be edited, and the receiver's thanks. */
export default function AnswerConfirmationPage() {
  const { t } = useTranslation()
  const { id } = useParams()
  const celebrates = useJustSent(id)
  const { group, error, isPending, refetch } = useAnsweredGroup(id)
  const more = (usePendingRecord()?.feedbacks.received.total ?? 0) > 0
  const companys = useUser()?.company.confidentiality_threshold ?? 3
  const threshold = group?.threshold ?? companys
  const edit = useEditAnswer()
  const offered = group?.kind === 'offered'
  const thanked = group?.feedbacks.some(({ thanks }) => thanks)
  return (
    <Page shows={[['feedback', 'received']]} title={t(offered ? 'answered.offered.title' : 'answered.title')} back="/answer">
      {error && !group ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={2} avatar={false} /> : null}
      {!isPending && !error && !group ? (
        <EmptyState
          drawing="answer"
          title={t(id ? 'answered.missing' : 'answer.empty.answered.title')}
          {...(!id && { text: t('answer.empty.answered.text') })}
        >
          <IonButton routerLink={to('/answer')}>{t('menu.answer')}</IonButton>
        </EmptyState>
      ) : null}
      {group ? (
        <div className="stack">
          {thanked ? (
            <EmptyState
              drawing="mirror"
              title={t(offered ? 'answered.offered.thanked' : 'answered.thanked', { name: group.requester.first_name })}
            />
          ) : (
            <EmptyState
              drawing="mail"
              celebrates={celebrates}
              title={t('answered.thanks')}
              text={t(offered ? 'answered.offered.text' : 'answered.text', { name: group.requester.first_name })}
            />
          )}
          <GivenAnswers
            feedbacks={group.feedbacks}
            requester={group.requester.first_name}
            askedAt={group.created_at}
            confidential={group.confidential}
            pending={edit.isPending}
            error={edit.error}
            onEdit={(feedbackId, answer, done) => edit.mutate({ id: feedbackId, answer }, { onSuccess: done })}
          />
          <TrustLine sealed={group.confidential}>
            {group.confidential
              ? t('trust.confidential', { count: threshold, n: formatNumber(threshold), name: group.requester.first_name })
              : t('trust.named', { name: group.requester.first_name })}
          </TrustLine>
          <div className="form-actions">
            {offered ? (
              <IonButton routerLink={to('/offer-feedback')}>{t('answered.offered.next')}</IonButton>
            ) : more ? (
              <IonButton routerLink={to('/answer')}>{t('answered.next')}</IonButton>
            ) : (
              <IonButton routerLink={to('/home')}>{t('common.home')}</IonButton>
            )}
            <IonButton fill="clear" routerLink={to('/quality-index')}>
              {t('quality.title')}
            </IonButton>
          </div>
        </div>
      ) : null}
    </Page>
  )
}
