import { IonButton, IonIcon, IonLabel, IonSegment, IonSegmentButton, useIonRouter } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import { documentTextOutline } from 'ionicons/icons'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useTour } from '../../ui/tours.ts'
import { Answers } from './Answers.tsx'
import { useOpening } from './fresh.ts'
import { MirrorView } from './MirrorView.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { usePeriod } from './period.ts'
import { RadarView } from './RadarView.tsx'
import { SkillCard } from './SkillCard.tsx'
import { statisticsOver } from './statistics.api.ts'
import './statistics.css'

const VIEWS = ['radar', 'list', 'mirror'] as const
type View = (typeof VIEWS)[number]

/** The view stands in the address. */
function useView(): View {
  const wanted = useQueryParam('/dashboard', 'view')
  return VIEWS.find((view) => view === wanted) ?? 'radar'
}

function ViewSwitch({ view }: { view: View }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  return (
    <IonSegment value={view} onIonChange={({ detail }) => router.push(to(`/dashboard?view=${String(detail.value)}`), 'none', 'replace')}>
      {VIEWS.map((one) => (
        <IonSegmentButton key={one} value={one}>
          <IonLabel>{t(`dashboard.view.${one}`)}</IonLabel>
        </IonSegmentButton>
      ))}
    </IonSegment>
  )
}

function Skills({ view, skills }: { view: View; skills: readonly SkillStatistics[] }) {
  if (view === 'radar') return <RadarView skills={skills} />
  if (view === 'mirror') return <MirrorView skills={skills} />
  return (
    <div className="skill-cards">
      {skills.map((statistics) => (
        <SkillCard key={statistics.skill.id} statistics={statistics} />
      ))}
    </div>
  )
}

/** My skills as others and I see them, and what was written to me. */
export default function DashboardPage() {
  const { t } = useTranslation()
  const fresh = useOpening()
  const view = useView()
  const answers = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, refetch } = useQuery(statisticsOver(usePeriod()))
  useTour('dashboard', data !== undefined)
  const skills = data?.skills ?? []
  const read = () => {
    answers.current?.scrollIntoView({ behavior: 'smooth' })
    answers.current?.focus({ preventScroll: true })
  }
  return (
    <Page shows={[['statistics'], ['feedback', 'answers'], ['user']]} title={t('menu.dashboard')} wide>
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
          <section className="stack" aria-label={t('dashboard.skills')}>
            {fresh.count > 0 ? (
              <div className="notice notice-calm fresh" role="status">
                <p>{t('dashboard.fresh', { count: fresh.count, n: formatNumber(fresh.count) })}</p>
                <button type="button" className="plain-button" onClick={read}>
                  {t('home.read.action')}
                </button>
              </div>
            ) : null}
            <ViewSwitch view={view} />
            <div className="figures-head">
              <div className="legend" aria-hidden="true" data-tour="legend">
                <span className="others-word">{t('dashboard.legend.others')}</span>
                <span className="self-word">{t('dashboard.legend.self')}</span>
              </div>
              <PeriodSelect />
            </div>
            <Skills view={view} skills={skills} />
            <TrustLine>{t('trust.dashboard')}</TrustLine>
            <IonButton className="start" fill="outline" routerLink={to('/annual-talk')}>
              <IonIcon slot="start" icon={documentTextOutline} aria-hidden="true" />
              {t('talk.prepare')}
            </IonButton>
          </section>
          <section className="stack">
            <h2 data-tour="answers" ref={answers} tabIndex={-1}>
              {t('dashboard.answers')}
            </h2>
            <Answers
              empty={
                <EmptyState drawing="ask" title={t('answers.none')} text={t('dashboard.empty_text')}>
                  <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
                </EmptyState>
              }
            />
          </section>
        </div>
      ) : null}
    </Page>
  )
}
