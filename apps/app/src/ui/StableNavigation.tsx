import { IonRouterContext, NavContext } from '@ionic/react'
import { type ReactNode, useContext, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Runs after the next frame is painted: the pressed link shows first. A timer would wait for the frames of its animation too. A hidden
 * page paints no frames.
 */
function afterPaint(run: () => void) {
  if (document.visibilityState === 'hidden') return run()
  requestAnimationFrame(() => {
    // Safari has it from version 26 on.
    if ('scheduler' in window) void scheduler.postTask(run, { priority: 'user-blocking' })
    else setTimeout(run)
  })
}

/** The same navigation after the next frame; of several calls before it, the first one counts. */
function deferred<Args extends unknown[]>(navigate: (...args: Args) => void) {
  let isDue = false
  return (...args: Args) => {
    if (isDue) return
    isDue = true
    afterPaint(() => {
      isDue = false
      // The priority that a press has in React.
      flushSync(() => navigate(...args))
    })
  }
}

/**
 * Navigation for what a page contains. Ionic gives both contexts a new value at each navigation, which renders its buttons, items and
 * our `useIonRouter` in every mounted page again (a third of the time of a press). The functions in them never change; the
 * `routeInfo` of a page stays what it was when the page was opened.
 */
export function StableNavigation({ children }: { children: ReactNode }) {
  const nav = useContext(NavContext)
  const router = useContext(IonRouterContext)
  const [stableNav] = useState(() => ({ ...nav, navigate: deferred(nav.navigate) }))
  const [stableRouter] = useState(() => ({ ...router, push: deferred(router.push) }))
  return (
    <NavContext value={stableNav}>
      <IonRouterContext value={stableRouter}>{children}</IonRouterContext>
    </NavContext>
  )
}
