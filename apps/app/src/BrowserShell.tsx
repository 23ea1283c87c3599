import { IonRouterOutlet, IonSplitPane } from '@ionic/react'
import { lazy, Suspense } from 'react'
import { Route, useLocation } from 'react-router-dom'
import { fetchCodeLater } from './platform/code.ts'
import { useLoggedIn } from './platform/current-user.ts'
import { isOnboardingPath, isPublicPath } from './platform/paths.ts'
import { isSettled, knownUser } from './platform/session.ts'
import { routes } from './routes.tsx'
import { Screen, Start } from './Screen.tsx'

const SideMenu = lazy(() => fetchCodeLater(() => import('./SideMenu.tsx')))
const TabBar = lazy(() => fetchCodeLater(() => import('./TabBar.tsx')))

/**
 * Flat routes; the side menu appears only when logged in and onboarding is over, and stays open from 992 px on. Windows narrower than 768 px
 * also show the areas as tabs, except on public pages.
 */
export default function BrowserShell() {
  const { pathname } = useLocation()
  const user = knownUser()
  const withMenu = useLoggedIn() && !isOnboardingPath(pathname) && (!user || isSettled(user))
  const withTabs = withMenu && !isPublicPath(pathname)
  return (
    <IonSplitPane contentId="main" when="lg" disabled={!withMenu} className={withTabs ? 'with-tabs' : ''}>
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
      {withTabs ? (
        <Suspense>
          <TabBar />
        </Suspense>
      ) : null}
    </IonSplitPane>
  )
}
