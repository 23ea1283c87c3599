import { IonContent } from '@ionic/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { toNewest } from '../platform/code.ts'
import { useLoggedIn } from '../platform/current-user.ts'
import { isOffline } from '../platform/errors.ts'
import { onOnline, reachServer } from '../platform/online.ts'
import { homePath } from '../platform/paths.ts'
import { useErrorText } from './ErrorNotice.tsx'
import { hideShell } from './shell.ts'

interface TryAgainProps {
  text: string
  /** The text of the button, and while it is busy. */
  labels: readonly [string, string]
  retry: () => Promise<unknown>
  children?: ReactNode
}

/** A failure message with a retry button, in the layout of the static shell of index.html. */
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
  /** For a page: imports it again and shows it; rejects with the new error. Without it, retry reloads the app. */
  fetchAgain?: () => Promise<void>
}

/** Shown in place of a page, or of the app, whose code could not be fetched or threw an error. */
export function NotShown({ error: first, fetchAgain }: Props) {
  const { t } = useTranslation()
  const words = useErrorText()
  const loggedIn = useLoggedIn()
  const [error, setError] = useState(first)
  const waits = isOffline(error) && fetchAgain
  const retry = () =>
    (waits
      ? waits()
      : reachServer()
          .then(toNewest)
          .then(() => location.reload())
    ).catch(setError)

  useEffect(() => {
    document.title = 'Reflet'
  }, [])

  useEffect(() => {
    if (!waits) return
    return onOnline(() => void waits().catch(setError))
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
