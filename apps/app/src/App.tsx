import { IonApp, useIonRouter } from '@ionic/react'
import { IonReactRouter } from '@ionic/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { subscribe } from './platform/events.ts'
import { currentUserId, onForeignLogout, useUserId } from './platform/identity.ts'
import { useLoading } from './platform/loading.ts'
import { queryClient } from './platform/query.ts'
import { isGuestPath, isOnboardingPath, isPublicPath, loginPath } from './platform/runtime.ts'
import { endLocally, isSettled, knownUser, startOf } from './platform/session.ts'
import { unsettled } from './platform/startup.ts'
import { useStore } from './platform/store.ts'
import { preloadRoutes } from './routes.tsx'

/** The app's reactions to where it is and to what the platform tells. */
function Watch() {
  const router = useIonRouter()
  const routerNow = useRef(router)
  routerNow.current = router
  const { pathname, search } = useLocation()
  const first = useRef(pathname)
  const told = useStore(unsettled)
  const userId = useUserId()

  useEffect(() => {
    if (!userId) return
    void import('./platform/waiting-answers.ts').then(({ startWaiting }) => startWaiting(userId))
    void import('./platform/push.ts').then(({ startPush }) => startPush(userId, (path) => routerNow.current.push(path)))
  }, [userId])

  useEffect(() => {
    if (pathname !== first.current) preloadRoutes()
  }, [pathname])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked at each place, and when the server has told
  useEffect(() => {
    const user = knownUser()
    if (!user || isSettled(user) || isPublicPath(pathname) || isOnboardingPath(pathname)) return
    routerNow.current.navigateRoot(startOf(user, pathname + search))
  }, [pathname, told])

  useEffect(() => {
    const leave = () => {
      if (currentUserId() === undefined || isGuestPath(location.href)) return
      routerNow.current.navigateRoot(loginPath)
      void endLocally()
    }
    onForeignLogout(leave)
    return subscribe('userDisconnect', leave)
  }, [])

  return null
}

function Loading() {
  const { t } = useTranslation()
  if (!useLoading()) return null
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
    </div>
  )
}

export function App({ Shell }: { Shell: ComponentType }) {
  return (
    <QueryClientProvider client={queryClient}>
      <IonApp>
        <IonReactRouter future={{ v7_startTransition: false, v7_relativeSplatPath: true }}>
          <Watch />
          <Shell />
        </IonReactRouter>
        <Loading />
      </IonApp>
    </QueryClientProvider>
  )
}
