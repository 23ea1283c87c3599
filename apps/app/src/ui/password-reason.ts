import { useTranslation } from 'react-i18next'
import { toApiError } from '../platform/errors.ts'

const REASONS = ['too_short', 'common', 'personal'] as const

/** Why a new password is refused, in words; the server's code is that of the field. */
export function usePasswordReason() {
  const { t } = useTranslation()
  return (error: unknown): string => {
    const { fields } = toApiError(error)
    const reason = REASONS.find((one) => Object.values(fields).includes(one))
    return reason ? t(`security.password.weak.${reason}`) : t('errors.password_too_weak')
  }
}
