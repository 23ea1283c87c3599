import { IonButton } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import chartStyles from '../../ui/chart.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { Tries } from '../growth/Tries.public.tsx'
import { statisticsOver } from '../statistics/statistics.api.ts'
import { useTour } from '../tours/tours.api.ts'
import { Answers } from './Answers.tsx'
import styles from './dashboard.module.css'
import { FreshNotice } from './FreshNotice.tsx'
import { Insights } from './Insights.tsx'
import { useOpening } from './opening.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import { usePeriod } from './period.ts'
import { RadarView } from './RadarView.tsx'
import { TalkLink } from './TalkLink.tsx'

/** Memoized: a navigation renders the page around it. */
const Skills = memo(RadarView)

type Skill = SkillStatistics['skill']

/** The skill whose axis was pressed: only words about it are shown. */
function About({ skill, onClear }: { skill: Skill; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.about} data-testid="about" role="status">
      <p>{t('answers.filter.about', { skill: skill.name })}</p>
      <button type="button" className="plain-button" onClick={onClear}>
        {t('answers.filter.clear')}
      </button>
    </div>
  )
}

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
  const [about, setAbout] = useState<Skill>()
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the words are far below the radar.
  const pick = useCallback((skill: Skill) => {
    setAbout((before) => (before?.id === skill.id ? undefined : skill))
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: window.matchMedia(WIDE).matches ? 'nearest' : 'start', behavior: 'smooth' })
  }, [])
  const clear = () => setAbout(undefined)
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
            <div className={styles.figuresHead}>
              <div className={styles.legend} aria-hidden="true" data-tour="legend">
                <span className={chartStyles.othersWord}>{t('dashboard.legend.others')}</span>
                <span className={chartStyles.selfWord}>{t('dashboard.legend.self')}</span>
              </div>
              <PeriodSelect />
            </div>
            <Skills skills={skills} picked={about?.id} onPick={pick} />
            <TrustLine>{t('trust.dashboard')}</TrustLine>
            <Tries />
          </section>
          <section className="stack" aria-label={t('dashboard.answers')}>
            <h2 data-tour="answers" ref={heading} tabIndex={-1}>
              {t('dashboard.answers')}
            </h2>
            {about ? <About skill={about} onClear={clear} /> : null}
            <Answers key={about?.id ?? ''} skillId={about?.id} empty={about ? undefined : NO_ANSWERS} />
          </section>
        </div>
      ) : null}
    </Page>
  )
}
