import { IonButton } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchCodeLater } from '../../platform/code.ts'
import { to } from '../../platform/paths.ts'
import chartStyles from '../../ui/chart.module.css'
import { statisticsQuery } from '../statistics/statistics.api.ts'
import styles from './home.module.css'

/** The chart's library is large: it arrives after the page. */
const SmallRadar = lazy(() => fetchCodeLater(() => import('../dashboard/SmallRadar.public.tsx')))

/** The fewest skills with a score for which a radar says something. */
const FEWEST = 3

/** A small radar of my skills that leads to the dashboard; nothing before there are answers. */
export function Glance() {
  const { t } = useTranslation()
  const { data } = useQuery(statisticsQuery)
  const skills = data?.skills ?? []
  if (skills.filter(({ score }) => score !== null).length < FEWEST) return null
  return (
    <section className={`card ${styles.glance}`} data-testid="glance" aria-labelledby="home-glance">
      <h2 id="home-glance">{t('home.radar.title')}</h2>
      <p className="row" aria-hidden="true">
        <span className={chartStyles.othersWord}>{t('dashboard.legend.others')}</span>
        <span className={chartStyles.selfWord}>{t('dashboard.legend.self')}</span>
      </p>
      <Suspense fallback={<div className={styles.glancePlace} />}>
        <SmallRadar skills={skills} />
      </Suspense>
      <IonButton fill="clear" routerLink={to('/dashboard')} routerDirection="root">
        {t('home.radar.open')}
      </IonButton>
    </section>
  )
}
