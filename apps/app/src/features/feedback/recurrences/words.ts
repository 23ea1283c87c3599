import type { Ends, Every } from '@reflet/contract/recurrences'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../platform/days.ts'
import { formatNumber } from '../../../platform/locale.ts'

/** A plan's interval and end in words. */
export function usePlanWords() {
  const { t } = useTranslation()
  return {
    every: ({ unit, count }: Every) => t(`recur.every.${unit}`, { count, n: formatNumber(count) }),
    perRound: (count: number) => t('recur.per_round_value', { count, n: formatNumber(count) }),
    ends: (ends: Ends) =>
      'rounds' in ends
        ? t('recur.ends_rounds', { count: ends.rounds, n: formatNumber(ends.rounds) })
        : t('recur.ends_date', { date: formatDay(ends.date) }),
  }
}
