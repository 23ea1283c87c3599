import { IonButton, useIonRouter } from '@ionic/react'
import { type SentRequest, UNDO_SECONDS } from '@reflet/contract/feedback'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { putDraft } from '../../../platform/drafts.ts'
import { fullName } from '../../../platform/full-name.ts'
import { useJustSent } from '../../../platform/just-sent.ts'
import { formatList } from '../../../platform/lists.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { PushInvitation } from '../../people/PushInvitation.public.tsx'
import { requestQuery, sentQuery, useCancelRequest } from '../feedback.api.ts'
import { RequestAbout } from '../RequestHeader.tsx'
import { draftOf } from './ask.ts'
import { RemindButton } from './RemindButton.public.tsx'
import { SentPeople } from './SentPeople.tsx'

/** A sent request with its people: to undo at once, later to follow, remind and cancel. */
export default function RequestConfirmationPage() {
  const { t } = useTranslation()
  const params = useParams()
  const isNew = useJustSent(params.id)
  const newest = useInfiniteQuery({ ...sentQuery, enabled: params.id === undefined })
  const id = params.id ?? newest.data?.pages[0]?.requests[0]?.id ?? ''
  const one = useQuery({ ...requestQuery(id), enabled: id !== '' })
  const { data } = one
  const { error, isLoading, refetch } = id === '' ? newest : one
  return (
    <Page
      shows={[
        ['feedback', 'request'],
        ['feedback', 'sent'],
      ]}
      title={t('sent.title')}
      back="/my-skills"
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isLoading ? <Skeleton rows={3} /> : null}
      {newest.data && id === '' ? (
        <EmptyState drawing="ask" title={t('sent.empty.title')} text={t('sent.empty.text')}>
          <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
        </EmptyState>
      ) : null}
      {data ? <Sent key={data.id} request={data} isNew={isNew} /> : null}
    </Page>
  )
}

/** Seconds left to undo; 0 when the mails have been sent. */
function useUndoTime(request: SentRequest): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.ceil((new Date(request.created_at).getTime() + UNDO_SECONDS * 1000 - now) / 1000)
  const counting = left > 0 && request.cancelled_at === null
  useEffect(() => {
    if (!counting) return
    const timer = window.setInterval(() => setNow(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [counting])
  return counting ? Math.min(left, UNDO_SECONDS) : 0
}

function Sent({ request, isNew }: { request: SentRequest; isNew: boolean }) {
  const { t } = useTranslation()
  const cancel = useCancelRequest()
  const undo = useUndoTime(request)
  const router = useIonRouter()
  const names = [...new Map(request.feedbacks.map(({ recipient }) => [recipient.id, fullName(recipient, recipient.email ?? '')])).values()]
  const skills = formatList(request.skills.map(({ name }) => name))
  // The number of answers to a confidential request is hidden: there may be some.
  const answered = request.counts.answered !== 0
  const again = async () => {
    await putDraft('ask', draftOf(request))
    router.push(to('/my-skills?step=words'), 'back', 'replace')
  }
  return (
    <div className="stack">
      <EmptyState
        drawing={request.cancelled_at ? 'ask' : 'mail'}
        celebrates={isNew && !request.cancelled_at}
        title={request.cancelled_at ? t('sent.cancelled') : t('sent.done', { names: formatList(names) })}
        text={request.cancelled_at ? t(answered ? 'sent.cancelled_text' : 'sent.undone_text') : t('sent.about', { skills })}
      >
        {request.cancelled_at ? (
          <IonButton fill="outline" onClick={() => void again()}>
            {t('sent.again')}
          </IonButton>
        ) : null}
        {undo > 0 && request.can.cancel ? (
          <IonButton fill="outline" disabled={cancel.isPending} onClick={() => cancel.mutate(request.id)}>
            {t('sent.undo', { count: undo, n: formatNumber(undo) })}
          </IonButton>
        ) : null}
      </EmptyState>
      {cancel.error ? <ErrorNotice error={cancel.error} /> : null}
      {isNew && !request.cancelled_at ? <PushInvitation /> : null}
      <SentPeople request={request} />
      <RequestAbout request={request} />
      {request.cancelled_at ? null : (
        <TrustLine sealed={request.confidential}>{t(request.confidential ? 'sent.confidential' : 'sent.named')}</TrustLine>
      )}
      <div className="form-actions">
        {undo === 0 ? <RemindButton request={request} /> : null}
        {request.can.cancel && undo === 0 ? (
          <IonButton fill="clear" color="danger" disabled={cancel.isPending} onClick={() => cancel.mutate(request.id)}>
            {t('sent.cancel')}
          </IonButton>
        ) : null}
        <IonButton fill="clear" routerLink={to('/home')} routerDirection="root">
          {t('menu.home')}
        </IonButton>
      </div>
    </div>
  )
}
