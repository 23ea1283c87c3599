import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { Distribution } from './Distribution.tsx'
import { formatNewest, useScoreText } from './figures.ts'

/** No score without these (product.md §2): n, the spread, the newest date, and my latest self-evaluation beside it. */
export function SkillMeasures({ statistics: { score, n, self, distribution, newest_at } }: { statistics: SkillStatistics }) {
  const { t } = useTranslation()
  const scoreText = useScoreText()
  return (
    <span className="skill-card-figures">
      <span className="others-word">{scoreText(score, n)}</span>
      {self ? <span className="self-word">{t('dashboard.self', { rating: formatNumber(self.rating) })}</span> : null}
      {n > 0 ? <Distribution distribution={distribution} small /> : null}
      {n > 0 && newest_at ? <span className="quiet newest">{t('dashboard.newest', { date: formatNewest(newest_at) })}</span> : null}
    </span>
  )
}
