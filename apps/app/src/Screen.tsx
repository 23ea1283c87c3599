import { Suspense } from 'react'
import { Navigate } from 'react-router-dom'
import { useLoggedIn } from './platform/identity.ts'
import { homePath, loginPath } from './platform/runtime.ts'
import type { AppRoute } from './routes.tsx'

/** One lazy page. The fallback is nothing: Ionic must meet the page itself first, not a stand-in. */
export const Screen = ({ page: Page }: { page: AppRoute['Page'] }) => (
  <Suspense fallback={null}>
    <Page />
  </Suspense>
)

/** An address without a screen leads to where one begins. */
export const Start = () => <Navigate to={useLoggedIn() ? homePath : loginPath} replace />
