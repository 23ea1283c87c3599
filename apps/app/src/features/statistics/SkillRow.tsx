import { IonItem, IonLabel } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { MirrorScale } from './MirrorScale.tsx'
import { SkillMeasures } from './SkillMeasures.tsx'

interface Props {
  statistics: SkillStatistics
  /** Its place on the radar. */
  number?: number | undefined
  withScale?: boolean
}

/** One skill in a few lines: what others say and what I say. */
export function SkillRow({ statistics, number, withScale = false }: Props) {
  const { t } = useTranslation()
  const { skill, score, self, unread } = statistics
  return (
    <IonItem className="skill-card skill-row" data-tour="skill" routerLink={to(`/skill-statistics/${skill.id}`)} detail>
      {number === undefined ? null : <span slot="start" className="axis-number" aria-hidden="true" data-number={formatNumber(number)} />}
      <IonLabel className="ion-text-wrap">
        <span className="skill-card-head">
          <strong dir="auto">{skill.name}</strong>
          <CountBadge count={unread} label={t('dashboard.unread', { count: unread, n: formatNumber(unread) })} />
        </span>
        {withScale ? <MirrorScale others={score} self={self?.rating ?? null} /> : null}
        <SkillMeasures statistics={statistics} />
      </IonLabel>
    </IonItem>
  )
}
