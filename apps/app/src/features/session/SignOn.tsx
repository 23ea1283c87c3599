import { useIonAlert, useIonRouter } from '@ionic/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/errors.ts'
import { dismissLoading, showLoading } from '../../platform/loading.ts'
import { enter, openByPassword } from '../../platform/login.ts'
import { logout, presentUserId } from '../../platform/logout.ts'
import { loginPath } from '../../platform/paths.ts'
import { knownUser, startOf } from '../../platform/session.ts'
import { signOn } from '../../platform/startup.ts'
import { stepUp } from '../../platform/step-up.ts'
import { failureOf, type SignOnFailure } from './sign-on-failure.ts'

/** docs/PRODUCT.md, "Sessions and start" (specification, section 9). */
const DELAY_MS = 1000

/** What follows a single sign-on that failed, whatever failed: logs out, leads to the login, and shows the alert. */
export function useFailedSignOn() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const [present] = useIonAlert()
  return async (failure: SignOnFailure, userId = presentUserId()) => {
    await logout(userId).catch(() => undefined)
    if (location.pathname !== loginPath) router.navigateRoot(loginPath)
    await present({ header: t('login.sso_title'), message: t(`login.${failure}`), buttons: [t('login.sso_ok')] })
  }
}

/** Ends a single sign-on: waits, shows the loading indicator, logs in with the one-time code, and goes to the start page. */
export default function SignOn() {
  const router = useIonRouter()
  const fail = useFailedSignOn()
  const now = useRef({ router, fail })
  now.current = { router, fail }
  useEffect(() => {
    const came = signOn.get()
    if (!came) return
    const attempt = async () => {
      showLoading()
      let isLoggedIn = false
      const present = presentUserId()
      let reason: ApiError | undefined
      const begin = async () => {
        // Not begun on this phone: sending the code would use it up.
        if (import.meta.env.MODE === 'native' && !came.codeVerifier) throw new ApiError(401, 'unauthenticated')
        const opened = await openByPassword(came.email, came.token, { isCode: true, codeVerifier: came.codeVerifier })
        isLoggedIn = true
        return opened
      }
      const done = await enter(came.email, begin, (error) => {
        reason = error
      })
      dismissLoading()
      signOn.set(null)
      // A call waited for it: its page goes on.
      if (done && stepUp.get() && knownUser()?.id === present) return
      if (done) return now.current.router.navigateRoot(startOf(knownUser()))
      await now.current.fail(failureOf(reason, isLoggedIn), present)
    }
    const timer = window.setTimeout(() => void attempt(), DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return null
}
