import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'

/** “12 people have answered”. */
export function useCountText() {
  const { t } = useTranslation()
  return (count: number) => t('events.count', { count, n: formatNumber(count) })
}
