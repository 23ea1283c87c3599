import { IonItem, IonLabel } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { useCounts } from '../../ui/counts.ts'
import styles from './dashboard.module.css'
import { MirrorChip } from './MirrorChip.tsx'
import { MirrorScale } from './MirrorScale.tsx'
import radarStyles from './radar.module.css'
import { SkillMeasures } from './SkillMeasures.tsx'

interface Props {
  statistics: SkillStatistics
  /** Its number on the radar. */
  number?: number | undefined
}

/** One skill: others' average with n and distribution, my own rating, both on one scale, and their comparison. */
export function SkillRow({ statistics, number }: Props) {
  const say = useCounts()
  const { skill, score, self, mirror, new: fresh } = statistics
  return (
    <IonItem
      className={`${styles.skillCard} ${styles.skillRow}`}
      data-testid="skill-card"
      data-tour="skill"
      routerLink={to(`/skill-statistics/${skill.id}`)}
      detail
    >
      {number === undefined ? null : (
        <span slot="start" className={radarStyles.axisNumber} aria-hidden="true" data-number={formatNumber(number)} />
      )}
      <IonLabel className="ion-text-wrap">
        <span className={styles.skillCardHead}>
          <strong dir="auto">{skill.name}</strong>
          <CountBadge count={fresh} label={say.newAnswers(fresh)} />
          {mirror === 'unknown' ? null : <MirrorChip mirror={mirror} />}
        </span>
        <MirrorScale others={score} self={self?.rating ?? null} />
        <SkillMeasures statistics={statistics} />
      </IonLabel>
    </IonItem>
  )
}
