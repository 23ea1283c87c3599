import { IonPage } from '@ionic/react'
import { type ReactNode, Suspense, useRef } from 'react'
import { Navigate } from 'react-router-dom'
import { useLoggedIn } from './platform/identity.ts'
import { homePath, loginPath } from './platform/runtime.ts'
import type { AppRoute } from './routes.tsx'
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
export const Screen = ({ page: Page }: { page: AppRoute['Page'] }) => (
  <Suspense fallback={null}>
    <Frame>
      <Page />
    </Frame>
  </Suspense>
)

/** An address without a screen leads to where one begins. */
export const Start = () => <Navigate to={useLoggedIn() ? homePath : loginPath} replace />
