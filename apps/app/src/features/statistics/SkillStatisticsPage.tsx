import { IonButton } from '@ionic/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { to } from '../../platform/runtime.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { Answers } from './Answers.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { usePeriod } from './period.ts'
import { SkillFigures } from './SkillFigures.tsx'
import { skillStatisticsQuery } from './statistics.api.ts'
import './statistics.css'

/** One skill: how others see it, how I see it, how that moved, and every answer that I may read. */
export default function SkillStatisticsPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { skillId = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery({ ...skillStatisticsQuery(skillId, usePeriod()), enabled: skillId !== '' })
  const refresh = () => Promise.all([refetch(), client.invalidateQueries({ queryKey: ['feedback', 'answers'] })])
  return (
    <Page title={data?.skill.name ?? t('skill.title')} back="/dashboard" wide onRefresh={refresh}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton avatar={false} /> : null}
      {data ? (
        <div className="panes">
          <section className="stack" aria-label={t('skill.figures')}>
            <p className="quiet" dir="auto">
              {data.skill.description}
            </p>
            <PeriodSelect />
            <SkillFigures figures={data} />
            <TrustLine>{t('trust.dashboard')}</TrustLine>
          </section>
          <section className="stack">
            <h2>{t('dashboard.answers')}</h2>
            <Answers skillId={skillId} empty={<EmptyState drawing="ask" title={t('skill.empty')} text={t('skill.empty_text')} />} />
            <IonButton className="start" fill={data.n > 0 ? 'outline' : 'solid'} routerLink={to('/my-skills')}>
              {t('home.ask')}
            </IonButton>
          </section>
        </div>
      ) : null}
    </Page>
  )
}
