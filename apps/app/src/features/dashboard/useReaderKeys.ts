import { useEffect, useRef } from 'react'
import { usePageElement } from '../../ui/page-element.ts'

interface Keys {
  next: () => void
  previous: () => void
  enter: () => void
}

/** Controls with keys of their own, and whatever lies above the page. */
const OWN_KEYS =
  'input, textarea, select, button, a, ion-button, ion-back-button, ion-menu-button, ion-alert, ion-modal, ion-popover, dialog'
const OVERLAYS = 'ion-alert, ion-modal.show-modal, ion-popover, ion-action-sheet, dialog[open], .driver-popover'

/** The keyboard of the reader: the arrow keys change the answer, in reading direction, and Enter sends or goes on. */
export function useReaderKeys(keys: Keys) {
  const page = usePageElement()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
      if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return
      if (!page.current?.isConnected || page.current.closest('.ion-page-hidden, .ion-page-invisible, [aria-hidden="true"]')) return
      if ((target instanceof Element && target.closest(OWN_KEYS)) || document.querySelector(OVERLAYS)) return
      const mirrored = document.documentElement.dir === 'rtl'
      if (key === (mirrored ? 'ArrowLeft' : 'ArrowRight')) latest.current.next()
      else if (key === (mirrored ? 'ArrowRight' : 'ArrowLeft')) latest.current.previous()
      else if (key === 'Enter') latest.current.enter()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [page])
}
