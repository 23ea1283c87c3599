import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { formatList } from '../../platform/lists.ts'
import { formatDate, formatNumber } from '../../platform/locale.ts'

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
