import { setupIonicReact } from '@ionic/react'
import '@ionic/react/css/core.css'
import '@ionic/react/css/structure.css'
import './critical.css'
import './theme.css'
import './ui/ui.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import BrowserShell from './BrowserShell.tsx'
import { ApiError, toApiError } from './platform/errors.ts'
import { rememberedUserId } from './platform/identity.ts'
import { isPublicPath, loginPath } from './platform/runtime.ts'
import { startup } from './platform/startup.ts'
import { preloadRoute } from './routes.tsx'

setupIonicReact({
  focusManagerPriority: ['heading', 'content'],
  // Ionic moves pages by script, where the style sheet's own word about motion is not heard.
  animated: !matchMedia('(prefers-reduced-motion: reduce)').matches,
})

/**
 * The painted shell covers the page until the style sheet is loaded, and reports the error when it cannot be. `data-loaded` is set by
 * index.html: `link.sheet` does not tell, because Chromium sets it on a failed link too.
 */
const styled = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
  (link) => link.dataset.loaded ?? new Promise((resolve) => link.addEventListener('load', resolve)),
)

/** Compared in place, so that the web app is built without the native shell. */
const loadShell = async () => (import.meta.env.MODE === 'native' ? (await import('./NativeShell.tsx')).default : BrowserShell)

/** An `ApiError` is expected, and shown on the screen; anything else is a bug, and logged. */
const logBug = (error: unknown) => {
  if (!(error instanceof ApiError)) console.error(error)
}

async function start() {
  const knows = rememberedUserId() !== null || isPublicPath(location.pathname)
  preloadRoute(knows ? location.pathname : loginPath)
  const started = startup().then(
    () => undefined,
    (error: unknown) => {
      logBug(error)
      return toApiError(error)
    },
  )
  const [Shell, failure] = await Promise.all([loadShell(), started, ...styled])
  const root = document.getElementById('root')
  if (root) createRoot(root, { onCaughtError: logBug }).render(<App Shell={Shell} failure={failure} />)
}

void start()
