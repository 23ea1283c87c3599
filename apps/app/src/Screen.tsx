import { IonPage } from '@ionic/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Navigate } from 'react-router-dom'
import { useLoggedIn } from './platform/current-user.ts'
import { homePath, loginPath } from './platform/paths.ts'
import type { AppRoute } from './routes.tsx'
import { NotShown } from './ui/NotShown.tsx'
import { PageElement } from './ui/page-element.ts'
import { StableNavigation } from './ui/StableNavigation.tsx'
import { useHideShell } from './ui/shell.ts'

/**
 * The only `IonPage` of a route. Ionic makes a page visible when its element first enters, and keeps a replaced element invisible
 * (`@ionic/react-router` 9): so it is here, where nothing that a page renders later can replace it.
 */
function Frame({ children }: { children: ReactNode }) {
  const element = useRef<HTMLElement>(null)
  useHideShell(element)
  return (
    <IonPage ref={element}>
      <PageElement value={element}>
        <StableNavigation>{children}</StableNavigation>
      </PageElement>
    </IonPage>
  )
}

/** One lazy page. The fallback renders nothing: Ionic must mount the page itself first, not a placeholder. */
export function Screen({ route }: { route: AppRoute }) {
  const [Page, setPage] = useState<ComponentType>(() => route.Page)
  const fetchAgain = async () => {
    const { default: Fetched } = await route.load()
    setPage(() => Fetched)
  }
  // React caches a rejected import for ever: the next visit needs a new `lazy`.
  const forget = () => {
    route.Page = lazy(route.load)
  }
  return (
    <Suspense fallback={null}>
      <Frame>
        <ErrorBoundary
          resetKeys={[Page]}
          onError={forget}
          fallbackRender={({ error }) => <NotShown error={error} fetchAgain={fetchAgain} />}
        >
          <Page />
        </ErrorBoundary>
      </Frame>
    </Suspense>
  )
}

/** An unknown path redirects to the start page. */
export const Start = () => <Navigate to={useLoggedIn() ? homePath : loginPath} replace />
