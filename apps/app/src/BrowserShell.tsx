import { IonRouterOutlet, IonSplitPane } from '@ionic/react'
import { lazy, Suspense } from 'react'
import { Navigate, Route } from 'react-router-dom'
import { useLoggedIn } from './platform/identity.ts'
import { homePath } from './platform/runtime.ts'
import { routes } from './routes.tsx'
import { Screen } from './Screen.tsx'

const SideMenu = lazy(() => import('./SideMenu.tsx'))

/** Flat routes; the side menu appears only when logged in, and stays open from 992 px on. */
export default function BrowserShell() {
  const loggedIn = useLoggedIn()
  return (
    <IonSplitPane contentId="main" when="lg" disabled={!loggedIn}>
      {loggedIn ? (
        <Suspense fallback={null}>
          <SideMenu />
        </Suspense>
      ) : null}
      <IonRouterOutlet id="main">
        {routes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Screen page={Page} />} />
        ))}
        <Route path="/" element={<Navigate to={homePath} replace />} />
        <Route path="*" element={<Navigate to={homePath} replace />} />
      </IonRouterOutlet>
    </IonSplitPane>
  )
}
