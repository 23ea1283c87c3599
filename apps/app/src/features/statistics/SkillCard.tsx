import { IonItem, IonLabel } from '@ionic/react'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber, relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { Distribution } from './Distribution.tsx'
import { useScoreText } from './figures.ts'
import { MirrorScale } from './MirrorScale.tsx'

/** One skill on the dashboard: others' mean with n and spread, my own rating beside it, and what the two say together. */
export function SkillCard({ statistics }: { statistics: SkillStatistics }) {
  const { t } = useTranslation()
  const scoreText = useScoreText()
  const { skill, score, n, self, mirror, unread, distribution, newest_at } = statistics
  return (
    <IonItem className="card skill-card" data-tour="skill" routerLink={to(`/skill-statistics/${skill.id}`)} detail={false} lines="none">
      <IonLabel className="ion-text-wrap">
        <span className="skill-card-head">
          <strong dir="auto">{skill.name}</strong>
          <CountBadge count={unread} label={t('dashboard.unread', { count: unread, n: formatNumber(unread) })} />
          {mirror === 'unknown' ? null : <span className={`chip mirror-${mirror}`}>{t(`mirror.${mirror}.label`)}</span>}
        </span>
        <MirrorScale others={score} self={self?.rating ?? null} />
        <span className="skill-card-figures">
          <span className="others-word">{scoreText(score, n)}</span>
          {self ? <span className="self-word">{t('dashboard.self', { rating: formatNumber(self.rating) })}</span> : null}
          {n > 0 ? <Distribution distribution={distribution} small /> : null}
          {newest_at ? <span className="quiet small">{relativeTime(newest_at)}</span> : null}
        </span>
      </IonLabel>
    </IonItem>
  )
}
