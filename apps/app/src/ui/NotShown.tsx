import { IonContent } from '@ionic/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { reachServer } from '../platform/code.ts'
import { isOffline } from '../platform/errors.ts'
import { useLoggedIn } from '../platform/identity.ts'
import { homePath } from '../platform/runtime.ts'
import { useErrorText } from './ErrorNotice.tsx'
import { hideShell } from './shell.ts'

interface TryAgainProps {
  text: string
  /** What the button says, and while it is busy. */
  labels: readonly [string, string]
  retry: () => Promise<unknown>
  children?: ReactNode
}

/** The painted shell of index.html where it could go no further: what happened, and another try. */
export function TryAgain({ text, labels: [label, busyLabel], retry, children }: TryAgainProps) {
  const [busy, setBusy] = useState(false)
  useEffect(hideShell, [])
  const press = () => {
    if (busy) return
    setBusy(true)
    void retry().finally(() => setBusy(false))
  }
  return (
    <div className="gate">
      <h1 className="gate-title">Reflet</h1>
      <p className="gate-text" role="alert">
        {text}
      </p>
      <button type="button" className="gate-button" onClick={press} aria-disabled={busy}>
        {busy ? busyLabel : label}
      </button>
      {children}
    </div>
  )
}

interface Props {
  error: unknown
  /** Of a page: fetches what is missing and shows it; rejects with why it still cannot. Without it the whole app is loaded again. */
  fetchAgain?: () => Promise<void>
}

/** In a page's place when it cannot be shown: its code did not come, or stopped. */
export function NotShown({ error: first, fetchAgain }: Props) {
  const { t } = useTranslation()
  const words = useErrorText()
  const loggedIn = useLoggedIn()
  const [error, setError] = useState(first)
  const waits = isOffline(error) && fetchAgain
  const retry = () => (waits ? waits() : reachServer().then(() => location.reload())).catch(setError)

  useEffect(() => {
    document.title = 'Reflet'
  }, [])

  useEffect(() => {
    if (!waits) return
    const fetchNow = () => void waits().catch(setError)
    window.addEventListener('online', fetchNow)
    return () => window.removeEventListener('online', fetchNow)
  }, [waits])

  return (
    <IonContent>
      <TryAgain text={words(error)} labels={[t('common.retry'), t('common.loading')]} retry={retry}>
        {loggedIn && fetchAgain ? (
          <Link className="plain-button" to={homePath}>
            {t('common.home')}
          </Link>
        ) : null}
      </TryAgain>
    </IonContent>
  )
}
