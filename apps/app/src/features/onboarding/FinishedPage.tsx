import { useIonRouter } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { homePath, to } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCreateRequest } from '../feedback/feedback.api.ts'
import { raiseFlag } from '../tours/flags.api.ts'
import { FirstRequest } from './FirstRequest.tsx'
import { NextButton, StepPage } from './StepPage.tsx'
import { useFirstRequest } from './useFirstRequest.ts'

/** The end of the onboarding: the first request, filled in; without people or skills a link to the home page. It works offline. */
export default function FinishedPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const name = useUser()?.first_name ?? ''
  const first = useFirstRequest()
  const create = useCreateRequest()
  const finish = async (path: string) => {
    await raiseFlag('is_onboarding_finished')
    router.navigateRoot(path)
  }
  const later = () => void finish(homePath)
  const send = () =>
    create.mutate(first.request, {
      onSuccess: (sent) => {
        first.clear()
        void finish(to(`/request-confirmation/${sent.id}`))
      },
    })
  const count = first.request.recipients.length
  return (
    <StepPage
      shows={[['contacts'], ['statistics']]}
      step="finished"
      title={t('onboarding.finished.title', { name })}
      busy={create.isPending}
      {...(first.isPossible && { onSkip: later, skipLabel: t('onboarding.finished.later') })}
      footer={
        first.isPossible ? (
          <NextButton
            label={create.isPending ? t('ask.sending') : t('ask.send', { count, n: formatNumber(count) })}
            busy={create.isPending}
            disabled={count === 0 || first.request.skill_ids.length === 0}
            onNext={send}
          />
        ) : (
          <NextButton label={t('onboarding.finished.action')} busy={false} disabled={first.isPending} onNext={later} />
        )
      }
    >
      {first.isPending ? <Skeleton rows={3} /> : null}
      {create.error ? <ErrorNotice error={create.error} onRetry={send} /> : null}
      {first.isPossible ? (
        <FirstRequest first={first} disabled={create.isPending} />
      ) : first.isPending ? null : (
        <EmptyState celebrates drawing="mirror" title={t('onboarding.progress')} text={t('onboarding.finished.text')} />
      )}
    </StepPage>
  )
}
