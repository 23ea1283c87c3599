import { IonButton, useIonRouter } from '@ionic/react'
import type { SharedAnswer } from '@reflet/contract/sharing'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { useOnScreen } from '../../ui/on-screen.ts'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { bringToOffer } from '../directory/handover.api.ts'
import { PersonWords } from '../directory/PersonOption.public.tsx'
import { AnswerCopy } from './AnswerCopy.tsx'
import { byOwner } from './by-owner.ts'
import { NoteToOwner } from './NoteToOwner.tsx'
import { sharedQuery, useSeeShared } from './sharing.api.ts'
import styles from './sharing.module.css'

/** My team: answers shared with me as a manager, by person, the newest first. */
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
        <div className={`stack ${styles.sharedPeople}`}>
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
    bringToOffer({ ...owner, user_id })
    router.push(to('/offer-feedback'), 'forward')
  }
  return (
    <section className="stack" aria-label={fullName(owner)}>
      <div className={`row ${styles.owner}`}>
        <h2 className={`row grow ${styles.myManager}`} data-testid="my-manager">
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
        <Shared key={answer.id} answer={answer} />
      ))}
    </section>
  )
}

/** Its mark stays until the list is fetched again: seeing it changes nothing under the reader's eyes. */
function Shared({ answer }: { answer: SharedAnswer }) {
  const { t } = useTranslation()
  const see = useSeeShared()
  const card = useOnScreen(answer.new ? answer.id : undefined, (id) => see.mutate([id]))
  return (
    <div ref={card}>
      <AnswerCopy answer={answer} heading="h3" isNew={answer.new}>
        <p className="quiet small">{t('share.since', { date: formatDate(answer.shared_at) })}</p>
        <NoteToOwner answer={answer} />
      </AnswerCopy>
    </div>
  )
}
