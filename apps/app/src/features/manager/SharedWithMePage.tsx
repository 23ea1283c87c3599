import { IonButton, useIonRouter } from '@ionic/react'
import type { SharedAnswer } from '@reflet/contract/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { to } from '../../platform/runtime.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PersonWords } from '../../ui/PersonChoices.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { offerTo } from '../feedback/offers/offer.api.ts'
import { AnswerCopy } from './AnswerCopy.tsx'
import { byOwner } from './by-owner.ts'
import { sharedQuery } from './manager.api.ts'
import './manager.css'

/** What people whose manager I am let me read, person by person. */
export default function SharedWithMePage() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(sharedQuery)
  const answers = data?.pages.flatMap((page) => page.answers) ?? []
  return (
    <Page shows={[['feedback', 'shared']]} title={t('shared.title')} back="/home">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={3} /> : null}
      {data && answers.length === 0 ? <EmptyState drawing="mirror" title={t('shared.empty')} text={t('shared.empty_text')} /> : null}
      {answers.length > 0 ? (
        <div className="stack shared-people">
          <TrustLine>{t('shared.trust')}</TrustLine>
          {byOwner(answers).map(({ owner, answers: theirs }) => (
            <Owner key={owner.id} owner={owner} answers={theirs} />
          ))}
          {error && data ? <ErrorNotice error={error} onRetry={() => void fetchNextPage()} /> : null}
          {hasNextPage && !error ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
        </div>
      ) : null}
    </Page>
  )
}

function Owner({ owner, answers }: { owner: SharedAnswer['owner']; answers: readonly SharedAnswer[] }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { id } = owner
  const offer = (user_id: string) => {
    offerTo({ ...owner, user_id })
    router.push(to('/offer-feedback'), 'forward')
  }
  return (
    <section className="stack">
      <div className="row shared-owner">
        <h2 className="row grow my-manager">
          <PersonWords person={owner} />
        </h2>
        {id ? (
          <IonButton fill="outline" size="small" onClick={() => offer(id)}>
            {t('offer.title')}
            <span className="visually-hidden">: {fullName(owner)}</span>
          </IonButton>
        ) : null}
      </div>
      {answers.map((answer) => (
        <AnswerCopy key={answer.id} answer={answer} heading="h3">
          <p className="quiet small">{t('share.since', { date: formatDate(answer.shared_at) })}</p>
        </AnswerCopy>
      ))}
    </section>
  )
}
