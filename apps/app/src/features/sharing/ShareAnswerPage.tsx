import { IonButton, useIonRouter } from '@ionic/react'
import type { Person } from '@reflet/contract/common'
import type { NamedAnswer } from '@reflet/contract/received-answers'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../platform/errors.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { NoAnswer } from '../../ui/NoAnswer.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { PersonWords } from '../directory/PersonOption.public.tsx'
import { answerQuery, useAnswerId } from '../feedback/received-answers/received-answers.api.ts'
import { managerQuery } from '../manager/manager.api.ts'
import { AnswerCopy } from './AnswerCopy.tsx'
import { ManagerChooser } from './ManagerChooser.tsx'
import { ManagerNotes } from './ManagerNotes.public.tsx'
import { useSetManager, useShareAnswer } from './sharing.api.ts'
import styles from './sharing.module.css'

/** A preview of one answer as my manager will read it. */
export default function ShareAnswerPage() {
  const { t } = useTranslation()
  const newest = useAnswerId(useQueryParam('/share-answer', 'answer'))
  const { id = '' } = newest
  const answer = useQuery({ ...answerQuery(id), enabled: id !== '' })
  const mine = useQuery(managerQuery)
  const error = (id === '' && newest.error) || (!answer.data && answer.error) || (!mine.data && mine.error)
  const retry = () => Promise.all([id === '' ? newest.refetch() : answer.refetch(), mine.refetch()])
  return (
    <Page shows={[['feedback', 'answer'], ['feedback', 'answers'], ['manager']]} title={t('share.title')} back="/dashboard" wide>
      {error ? <ErrorNotice error={error} onRetry={() => void retry()} /> : null}
      {!error && (newest.isLoading || answer.isLoading || mine.isPending) ? <Skeleton rows={3} /> : null}
      {newest.none && mine.data ? <NoAnswer /> : null}
      {answer.data && mine.data ? (
        <div className="panes">
          <AnswerCopy answer={answer.data} heading="h2">
            <ManagerNotes notes={answer.data.manager_notes} />
          </AnswerCopy>
          {mine.data.manager ? (
            <Sharing answer={answer.data} manager={mine.data.manager} />
          ) : (
            <Choosing suggestions={mine.data.suggestions} />
          )}
        </div>
      ) : null}
    </Page>
  )
}

/** Without a manager, one must be chosen first. */
function Choosing({ suggestions }: { suggestions: readonly Person[] }) {
  const { t } = useTranslation()
  const save = useSetManager()
  return (
    <section className="stack">
      <div>
        <h2>{t('my_manager.choose')}</h2>
        <p className="quiet">{t('share.choose_first')}</p>
      </div>
      {save.error ? <ErrorNotice error={save.error} /> : null}
      <ManagerChooser suggestions={suggestions} disabled={save.isPending} onChoose={({ user_id }) => save.mutate(user_id)} />
      <TrustLine>{t('my_manager.trust')}</TrustLine>
    </section>
  )
}

function Sharing({ answer, manager }: { answer: NamedAnswer; manager: Person }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const share = useShareAnswer()
  const name = fullName(manager)
  const send = () =>
    share.mutate(
      { id: answer.id, manager_id: manager.id },
      {
        onSuccess: () => {
          toast(t('share.shared', { name }))
          if (router.canGoBack()) router.goBack()
          else router.push(to(`/skill-statistics/${answer.skill.id}`), 'back', 'replace')
        },
      },
    )
  const own = manager.id === answer.giver.id
  // The button below names the new manager: it is the way on.
  const isChanged = share.error ? toApiError(share.error).code === 'manager_changed' : false
  return (
    <section className="stack">
      <div className="card stack">
        <h2>{t('share.with')}</h2>
        <div className={`row ${styles.myManager}`} data-testid="my-manager">
          <PersonWords person={manager} />
        </div>
        <p>{t('share.sees', { name: manager.first_name })}</p>
        <p>{t('share.not_seen', { name: manager.first_name })}</p>
        {own ? <p className="notice notice-gentle">{t('share.own', { name: manager.first_name })}</p> : null}
        <TrustLine>{t('share.trust')}</TrustLine>
      </div>
      {share.error ? <ErrorNotice error={share.error} {...(isChanged ? {} : { onRetry: send })} /> : null}
      {answer.shared_at ? (
        <p className="notice notice-calm" role="status">
          {t('share.since', { date: formatDate(answer.shared_at) })}
        </p>
      ) : (
        <div className="form-actions">
          <IonButton size="large" disabled={share.isPending} onClick={send}>
            {share.isPending ? t('common.saving') : t('share.send', { name: manager.first_name })}
          </IonButton>
          <IonButton fill="clear" routerLink={to('/my-manager')}>
            {t('share.other')}
          </IonButton>
        </div>
      )}
    </section>
  )
}
