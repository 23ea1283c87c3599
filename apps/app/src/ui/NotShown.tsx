import { IonContent } from '@ionic/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reachServer } from '../platform/code.ts'
import { isOffline } from '../platform/errors.ts'
import { useLoggedIn } from '../platform/identity.ts'
import { dismissLoading, showLoading } from '../platform/loading.ts'
import { homePath } from '../platform/runtime.ts'
import { ErrorNotice } from './ErrorNotice.tsx'
import { hideShell } from './shell.ts'

interface Props {
  error: unknown
  /** Fetches what is missing and shows it; rejects with why it still cannot. Without it the app is loaded again. */
  fetchAgain?: () => Promise<void>
}

/** In a page's place when it cannot be shown: its code did not come, or stopped. */
export function NotShown({ error: first, fetchAgain }: Props) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  const [error, setError] = useState(first)
  const waits = isOffline(error) && fetchAgain

  useEffect(() => {
    hideShell()
    document.title = 'Reflet'
  }, [])

  const retry = () => {
    showLoading()
    const next = waits ? waits() : reachServer().then(() => location.reload())
    next.catch(setError).finally(dismissLoading)
  }

  useEffect(() => {
    if (!waits) return
    const fetchNow = () => void waits().catch(setError)
    window.addEventListener('online', fetchNow)
    return () => window.removeEventListener('online', fetchNow)
  }, [waits])

  return (
    <IonContent>
      <div className="gate">
        <h1 className="gate-title">Reflet</h1>
        <ErrorNotice error={error} onRetry={retry} />
        {loggedIn ? (
          <a className="plain-button" href={homePath}>
            {t('common.home')}
          </a>
        ) : null}
      </div>
    </IonContent>
  )
}
