import { IonRouterOutlet, IonSplitPane } from '@ionic/react'
import { lazy, Suspense } from 'react'
import { Route, useLocation } from 'react-router-dom'
import { fetchCodeLater } from './platform/code.ts'
import { useLoggedIn } from './platform/current-user.ts'
import { isOnboardingPath } from './platform/paths.ts'
import { isSettled, knownUser } from './platform/session.ts'
import { routes } from './routes.tsx'
import { Screen, Start } from './Screen.tsx'

const SideMenu = lazy(() => fetchCodeLater(() => import('./SideMenu.tsx')))

/** Flat routes; the side menu appears only when logged in and onboarding is over, and stays open from 992 px on. */
export default function BrowserShell() {
  const onboarding = isOnboardingPath(useLocation().pathname)
  const user = knownUser()
  const withMenu = useLoggedIn() && !onboarding && (!user || isSettled(user))
  return (
    <IonSplitPane contentId="main" when="lg" disabled={!withMenu}>
      {withMenu ? (
        <Suspense fallback={<div className="menu-place" />}>
          <SideMenu />
        </Suspense>
      ) : null}
      <IonRouterOutlet id="main">
        {routes.map((route) => (
          <Route key={route.path} path={route.path} element={<Screen route={route} />} />
        ))}
        <Route path="/" element={<Start />} />
        <Route path="*" element={<Start />} />
      </IonRouterOutlet>
    </IonSplitPane>
  )
}
