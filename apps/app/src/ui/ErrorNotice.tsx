import { ACCOUNTS_TOO_NEW, COUNTING_DAYS } from '@reflet/contract/counting'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLoggedIn } from '../platform/current-user.ts'
import { toApiError } from '../platform/errors.ts'
import { formatNumber, relativeTime } from '../platform/locale.ts'
import { to } from '../platform/paths.ts'

/** Above this wait “a moment” would be wrong: a daily limit shows its reset time. Seconds. */
const LONG = 600

/** Codes of a field that say more than the error's own code. */
const FIELD_CODES = ['web_address', 'control_characters', ACCOUNTS_TOO_NEW] as const

/** The text of any error; an unknown code has a general one. */
export function useErrorText() {
  const { t, i18n } = useTranslation()
  return (error: unknown) => {
    const { code, fields, retryAfter = 0 } = toApiError(error)
    const why = Object.values(fields)
    if (code === 'slow_down' && why.includes('outside_limit'))
      return t('errors.outside_limit_until', { when: relativeTime(Date.now() + retryAfter * 1000) })
    const reason = FIELD_CODES.find((one) => why.includes(one))
    if (reason) return t(`errors.${reason}`, { n: formatNumber(COUNTING_DAYS) })
    if (code === 'slow_down' && retryAfter >= LONG)
      return t('errors.slow_down_until', { when: relativeTime(Date.now() + retryAfter * 1000) })
    const key = `errors.${code}`
    return t((i18n.exists(key) ? key : 'errors.internal') as ParseKeys)
  }
}

interface Props {
  error: unknown
  onRetry?: () => void
  /** For errors where a retry is useless: what to do instead. */
  retryLabel?: string
}

/** An error with Retry. The input is kept. For "not found" a link to the home page instead. */
export function ErrorNotice({ error, onRetry, retryLabel }: Props) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  const words = useErrorText()
  const { requestId, status } = toApiError(error)
  const lost = status === 404 && loggedIn
  return (
    <div className="notice" role="alert">
      <p>{words(error)}</p>
      {requestId && status >= 500 ? <p className="small quiet">{t('common.reference', { id: requestId })}</p> : null}
      {onRetry && !lost ? (
        <button type="button" className="plain-button" onClick={onRetry}>
          {retryLabel ?? t('common.retry')}
        </button>
      ) : null}
      {onRetry && lost ? (
        <Link className="plain-button" to={to('/home')}>
          {t('common.home')}
        </Link>
      ) : null}
    </div>
  )
}
