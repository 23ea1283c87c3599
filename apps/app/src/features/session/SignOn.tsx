import { useIonAlert, useIonRouter } from '@ionic/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../platform/errors.ts'
import { dismissLoading, showLoading } from '../../platform/loading.ts'
import { enter, knownUser, logout, openByPassword, startOf } from '../../platform/session.ts'
import { signOn } from '../../platform/startup.ts'

/** docs/PRODUCT.md, "Sessions and start" (specification, section 9). */
const DELAY_MS = 1000

export type SignOnFailure = 'ERREUR_1' | 'ERREUR_2' | 'ERREUR_3' | 'ERREUR_4'

/** Which message a failure has (specification, section 8): of the login call, or of the fetch of the user that follows it. */
export function failureOf(error: ApiError | undefined, isLoggedIn: boolean): SignOnFailure {
  if (isLoggedIn) return error?.status === 401 ? 'ERREUR_1' : 'ERREUR_2'
  return error?.status === 0 ? 'ERREUR_4' : 'ERREUR_3'
}

/** The alert of a single sign-on that failed. */
export function useSignOnAlert() {
  const { t } = useTranslation()
  const [present] = useIonAlert()
  return (failure: SignOnFailure) => present({ header: t('login.sso_title'), message: t(`login.${failure}`), buttons: [t('login.sso_ok')] })
}

/** Ends a single sign-on: waits, shows the loading indicator, logs in with the one-time code, and goes to the start page. */
export default function SignOn() {
  const router = useIonRouter()
  const alert = useSignOnAlert()
  const now = useRef({ router, alert })
  now.current = { router, alert }
  useEffect(() => {
    const came = signOn.get()
    if (!came) return
    const attempt = async () => {
      showLoading()
      let isLoggedIn = false
      let reason: ApiError | undefined
      const begin = async () => {
        const opened = await openByPassword(came.email, came.token, { isCode: true, codeVerifier: came.codeVerifier })
        isLoggedIn = true
        return opened
      }
      const done = await enter(came.email, begin, (error) => {
        reason = error
      })
      dismissLoading()
      signOn.set(null)
      if (done) return now.current.router.navigateRoot(startOf(knownUser()))
      // A code that was refused ends no other session.
      if (isLoggedIn || import.meta.env.MODE !== 'native') await logout().catch(() => undefined)
      await now.current.alert(failureOf(reason, isLoggedIn))
    }
    const timer = window.setTimeout(() => void attempt(), DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return null
}
