import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkillChooser } from '../../ui/SkillChooser.tsx'
import { catalogueQuery, useChooseSkills } from '../skills/skills.api.ts'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import { suggestedSkills } from './job-skills.ts'
import { nothing, useNext } from './onboarding.api.ts'
import { NextButton, StepPage } from './StepPage.tsx'

/** The initial selection: the server's, until something is selected here. */
export default function SkillsPage() {
  const { t } = useTranslation()
  const job = useUser()?.job_title ?? ''
  const catalogue = useQuery(catalogueQuery)
  const statistics = useQuery(statisticsQuery)
  const draft = useDraft<string[] | null>('onboarding-skills', null)
  const choose = useChooseSkills()
  const next = useNext('skills')

  const chosen = statistics.data?.skills.filter((one) => one.chosen).map(({ skill }) => skill.id)
  const picked = draft.value ?? chosen ?? []
  const loaded = catalogue.data && chosen && draft.ready
  const error = loaded ? undefined : (catalogue.error ?? statistics.error)
  const retry = () => void Promise.all([catalogue.refetch(), statistics.refetch()])
  const save = async () => {
    await choose.mutateAsync([...picked])
    draft.clear(null)
  }
  const goOn = () => next.mutate(save)
  return (
    <StepPage
      shows={[['skills'], ['statistics']]}
      step="skills"
      title={t('onboarding.skills.title')}
      text={t('onboarding.skills.text')}
      onSkip={() => next.mutate(nothing)}
      busy={next.busy}
      footer={
        <NextButton
          label={
            picked.length > 0 ? t('onboarding.skills.next', { count: picked.length, n: formatNumber(picked.length) }) : t('onboarding.next')
          }
          busy={next.busy}
          disabled={picked.length === 0}
          onNext={goOn}
        />
      }
    >
      {next.error ? <ErrorNotice error={next.error} onRetry={goOn} /> : null}
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {!loaded && !error ? <Skeleton avatar={false} /> : null}
      {loaded ? (
        <SkillChooser
          skills={catalogue.data.skills}
          suggested={{
            title: job ? t('onboarding.skills.suggested_for', { job }) : t('onboarding.skills.suggested'),
            skills: suggestedSkills(job, catalogue.data.skills),
          }}
          picked={picked}
          onChange={draft.set}
        />
      ) : null}
    </StepPage>
  )
}
