import { Suspense } from 'react'
import type { AppRoute } from './routes.tsx'

/** One lazy page. The fallback is nothing: Ionic must meet the page itself first, not a stand-in. */
export const Screen = ({ page: Page }: { page: AppRoute['Page'] }) => (
  <Suspense fallback={null}>
    <Page />
  </Suspense>
)
