import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { useCounts } from '../../ui/counts.ts'
import { Distribution } from './Distribution.tsx'
import styles from './dashboard.module.css'
import { formatNewest } from './figures.ts'

/**
 * A score is always shown with these (docs/PRODUCT.md, "Ratings and figures"): n, the distribution, the newest date, and my latest
 * self-evaluation.
 */
export function SkillMeasures({ statistics: { score, n, self, distribution, newest_at } }: { statistics: SkillStatistics }) {
  const { t } = useTranslation()
  const { score: scoreText } = useCounts()
  return (
    <span className={styles.skillCardFigures}>
      <span className={chartStyles.othersWord}>{scoreText(score, n)}</span>
      {self ? <span className={chartStyles.selfWord}>{t('dashboard.self', { rating: formatNumber(self.rating) })}</span> : null}
      {n > 0 ? <Distribution distribution={distribution} small /> : null}
      {n > 0 && newest_at ? <span className="quiet">{t('dashboard.newest', { date: formatNewest(newest_at) })}</span> : null}
    </span>
  )
}
