import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { toApiError } from '../platform/errors.ts'
import { useLoggedIn } from '../platform/identity.ts'
import { relativeTime } from '../platform/locale.ts'
import { to } from '../platform/runtime.ts'

/** From here on “a moment” would be untrue: a limit of the day says when it ends. Seconds. */
const LONG = 600

/** What is wrong with a name, whichever. */
const NAME_CODES = ['web_address', 'control_characters'] as const

/** The words for any failure; a code that this version does not know reads as a general one. */
export function useErrorText() {
  const { t, i18n } = useTranslation()
  return (error: unknown) => {
    const { code, fields, retryAfter = 0 } = toApiError(error)
    const why = Object.values(fields)
    if (code === 'slow_down' && why.includes('outside_limit'))
      return t('errors.outside_limit_until', { when: relativeTime(Date.now() + retryAfter * 1000) })
    const wrongName = code === 'invalid_input' && NAME_CODES.find((one) => why.includes(one))
    if (wrongName) return t(`errors.${wrongName}`)
    if (code === 'slow_down' && retryAfter >= LONG)
      return t('errors.slow_down_until', { when: relativeTime(Date.now() + retryAfter * 1000) })
    const key = `errors.${code}`
    return t((i18n.exists(key) ? key : 'errors.internal') as ParseKeys)
  }
}

interface Props {
  error: unknown
  onRetry?: () => void
  /** Where the same again would fail the same way: what to do instead. */
  retryLabel?: string
}

/** What went wrong, and Retry. What was typed stays where it was. What is not there will not come back: the way home instead. */
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
