import { IonButton } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { BeforeAfter } from '../growth/BeforeAfter.public.tsx'
import { skillStatisticsQuery, statisticsQuery } from '../statistics/statistics.api.ts'
import { Answers } from './Answers.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { usePeriod } from './period.ts'
import { SkillFigures } from './SkillFigures.tsx'

/** The skill of the newest answer; without any answer my first skill. */
const newestOf = (skills: readonly SkillStatistics[]) =>
  [...skills].sort((a, b) => (b.newest_at ?? '').localeCompare(a.newest_at ?? '') || Number(b.chosen) - Number(a.chosen))[0]?.skill.id

function NoAnswers() {
  const { t } = useTranslation()
  return <EmptyState drawing="ask" title={t('skill.empty')} text={t('skill.empty_text')} />
}
const NO_ANSWERS = <NoAnswers />

/** One skill: others' view, my view, the trend, and every answer that I may read. */
export default function SkillStatisticsPage() {
  const { t } = useTranslation()
  const params = useParams()
  const all = useQuery({ ...statisticsQuery, enabled: params.skillId === undefined })
  const skillId = params.skillId ?? newestOf(all.data?.skills ?? []) ?? ''
  const one = useQuery({ ...skillStatisticsQuery(skillId, usePeriod()), enabled: skillId !== '' })
  const { data } = one
  const { error, isLoading, refetch } = skillId === '' ? all : one
  return (
    <Page shows={[['statistics'], ['feedback', 'answers']]} title={data?.skill.name ?? t('skill.title')} back="/dashboard" wide>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isLoading ? <Skeleton avatar={false} /> : null}
      {all.data && skillId === '' ? (
        <EmptyState drawing="mirror" title={t('ask.skills.empty')} text={t('ask.skills.empty_text')}>
          <IonButton routerLink={to('/skills')}>{t('ask.skills.choose')}</IonButton>
        </EmptyState>
      ) : null}
      {data ? (
        <div className="panes">
          <section className="stack" aria-label={t('skill.figures')}>
            <p className="quiet" dir="auto">
              {data.skill.description}
            </p>
            <PeriodSelect />
            <SkillFigures figures={data} />
            <TrustLine>{t('trust.dashboard')}</TrustLine>
            <BeforeAfter skillId={skillId} />
          </section>
          <section className="stack" aria-label={t('dashboard.answers')}>
            <h2>{t('dashboard.answers')}</h2>
            <Answers skillId={skillId} empty={NO_ANSWERS} />
            <IonButton className="start" fill={data.n > 0 ? 'outline' : 'solid'} routerLink={to('/my-skills')}>
              {t('home.ask')}
            </IonButton>
          </section>
        </div>
      ) : null}
    </Page>
  )
}
