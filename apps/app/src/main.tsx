import { setupIonicReact } from '@ionic/react'
import '@ionic/react/css/core.css'
import '@ionic/react/css/structure.css'
import './critical.css'
import './theme.css'
import './ui/ui.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import BrowserShell from './BrowserShell.tsx'
import { rememberedUserId } from './platform/identity.ts'
import { isPublicPath, loginPath } from './platform/runtime.ts'
import { startup } from './platform/startup.ts'
import { preloadRoute } from './routes.tsx'

setupIonicReact({
  focusManagerPriority: ['heading', 'content'],
  // Ionic moves pages by script, where the style sheet's own word about motion is not heard.
  animated: !matchMedia('(prefers-reduced-motion: reduce)').matches,
})

/** The painted shell covers the page until its own style sheet has come. */
const styled = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
  (link) =>
    link.sheet ??
    new Promise((resolve) => {
      link.onload = resolve
      link.onerror = resolve
    }),
)

/** Compared in place, so that the web app is built without the native shell. */
const loadShell = async () => (import.meta.env.MODE === 'native' ? (await import('./NativeShell.tsx')).default : BrowserShell)

async function start() {
  const knows = rememberedUserId() !== null || isPublicPath(location.pathname)
  preloadRoute(knows ? location.pathname : loginPath)
  const [Shell] = await Promise.all([loadShell(), startup(), ...styled])
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App Shell={Shell} />)
}

void start()
