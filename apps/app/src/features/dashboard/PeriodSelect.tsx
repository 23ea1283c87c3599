import { PERIODS } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/Select.tsx'
import { choosePeriod, usePeriod } from './period.ts'

/** The period of the statistics. */
export function PeriodSelect() {
  const { t } = useTranslation()
  const months = usePeriod()
  return (
    <Select
      aria-label={t('period.label')}
      value={months}
      onChange={({ currentTarget }) => choosePeriod(PERIODS.find((one) => String(one) === currentTarget.value) ?? months)}
    >
      {PERIODS.map((one) => (
        <option key={one} value={one}>
          {t(`period.${one}`)}
        </option>
      ))}
    </Select>
  )
}
