import { useTranslation } from 'react-i18next'
import { formatDate } from '../platform/locale.ts'

/** The words of a button that reminds: once it is disabled, from when a reminder is possible. */
export function useRemindText() {
  const { t } = useTranslation()
  return (from: string | null | undefined) =>
    from ? t('sent.remind_from', { when: formatDate(from, { dateStyle: 'medium', timeStyle: 'short' }) }) : t('sent.remind')
}
