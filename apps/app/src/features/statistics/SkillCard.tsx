import { IonItem, IonLabel } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { MirrorScale } from './MirrorScale.tsx'
import { SkillMeasures } from './SkillMeasures.tsx'

/** One skill on the dashboard: others' mean with n and spread, my own rating beside it, and what the two say together. */
export function SkillCard({ statistics }: { statistics: SkillStatistics }) {
  const { t } = useTranslation()
  const { skill, score, self, mirror, unread } = statistics
  return (
    <IonItem className="card skill-card" data-tour="skill" routerLink={to(`/skill-statistics/${skill.id}`)} detail={false} lines="none">
      <IonLabel className="ion-text-wrap">
        <span className="skill-card-head">
          <strong dir="auto">{skill.name}</strong>
          <CountBadge count={unread} label={t('dashboard.unread', { count: unread, n: formatNumber(unread) })} />
          {mirror === 'unknown' ? null : <span className={`chip mirror-${mirror}`}>{t(`mirror.${mirror}.label`)}</span>}
        </span>
        <MirrorScale others={score} self={self?.rating ?? null} />
        <SkillMeasures statistics={statistics} />
      </IonLabel>
    </IonItem>
  )
}
