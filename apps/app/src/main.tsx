import { setupIonicReact } from '@ionic/react'
import '@ionic/react/css/core.css'
import '@ionic/react/css/structure.css'
import './critical.css'
import './theme.css'
import './ui/ui.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { isNative } from './platform/runtime.ts'
import { startup } from './platform/startup.ts'

setupIonicReact({ ...(isNative ? {} : { mode: 'md' }), focusManagerPriority: ['heading', 'content'] })

/** The painted shell covers the page until its own style sheet has come. */
const styled = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
  (link) =>
    link.sheet ??
    new Promise((resolve) => {
      link.onload = resolve
      link.onerror = resolve
    }),
)

async function start() {
  const shell = isNative ? import('./NativeShell.tsx') : import('./BrowserShell.tsx')
  const [{ default: Shell }] = await Promise.all([shell, startup(), ...styled])
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App Shell={Shell} />)
}

void start()
