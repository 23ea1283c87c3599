import { useIonToast } from '@ionic/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Undo {
  text: string
  run: () => void
}

/** Between a toast and what is below it, and above it. */
const DISTANCE_PX = 16
const PAGE = '.ion-page:not(.ion-page-hidden, .ion-page-invisible)'
/** Bars at the bottom, and main buttons at the end of a form. */
const KEPT_FREE = `${PAGE} > ion-footer, .tab-bar, ${PAGE} > ion-content :is(.form-actions, ion-button[size="large"])`

/** How much of the window's bottom a toast of this height leaves free: what it would cover is below it. */
function keptFree(height: number) {
  let bottom = window.innerHeight
  const boxes = [...document.querySelectorAll(KEPT_FREE)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.top < bottom)
    .sort((a, b) => b.bottom - a.bottom)
  // In a low window the toast has to cover the highest of them.
  for (const box of boxes) if (box.bottom > bottom - height && box.top < bottom && box.top >= height) bottom = box.top
  return window.innerHeight - bottom
}

/**
 * Places a toast as long as it is shown. Ionic's own anchor is measured once: when its form closes or the page changes at the same time, the toast
 * is outside the window or on a button.
 */
function place({ target }: Event) {
  const toast = target as HTMLElement
  const move = () => {
    const { clientHeight = 0 } = toast.shadowRoot?.querySelector('.toast-wrapper') ?? {}
    const free = keptFree(clientHeight + DISTANCE_PX)
    toast.style.blockSize = `calc(100% - ${free}px)`
    // Bars have this distance themselves.
    toast.style.setProperty('--ion-safe-area-bottom', free > 0 ? '0px' : null)
  }
  // A phone that is turned, and a bar whose text gets larger.
  const sizes = new ResizeObserver(move)
  const watched = new Set<Element>()
  const watch = () => {
    move()
    for (const element of [document.body, ...document.querySelectorAll(KEPT_FREE)]) {
      // To observe an element again reports its size again.
      if (!watched.has(element)) sizes.observe(element)
      watched.add(element)
    }
  }
  const changes = new MutationObserver(watch)
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
  // A step that takes the focus has scrolled by then.
  toast.addEventListener('ionToastDidPresent', watch)
  toast.addEventListener('ionToastDidDismiss', () => {
    changes.disconnect()
    sizes.disconnect()
  })
}

/** `toast(t('…'))`: one short line at the bottom that disappears automatically; `toast(text, { text: 'Undo', run })`. */
export function useToast() {
  const [present, dismiss] = useIonToast()
  const { t } = useTranslation()
  return useCallback(
    (message: string, undo?: Undo, duration = 4000) => {
      // The previous message may no longer be true.
      for (const old of document.querySelectorAll('ion-toast')) void old.dismiss()
      // Until its own previous one is gone, Ionic presents nothing.
      void dismiss().then(() =>
        present({
          message,
          duration,
          position: 'bottom',
          swipeGesture: 'vertical',
          buttons: undo ? [{ text: undo.text, handler: undo.run }] : [{ text: t('common.close'), role: 'cancel' }],
          onWillPresent: place,
        }),
      )
    },
    [present, dismiss, t],
  )
}
