import { IonRouterOutlet, IonSplitPane } from '@ionic/react'
import { useState } from 'react'
import { matchPath, Navigate, Route, useLocation } from 'react-router-dom'
import { Confirming } from './Confirming.tsx'
import { MenuGroups } from './MenuGroups.tsx'
import { NativeTabBar } from './NativeTabBar.tsx'
import { NativeWatch } from './NativeWatch.tsx'
import { useLoggedIn } from './platform/current-user.ts'
import { homePath, isOnboardingPath, isOutsideTabs, isPublicPath, to } from './platform/paths.ts'
import { isSettled, knownUser } from './platform/session.ts'
import { routes } from './routes.tsx'
import { Screen, Start } from './Screen.tsx'
import { OtherPages } from './ui/other-pages.ts'

/** A path of the browser, as in a link of a message or of the newsfeed: the same page in the tabs. Anything else is the start. */
function Elsewhere() {
  const { pathname, search } = useLocation()
  // It stays mounted after it has redirected: the path of that time counts.
  const [page] = useState(() =>
    routes.some(({ path }) => !isOutsideTabs(path) && matchPath(path, pathname)) ? to(pathname) + search : null,
  )
  return page ? <Navigate to={page} replace /> : <Start />
}

/** Tabs under `/tabs/*`; public pages and the onboarding have no tab bar. */
export default function NativeShell() {
  const { pathname } = useLocation()
  const user = knownUser()
  const withTabs = useLoggedIn() && (!user || isSettled(user)) && !isPublicPath(pathname) && !isOnboardingPath(pathname)
  return (
    <OtherPages value={MenuGroups}>
      <NativeWatch />
      <Confirming />
      <IonSplitPane contentId="main" disabled className={withTabs ? 'with-tabs native-tabs' : ''}>
        <IonRouterOutlet id="main">
          {routes.map((route) => (
            <Route key={route.path} path={to(route.path)} element={<Screen route={route} />} />
          ))}
          <Route path="/tabs" element={<Navigate to={homePath} replace />} />
          <Route path="/" element={<Start />} />
          <Route path="*" element={<Elsewhere />} />
        </IonRouterOutlet>
        {withTabs ? <NativeTabBar /> : null}
      </IonSplitPane>
    </OtherPages>
  )
}
