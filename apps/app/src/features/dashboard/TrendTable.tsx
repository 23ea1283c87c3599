import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { formatDate, formatNumber } from '../../platform/locale.ts'
import { useCounts } from '../../ui/counts.ts'
import { HiddenTable } from '../../ui/HiddenTable.tsx'
import type { Figures } from '../statistics/statistics.api.ts'

/** The trend's data, for screen readers. */
export function TrendTable({ points, history }: { points: Figures['trend']; history: Figures['self_history'] }) {
  const { t } = useTranslation()
  const { score: scoreText } = useCounts()
  return (
    <HiddenTable caption={t('skill.trend')}>
      <tbody>
        {points.map(({ month, mean, n }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month, 'long')}</th>
            <td>{scoreText(mean, n)}</td>
          </tr>
        ))}
        {history.map(({ rating, created_at }) => (
          <tr key={created_at}>
            <th scope="row">{formatDate(created_at)}</th>
            <td>{t('dashboard.self', { rating: formatNumber(rating) })}</td>
          </tr>
        ))}
      </tbody>
    </HiddenTable>
  )
}
