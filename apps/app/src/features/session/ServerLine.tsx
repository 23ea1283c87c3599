import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useApiHost } from '../../platform/server.ts'

/** On native: which server the login goes to, and how to choose another. */
export function ServerLine() {
  const { t } = useTranslation()
  const host = useApiHost()
  if (!host) return null
  return (
    <p className="small quiet">
      {t('server.here', { name: new URL(host).host })}{' '}
      <Link className="plain-button" to="/server">
        {t('server.change')}
      </Link>
    </p>
  )
}
