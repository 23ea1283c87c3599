import { useIonToast } from '@ionic/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Undo {
  text: string
  run: () => void
}

/** The bar with the page's primary action: a toast is placed above it. */
const anchor = () => {
  const positionAnchor = document.querySelector<HTMLElement>('.ion-page:not(.ion-page-hidden) > ion-footer')
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
