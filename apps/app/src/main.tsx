import { setupIonicReact } from '@ionic/react'
import '@ionic/react/css/core.css'
import '@ionic/react/css/structure.css'
import './tokens.css'
import './critical.css'
import './theme.css'
import './ui/ionic.css'
import './ui/utilities.css'
import './ui/rows.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import BrowserShell from './BrowserShell.tsx'
import { rememberedUserId } from './platform/current-user.ts'
import { ApiError, toApiError } from './platform/errors.ts'
import { isPublicPath, loginPath } from './platform/paths.ts'
import { startup } from './platform/startup.ts'
import { preloadRoute } from './routes.tsx'
import { registerSessionParts } from './session-parts.ts'

const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches

setupIonicReact({
  focusManagerPriority: ['heading', 'content'],
  // Ionic animates pages by script, which ignores the style sheet's reduced motion.
  animated: !isStill,
  // The gesture is an animation: without it Ionic would show the page before without leaving this one.
  ...(isStill && { swipeBackEnabled: false }),
})

/**
 * The static shell covers the page until the style sheet is loaded, and shows an error when it cannot be. `data-loaded` is set by
 * index.html: `link.sheet` is no indicator, because Chromium sets it on a failed link too.
 */
const styled = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
  (link) => link.dataset.loaded ?? new Promise((resolve) => link.addEventListener('load', resolve)),
)

/** An `ApiError` is expected, and shown on the screen; anything else is a bug, and logged. */
const logBug = (error: unknown) => {
  if (!(error instanceof ApiError)) console.error(error)
}

async function start() {
  registerSessionParts()
  const knows = rememberedUserId() !== null || isPublicPath(location.pathname)
  preloadRoute(knows ? location.pathname : loginPath)
  const started = (startup() as Promise<undefined>).catch((error: unknown) => {
    logBug(error)
    return toApiError(error)
  })
  const [Shell, failure] = await Promise.all([
    // Compared in place, so that the bundler removes the native shell from the web app.
    import.meta.env.MODE === 'native' ? import('./NativeShell.tsx').then((shell) => shell.default) : BrowserShell,
    started,
    ...styled,
  ])
  const root = document.getElementById('root')
  // A transition renders in slices of a few milliseconds, so that the page stays responsive.
  if (root) startTransition(() => createRoot(root, { onCaughtError: logBug }).render(<App Shell={Shell} failure={failure} />))
}

void start()
