import { useIonToast } from '@ionic/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Undo {
  text: string
  run: () => void
}

const PAGE = '.ion-page:not(.ion-page-hidden, .ion-page-invisible)'
/** Bars at the bottom, and main buttons at the end of a form. */
const KEPT_FREE = `${PAGE} > ion-footer, .tab-bar, ${PAGE} > ion-content :is(.form-actions, ion-button[size="large"])`
/** A toast of two lines and its distance. */
const TOAST_PX = 88

/** What a toast at the bottom would cover: it is placed above the highest of these. */
function anchor() {
  let bottom = window.innerHeight
  let positionAnchor: HTMLElement | undefined
  const boxes = [...document.querySelectorAll<HTMLElement>(KEPT_FREE)]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.top < bottom)
    .sort((a, b) => b.box.bottom - a.box.bottom)
  for (const { element, box } of boxes) {
    if (box.bottom < bottom - TOAST_PX || box.top >= bottom) continue
    bottom = box.top
    positionAnchor = element
  }
  return positionAnchor ? { positionAnchor } : {}
}

/** `toast(t('…'))`: one short line at the bottom that disappears automatically; `toast(text, { text: 'Undo', run })`. */
export function useToast() {
  const [present] = useIonToast()
  const { t } = useTranslation()
  return useCallback(
    (message: string, undo?: Undo, duration = 4000) => {
      // The previous message may no longer be true.
      for (const old of document.querySelectorAll('ion-toast')) void old.dismiss()
      void present({
        message,
        ...anchor(),
        duration,
        position: 'bottom',
        swipeGesture: 'vertical',
        buttons: undo ? [{ text: undo.text, handler: undo.run }] : [{ text: t('common.close'), role: 'cancel' }],
      })
    },
    [present, t],
  )
}
