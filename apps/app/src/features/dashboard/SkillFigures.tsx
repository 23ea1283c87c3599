import { MIRROR_FROM } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatDate, formatMean, formatNumber } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { useCounts } from '../../ui/counts.ts'
import type { Figures } from '../statistics/statistics.api.ts'
import { ByRelation } from './ByRelation.tsx'
import { Distribution } from './Distribution.tsx'
import styles from './dashboard.module.css'
import { formatNewest } from './figures.ts'
import { MirrorScale } from './MirrorScale.tsx'
import { usePeriod } from './period.ts'
import { Trend } from './Trend.tsx'

/** Others' average with n, my own rating, and their comparison. */
function Views({ figures: { score, n, self, mirror, newest_at } }: { figures: Figures }) {
  const { t } = useTranslation()
  return (
    <div className="card stack">
      <div className={styles.figures}>
        <p>
          <span className={`${styles.figure} ${chartStyles.othersWord}`}>{formatMean(score)}</span>
          <span className="quiet small">{t('skill.others', { count: n, n: formatNumber(n) })}</span>
          {n > 0 && newest_at ? <span className="quiet small">{t('dashboard.newest', { date: formatNewest(newest_at) })}</span> : null}
        </p>
        <p>
          <span className={`${styles.figure} ${chartStyles.selfWord}`}>{self ? formatNumber(self.rating) : '–'}</span>
          <span className="quiet small">{self ? t('skill.self', { date: formatDate(self.created_at) }) : t('skill.no_self')}</span>
        </p>
      </div>
      <MirrorScale others={score} self={self?.rating ?? null} />
      <p>
        <strong>{t(`mirror.${mirror}.label`)}.</strong> {t(`mirror.${mirror}.text`, { n: formatNumber(MIRROR_FROM) })}
      </p>
    </div>
  )
}

/** All statistics of one skill: the two views, the distribution, the trend, and the visibility. */
export function SkillFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  const say = useCounts()
  const months = usePeriod()
  const { n, self, distribution, not_observed, trend, self_history, by_relation, withheld } = figures
  const history = self_history.length > 0 ? self_history : self ? [self] : []
  return (
    <>
      <Views figures={figures} />
      {n > 0 ? (
        <div className="card stack">
          <h2>{t('skill.distribution')}</h2>
          <Distribution distribution={distribution} />
          {not_observed > 0 ? <p className="quiet small">{say.notObserved(not_observed)}</p> : null}
        </div>
      ) : null}
      {trend.length > 0 && trend.length + history.length > 1 ? (
        <div className="card stack">
          <h2>{t('skill.trend')}</h2>
          <div className={styles.legend} aria-hidden="true">
            <span className={chartStyles.othersWord}>{t('dashboard.legend.others')}</span>
            {history.length > 0 ? <span className={chartStyles.selfWord}>{t('dashboard.legend.self')}</span> : null}
          </div>
          <Trend points={trend} history={history} months={months} />
        </div>
      ) : null}
      {by_relation.length > 0 || withheld > 0 ? <ByRelation relations={by_relation} withheld={withheld} /> : null}
    </>
  )
}
