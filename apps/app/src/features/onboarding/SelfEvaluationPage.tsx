import { IonButton } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { formatNumber } from '../../platform/locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { RatingInput } from '../../ui/RatingInput.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkillHeading } from '../../ui/SkillHeading.tsx'
import { useStepFocus } from '../../ui/step-focus.ts'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { type Ratings, useEvaluateMyself } from '../skills/skills.api.ts'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import { nothing, useNext } from './onboarding.api.ts'
import styles from './onboarding.module.css'
import { NextButton, StepPage } from './StepPage.tsx'
import { pathOf } from './steps.ts'
import { useChoice } from './useChoice.ts'

interface SelfDraft {
  ratings: Ratings
  /** The current skill. */
  at: string | null
}

const empty: SelfDraft = { ratings: {}, at: null }

/** Self-evaluation, one skill after the other; each is optional. */
export default function SelfEvaluationPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(statisticsQuery)
  const draft = useDraft<SelfDraft>('onboarding-self-evaluation', empty)
  const evaluate = useEvaluateMyself()
  const next = useNext('self-evaluation')

  const mine = data?.skills.filter(({ chosen }) => chosen) ?? []
  const index = Math.max(
    mine.findIndex(({ skill }) => skill.id === draft.value.at),
    0,
  )
  const current = mine[index]
  const last = index >= mine.length - 1
  // Ratings of skills that were removed afterwards are not sent.
  const ratings = Object.fromEntries(Object.entries(draft.value.ratings).filter(([id]) => mine.some(({ skill }) => skill.id === id)))
  const save = async () => {
    if (Object.keys(ratings).length > 0) await evaluate.mutateAsync(ratings)
    draft.clear(empty)
  }
  const goOn = () => next.mutate(save)
  const show = (place: number) => draft.set((old) => ({ ...old, at: mine[place]?.skill.id ?? null }))
  const rate = (id: string, rating: number) => draft.set((old) => ({ ...old, ratings: { ...old.ratings, [id]: rating } }))
  const rated = current && (draft.value.ratings[current.skill.id] ?? current.self?.rating)
  const ready = data && draft.ready
  const moveOn = last ? goOn : () => show(index + 1)
  // The skill that the person went to: another first skill that arrives later is no step of theirs.
  const steps = useStepFocus(ready ? (draft.value.at ?? '') : undefined)
  return (
    <StepPage
      shows={[['statistics']]}
      step="self-evaluation"
      title={t('onboarding.self.title')}
      text={t('onboarding.self.text')}
      onSkip={() => next.mutate(nothing)}
      busy={next.busy}
      footer={
        <NextButton
          label={t(current && rated === undefined ? 'onboarding.self.leave_out' : last ? 'onboarding.next' : 'self.next')}
          quiet={current !== undefined && rated === undefined}
          busy={next.busy}
          disabled={!ready}
          onNext={moveOn}
        />
      }
    >
      {next.error ? <ErrorNotice error={next.error} onRetry={goOn} /> : null}
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!ready && !error ? <Skeleton avatar={false} /> : null}
      {ready && !current ? (
        <EmptyState drawing="ask" title={t('ask.skills.empty')} text={t('onboarding.self.empty')}>
          <IonButton fill="outline" routerLink={pathOf('skills')} routerDirection="back">
            {t('ask.skills.choose')}
          </IonButton>
        </EmptyState>
      ) : null}
      {ready && current ? (
        <One
          key={current.skill.id}
          container={steps}
          skill={current.skill}
          rating={rated}
          onRate={(rating) => rate(current.skill.id, rating)}
          onMoveOn={() => (next.busy ? undefined : moveOn())}
        >
          {mine.length > 1 ? (
            <div className={styles.selfPlace}>
              <span className="quiet small">{t('answer.step', { n: formatNumber(index + 1), total: formatNumber(mine.length) })}</span>
              {index > 0 ? (
                <button type="button" className="plain-button" onClick={() => show(index - 1)}>
                  {t('onboarding.self.previous')}
                </button>
              ) : null}
            </div>
          ) : null}
        </One>
      ) : null}
      <TrustLine>{t('self.only_me')}</TrustLine>
    </StepPage>
  )
}

interface OneProps {
  skill: SkillStatistics['skill']
  rating: number | undefined
  onRate: (rating: number) => void
  /** After a choice. */
  onMoveOn: () => void
  container: RefObject<HTMLElement | null>
  children: ReactNode
}

function One({ skill, rating, onRate, onMoveOn, container, children }: OneProps) {
  const { t } = useTranslation()
  const choice = useChoice(onRate, onMoveOn)
  return (
    <section className="card stack" ref={container} {...choice}>
      <SkillHeading skill={skill}>{children}</SkillHeading>
      <RatingInput
        legend={t('self.how_often')}
        withoutNotObserved
        value={rating === undefined ? undefined : { rating, not_observed: false }}
        onChange={({ rating }) => rating !== null && onRate(rating)}
      />
    </section>
  )
}
