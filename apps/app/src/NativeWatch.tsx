import { useIonRouter } from '@ionic/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useUserId } from './platform/current-user.ts'
import { arrival, foreground } from './platform/native/arrivals.ts'
import { hideSplash, leaveApp } from './platform/native/system.ts'
import { neededUpdate } from './platform/native/update.ts'
import { homePath, isPublicPath, loginPath, to } from './platform/paths.ts'
import { useStore } from './platform/store.ts'
import { useToast } from './ui/toast.ts'

const UPDATE = '/update'
/** Another server may accept this version. */
const SERVER = '/server'
/** Time to read a notification and to reach its button. */
const MESSAGE_MS = 8_000
/** Above Ionic's own going back (0), below its dialogs and menus (99, 100). */
const BACK_PRIORITY = 1

type BackButton = CustomEvent<{ register(priority: number, handler: (next: () => void) => void): void }>

/** What the system of the phone brings to the app: links and notifications, Android's back button, a forced update. */
export function NativeWatch() {
  const router = useIonRouter()
  const now = useRef(router)
  now.current = router
  const { pathname } = useLocation()
  const userId = useUserId()
  const arrived = useStore(arrival)
  const update = useStore(neededUpdate)
  const message = useStore(foreground)
  const { t } = useTranslation()
  const toast = useToast()
  const afterLogin = useRef<string | null>(null)

  useEffect(hideSplash, [])

  useEffect(() => {
    if (update && pathname !== UPDATE && pathname !== SERVER) now.current.navigateRoot(UPDATE)
  }, [update, pathname])

  useEffect(() => {
    if (arrived === null) return
    arrival.set(null)
    if (userId !== undefined || isPublicPath(arrived)) return now.current.push(to(arrived))
    afterLogin.current = arrived
    now.current.navigateRoot(loginPath)
  }, [arrived, userId])

  // The login goes to the start page first, which is then behind the wanted one.
  useEffect(() => {
    const wanted = afterLogin.current
    if (userId === undefined || wanted === null || isPublicPath(pathname)) return
    afterLogin.current = null
    arrival.set(wanted)
  }, [userId, pathname])

  useEffect(() => {
    if (!message) return
    foreground.set(null)
    const { text, path } = message
    toast(text, path ? { text: t('common.open'), run: () => arrival.set(path) } : undefined, MESSAGE_MS)
  }, [message, toast, t])

  useEffect(() => {
    const onBack = (event: Event) =>
      (event as BackButton).detail.register(BACK_PRIORITY, (next) => {
        if (now.current.canGoBack()) return next()
        const { pathname: here } = window.location
        if (userId === undefined || here === homePath || here === UPDATE) return leaveApp()
        now.current.navigateRoot(homePath)
      })
    document.addEventListener('ionBackButton', onBack)
    return () => document.removeEventListener('ionBackButton', onBack)
  }, [userId])

  return null
}
