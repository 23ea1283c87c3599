import { useIonRouter } from '@ionic/react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { fetchCodeLater } from '../platform/code.ts'
import { mayHaveKeys, showPanel, usePanel } from '../platform/shortcuts.ts'
import { startKeys } from './keys.ts'

const fetchPalette = () => fetchCodeLater(() => import('./Palette.tsx'))
const fetchKeys = () => fetchCodeLater(() => import('./KeysDialog.tsx'))
const Palette = lazy(fetchPalette)
const KeysDialog = lazy(fetchKeys)

/** The keyboard shortcuts of the app, and the dialogs that they open. */
export function Shortcuts() {
  const router = useIonRouter()
  const routerNow = useRef(router)
  routerNow.current = router
  const panel = usePanel()
  useEffect(() => {
    // Without a network the dialogs must open too; a phone has no keys to open them with.
    if (mayHaveKeys()) {
      void fetchPalette()
      void fetchKeys()
    }
    const end = startKeys((path) => routerNow.current.push(path, 'root'))
    return () => {
      end()
      showPanel(null)
    }
  }, [])
  return (
    <Suspense fallback={null}>
      {panel === 'search' ? <Palette /> : null}
      {panel === 'keys' ? <KeysDialog /> : null}
    </Suspense>
  )
}
