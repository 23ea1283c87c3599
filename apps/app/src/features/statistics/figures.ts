import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** A mean, always with one decimal; a dash where there is none. */
export const formatMean = (mean: number | null) => (mean === null ? '–' : formatNumber(mean, TENTHS))

/** “4.2 from 5 ratings”: no mean without its n. */
export function useScoreText() {
  const { t } = useTranslation()
  return (score: number | null, n: number) =>
    score === null ? t('dashboard.no_score') : t('dashboard.score', { score: formatMean(score), count: n, n: formatNumber(n) })
}
