import { IonItem, IonLabel } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import styles from './dashboard.module.css'
import { MirrorChip } from './MirrorChip.tsx'
import { MirrorScale } from './MirrorScale.tsx'
import { SkillMeasures } from './SkillMeasures.tsx'

/** One skill on the dashboard: others' average with n and distribution, my own rating, and their comparison. */
export function SkillCard({ statistics }: { statistics: SkillStatistics }) {
  const { t } = useTranslation()
  const { skill, score, self, mirror, new: fresh } = statistics
  return (
    <IonItem
      className={`card ${styles.skillCard} skill-card`}
      data-tour="skill"
      routerLink={to(`/skill-statistics/${skill.id}`)}
      detail={false}
      lines="none"
    >
      <IonLabel className="ion-text-wrap">
        <span className={styles.skillCardHead}>
          <strong dir="auto">{skill.name}</strong>
          <CountBadge count={fresh} label={t('dashboard.unread', { count: fresh, n: formatNumber(fresh) })} />
          {mirror === 'unknown' ? null : <MirrorChip mirror={mirror} />}
        </span>
        <MirrorScale others={score} self={self?.rating ?? null} />
        <SkillMeasures statistics={statistics} />
      </IonLabel>
    </IonItem>
  )
}
