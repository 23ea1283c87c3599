import { IonItem, IonLabel } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { useScoreText } from './figures.ts'
import { MirrorScale } from './MirrorScale.tsx'

interface Props {
  statistics: SkillStatistics
  /** Its place on the radar. */
  number?: number | undefined
  withScale?: boolean
}

/** One skill in a line or two: what others say with n, and what I say. */
export function SkillRow({ statistics, number, withScale = false }: Props) {
  const { t } = useTranslation()
  const scoreText = useScoreText()
  const { skill, score, n, self, unread } = statistics
  return (
    <IonItem className="skill-card skill-row" data-tour="skill" routerLink={to(`/skill-statistics/${skill.id}`)} detail>
      {number === undefined ? null : <span slot="start" className="axis-number" aria-hidden="true" data-number={formatNumber(number)} />}
      <IonLabel className="ion-text-wrap">
        <span className="skill-card-head">
          <strong dir="auto">{skill.name}</strong>
          <CountBadge count={unread} label={t('dashboard.unread', { count: unread, n: formatNumber(unread) })} />
        </span>
        {withScale ? <MirrorScale others={score} self={self?.rating ?? null} /> : null}
        <span className="skill-card-figures">
          <span className="others-word">{scoreText(score, n)}</span>
          {self ? <span className="self-word">{t('dashboard.self', { rating: formatNumber(self.rating) })}</span> : null}
        </span>
      </IonLabel>
    </IonItem>
  )
}
