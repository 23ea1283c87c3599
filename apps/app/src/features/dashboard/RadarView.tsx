import { IonList } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import styles from './dashboard.module.css'
import { Radar } from './Radar.tsx'
import { FEWEST_AXES, radarAxes } from './radar.ts'
import { SkillRow } from './SkillRow.tsx'

/** The radar chart, and every skill below it; those on the radar have the number of their axis. */
export function RadarView({ skills }: { skills: readonly SkillStatistics[] }) {
  const { t } = useTranslation()
  const axes = radarAxes(skills)
  const drawn = axes.length >= FEWEST_AXES
  const left = skills.length - axes.length
  return (
    <div className={`${styles.radarBox} stack`}>
      {drawn ? (
        <div className={`card ${styles.radarCard}`}>
          <Radar skills={axes} />
        </div>
      ) : (
        <p className="card quiet">{t('radar.needs', { n: formatNumber(FEWEST_AXES) })}</p>
      )}
      {drawn && left > 0 ? <p className="quiet small">{t('radar.chosen', { count: axes.length, n: formatNumber(axes.length) })}</p> : null}
      <IonList className="card group-list" lines="full">
        {skills.map((statistics) => (
          <SkillRow
            key={statistics.skill.id}
            statistics={statistics}
            number={drawn && axes.includes(statistics) ? axes.indexOf(statistics) + 1 : undefined}
          />
        ))}
      </IonList>
    </div>
  )
}
