import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { formatList } from '../../platform/lists.ts'
import { formatDate, formatNumber } from '../../platform/locale.ts'

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** An average, always with one decimal; a dash where there is none. */
export const formatMean = (mean: number | null) => (mean === null ? '–' : formatNumber(mean, TENTHS))

/** “4.2 from 5 ratings”: an average is always shown with its n. */
export function useScoreText() {
  const { t } = useTranslation()
  return (score: number | null, n: number) =>
    score === null ? t('dashboard.no_score') : t('dashboard.score', { score: formatMean(score), count: n, n: formatNumber(n) })
}

/** The date of the newest answer: a day, or a month for a confidential one. */
export const formatNewest = (newest: string) =>
  newest.endsWith('-01T00:00:00.000Z') ? formatMonth(newest.slice(0, 7), 'long') : formatDate(newest)

/** The distribution in words: how often each rating from 1 to 5 was given. */
export function useSpreadText() {
  const { t } = useTranslation()
  return (distribution: readonly number[]) =>
    t('dashboard.spread', {
      counts: formatList(
        distribution.map((count) => formatNumber(count)),
        { type: 'unit' },
      ),
    })
}
