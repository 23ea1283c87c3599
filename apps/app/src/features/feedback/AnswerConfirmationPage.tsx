import { IonButton } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { to } from '../../platform/runtime.ts'
import { useUser } from '../../platform/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { receivedQuery, useEditAnswer } from './feedback.api.ts'
import { GivenAnswers } from './GivenAnswers.tsx'
import './feedback.css'

/** The receipt: what I said, who sees it, and until when it can be changed. */
export default function AnswerConfirmationPage() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { data, error, isPending, refetch } = useInfiniteQuery(receivedQuery('answered'))
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  const edit = useEditAnswer()
  const group = data?.pages.flatMap((page) => page.groups).find((one) => one.id === id)
  return (
    <Page title={t('answered.title')} back="/answer">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={2} avatar={false} /> : null}
      {data && !group ? (
        <EmptyState drawing="answer" title={t('answered.missing')}>
          <IonButton routerLink={to('/answer')}>{t('menu.answer')}</IonButton>
        </EmptyState>
      ) : null}
      {group ? (
        <div className="stack">
          <EmptyState drawing="mail" title={t('answered.thanks')} text={t('answered.text', { name: group.requester.first_name })} />
          <GivenAnswers
            feedbacks={group.feedbacks}
            requester={group.requester.first_name}
            pending={edit.isPending}
            error={edit.error}
            onEdit={(feedbackId, answer, done) => edit.mutate({ id: feedbackId, answer }, { onSuccess: done })}
          />
          <TrustLine sealed={group.confidential}>
            {group.confidential
              ? t('trust.confidential', { count: threshold, n: threshold })
              : t('trust.named', { name: group.requester.first_name })}
          </TrustLine>
          <div className="form-actions">
            <IonButton routerLink={to('/answer')}>{t('answered.next')}</IonButton>
            <IonButton fill="clear" routerLink={to('/home')} routerDirection="root">
              {t('menu.home')}
            </IonButton>
          </div>
        </div>
      ) : null}
    </Page>
  )
}
