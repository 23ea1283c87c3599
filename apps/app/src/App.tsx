import { IonApp, useIonRouter } from '@ionic/react'
import { IonReactRouter } from '@ionic/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { navigated } from './platform/address.ts'
import { fetchCode, fetchCodeLater } from './platform/code.ts'
import { currentUserId, onForeignLogout, useUserId } from './platform/current-user.ts'
import { type ApiError, settle } from './platform/errors.ts'
import { subscribe } from './platform/events.ts'
import { useLoading } from './platform/loading.ts'
import { hasWords, showFirstLocale } from './platform/locale.ts'
import { homePath, isGuestPath, isOnboardingPath, isPublicPath, loginPath } from './platform/paths.ts'
import { queryClient } from './platform/query.ts'
import { endSession, isSettled, knownUser, startOf } from './platform/session.ts'
import { signOn, unsettled } from './platform/startup.ts'
import { useStore } from './platform/store.ts'
import { NotShown, TryAgain } from './ui/NotShown.tsx'

const SignOn = lazy(() => fetchCode(() => import('./features/session/SignOn.tsx')))

function EndingSignOn() {
  if (!useStore(signOn)) return null
  return (
    <Suspense fallback={null}>
      <SignOn />
    </Suspense>
  )
}

/** Redirects by route, and reactions to platform events. */
function Watch() {
  const router = useIonRouter()
  const routerNow = useRef(router)
  routerNow.current = router
  const { pathname, search } = useLocation()
  const first = useRef(pathname)
  const unsettledUser = useStore(unsettled)
  const userId = useUserId()

  useEffect(() => {
    if (!userId) return
    const whileHere = <T,>(load: () => Promise<T>, begin: (code: T) => Promise<void>) =>
      fetchCodeLater(load).then((code) => (currentUserId() === userId ? begin(code) : undefined))
    void whileHere(
      () => Promise.all([import('./platform/outbox.ts'), import('./outbox-senders.ts')]),
      ([{ startOutbox }, { senders }]) => startOutbox(userId, senders),
    )
    void whileHere(
      () => import('./platform/push.ts'),
      ({ startPush }) => startPush(userId, (path) => routerNow.current.push(path)),
    )
  }, [userId])

  useEffect(() => navigated({ pathname, search }), [pathname, search])

  useEffect(() => {
    const isFirst = pathname === first.current
    if (!isFirst || pathname === homePath)
      void settle(import('./preload.ts').then(({ preloadNext, preloadRoutes }) => (isFirst ? preloadNext() : preloadRoutes())))
    // Redirects from a page of an ended session to the login, and from a public link after a login.
    if (!currentUserId() && !isPublicPath(pathname)) routerNow.current.navigateRoot(loginPath)
  }, [pathname])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation, and after the server's response
  useEffect(() => {
    const user = knownUser()
    if (!user || isSettled(user) || isPublicPath(pathname) || isOnboardingPath(pathname)) return
    routerNow.current.navigateRoot(startOf(user, pathname + search))
  }, [pathname, unsettledUser])

  useEffect(() => {
    const leave = () => {
      if (currentUserId() === undefined) return
      // A guest's page needs no session.
      if (!isGuestPath(location.pathname)) routerNow.current.navigateRoot(loginPath)
      void endSession('expired')
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

/** Hard-coded English: the one screen that needs no translation file. */
const Wordless = () => (
  <main lang="en" dir="ltr">
    <TryAgain
      text="Reflet could not be loaded completely. Check your connection and try again."
      labels={['Try again', 'Loading…']}
      retry={showFirstLocale}
    />
  </main>
)

interface Props {
  Shell: ComponentType
  /** Why the app could not start. */
  failure: ApiError | undefined
}

export function App({ Shell, failure }: Props) {
  if (!useStore(hasWords)) return <Wordless />
  if (failure)
    return (
      <IonApp>
        <NotShown error={failure} />
      </IonApp>
    )
  return (
    <QueryClientProvider client={queryClient}>
      <IonApp>
        <IonReactRouter future={{ v7_startTransition: false, v7_relativeSplatPath: true }}>
          <ErrorBoundary FallbackComponent={NotShown}>
            <Watch />
            <Shell />
            <EndingSignOn />
          </ErrorBoundary>
        </IonReactRouter>
        <Loading />
      </IonApp>
    </QueryClientProvider>
  )
}
