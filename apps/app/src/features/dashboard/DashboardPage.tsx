import { IonButton, IonLabel, IonSegment, IonSegmentButton, useIonRouter } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import chartStyles from '../../ui/chart.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { Tries } from '../growth/Tries.public.tsx'
import { statisticsOver } from '../statistics/statistics.api.ts'
import { useTour } from '../tours/tours.api.ts'
import { Answers } from './Answers.tsx'
import styles from './dashboard.module.css'
import { FreshNotice } from './FreshNotice.tsx'
import { Insights } from './Insights.tsx'
import { byGap } from './insights.ts'
import { MirrorView } from './MirrorView.tsx'
import { useOpening } from './opening.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import { usePeriod } from './period.ts'
import { RadarView } from './RadarView.tsx'
import { SkillCard } from './SkillCard.tsx'
import { TalkLink } from './TalkLink.tsx'

const VIEWS = ['radar', 'list', 'mirror'] as const
type View = (typeof VIEWS)[number]

/** The view is in the URL. */
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

/** Memoized: a navigation renders the page around it. */
const Skills = memo(function Skills({ view, skills }: { view: View; skills: readonly SkillStatistics[] }) {
  if (view === 'radar') return <RadarView skills={skills} />
  if (view === 'mirror') return <MirrorView skills={skills} />
  return (
    <div className={styles.skillCards}>
      {byGap(skills).map((statistics) => (
        <SkillCard key={statistics.skill.id} statistics={statistics} />
      ))}
    </div>
  )
})

function NoAnswers() {
  const { t } = useTranslation()
  return (
    <EmptyState drawing="ask" title={t('answers.none')} text={t('dashboard.empty_text')}>
      <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
    </EmptyState>
  )
}
const NO_ANSWERS = <NoAnswers />

/** My skills as others and I see them, and the answers I received. */
export default function DashboardPage() {
  const { t } = useTranslation()
  useOpening()
  const view = useView()
  const { data, error, isPending, refetch } = useQuery(statisticsOver(usePeriod()))
  useTour('dashboard', data !== undefined)
  const skills = data?.skills ?? []
  return (
    <Page shows={[['statistics'], ['feedback', 'answers'], ['user']]} title={t('menu.dashboard')} actions={<TalkLink />} wide>
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
            <FreshNotice />
            <Insights skills={skills} />
            <ViewSwitch view={view} />
            <div className={styles.figuresHead}>
              <div className={styles.legend} aria-hidden="true" data-tour="legend">
                <span className={chartStyles.othersWord}>{t('dashboard.legend.others')}</span>
                <span className={chartStyles.selfWord}>{t('dashboard.legend.self')}</span>
              </div>
              <PeriodSelect />
            </div>
            <Skills view={view} skills={skills} />
            <TrustLine>{t('trust.dashboard')}</TrustLine>
            <Tries />
          </section>
          <section className="stack" aria-label={t('dashboard.answers')}>
            <h2 data-tour="answers">{t('dashboard.answers')}</h2>
            <Answers empty={NO_ANSWERS} />
          </section>
        </div>
      ) : null}
    </Page>
  )
}
