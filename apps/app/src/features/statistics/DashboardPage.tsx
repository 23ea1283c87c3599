import { IonButton } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { useUserRecord } from '../../platform/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useTour } from '../../ui/tours.ts'
import { useOpenDashboard } from '../feedback/feedback.api.ts'
import { Answers } from './Answers.tsx'
import { SkillCard } from './SkillCard.tsx'
import { statisticsQuery } from './statistics.api.ts'
import './statistics.css'

/** Opening the dashboard reads what is new; the marks stay while it is looked at. */
function useOpening() {
  const { pathname } = useLocation()
  const here = pathname === to('/dashboard')
  const unread = useUserRecord()?.feedbacks.unread_answers ?? 0
  const [fresh, setFresh] = useState<{ ids: readonly string[]; count: number }>({ ids: [], count: 0 })
  const { mutate } = useOpenDashboard()
  const asked = useRef(false)
  useEffect(() => {
    if (!here) {
      asked.current = false
      setFresh({ ids: [], count: 0 })
    } else if (unread > 0 && !asked.current) {
      asked.current = true
      mutate(undefined, { onSuccess: ({ new_feedback_ids }) => setFresh({ ids: new_feedback_ids, count: unread }) })
    }
  }, [here, unread, mutate])
  return fresh
}

export default function DashboardPage() {
  const { t } = useTranslation()
  const fresh = useOpening()
  const { data, error, isPending, refetch } = useQuery(statisticsQuery)
  useTour('dashboard', data !== undefined)
  const skills = data?.skills ?? []
  return (
    <Page title={t('menu.dashboard')} wide onRefresh={refetch}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton avatar={false} /> : null}
      {data && skills.length === 0 ? (
        <div data-tour="dashboard-empty">
          <EmptyState drawing="mirror" title={t('dashboard.empty')} text={t('dashboard.empty_text')}>
            <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
          </EmptyState>
        </div>
      ) : null}
      {skills.length > 0 ? (
        <div className="panes">
          <section className="stack">
            {fresh.count > 0 ? (
              <p className="notice notice-calm" role="status">
                {t('dashboard.fresh', { count: fresh.count, n: formatNumber(fresh.count) })}
              </p>
            ) : null}
            <div className="legend" aria-hidden="true" data-tour="legend">
              <span className="others-word">{t('dashboard.legend.others')}</span>
              <span className="self-word">{t('dashboard.legend.self')}</span>
            </div>
            <div className="skill-cards">
              {skills.map((statistics) => (
                <SkillCard key={statistics.skill.id} statistics={statistics} />
              ))}
            </div>
            <TrustLine>{t('trust.dashboard')}</TrustLine>
          </section>
          <section className="stack">
            <h2 data-tour="answers">{t('dashboard.answers')}</h2>
            <Answers fresh={fresh.ids} />
          </section>
        </div>
      ) : null}
    </Page>
  )
}
