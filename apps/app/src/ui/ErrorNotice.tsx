import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../platform/errors.ts'
import { relativeTime } from '../platform/locale.ts'

/** From here on “a moment” would be untrue: a limit of the day says when it ends. Seconds. */
const LONG = 600

/** The words for any failure; a code that this version does not know reads as a general one. */
export function useErrorText() {
  const { t, i18n } = useTranslation()
  return (error: unknown) => {
    const { code, retryAfter = 0 } = toApiError(error)
    if (code === 'slow_down' && retryAfter >= LONG)
      return t('errors.slow_down_until', { when: relativeTime(Date.now() + retryAfter * 1000) })
    const key = `errors.${code}`
    return t((i18n.exists(key) ? key : 'errors.internal') as ParseKeys)
  }
}

/** What went wrong, and Retry. What was typed stays where it was. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  const words = useErrorText()
  const { requestId, status } = toApiError(error)
  return (
    <div className="notice" role="alert">
      <p>{words(error)}</p>
      {requestId && status >= 500 ? <p className="small quiet">{t('common.reference', { id: requestId })}</p> : null}
      {onRetry ? (
        <button type="button" className="plain-button" onClick={onRetry}>
          {t('common.retry')}
        </button>
      ) : null}
    </div>
  )
}
