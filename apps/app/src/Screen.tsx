import { IonPage } from '@ionic/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Navigate } from 'react-router-dom'
import { useLoggedIn } from './platform/identity.ts'
import { homePath, loginPath } from './platform/runtime.ts'
import type { AppRoute } from './routes.tsx'
import { NotShown } from './ui/NotShown.tsx'
import { PageElement } from './ui/page-element.ts'
import { useHideShell } from './ui/shell.ts'

/**
 * The one `IonPage` of a route. Ionic makes a page visible when its element first enters, and leaves an element that takes its place
 * later invisible (`@ionic/react-router` 9): so it is here, where nothing that a page shows after another can replace it.
 */
function Frame({ children }: { children: ReactNode }) {
  const element = useRef<HTMLElement>(null)
  useHideShell(element)
  return (
    <IonPage ref={element}>
      <PageElement value={element}>{children}</PageElement>
    </IonPage>
  )
}

/** One lazy page. The fallback is nothing: Ionic must meet the page itself first, not a stand-in. */
export function Screen({ route }: { route: AppRoute }) {
  const [Page, setPage] = useState<ComponentType>(() => route.Page)
  const fetchAgain = async () => {
    const { default: Fetched } = await route.load()
    setPage(() => Fetched)
  }
  // React keeps a rejected import for ever: the next visit needs a new `lazy`.
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

/** An address without a screen leads to where one begins. */
export const Start = () => <Navigate to={useLoggedIn() ? homePath : loginPath} replace />
