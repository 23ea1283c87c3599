import { useIonToast } from '@ionic/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Undo {
  text: string
  run: () => void
}

/** The bar with the page's main action: a toast above it covers nothing that is needed. */
const anchor = () => {
  const positionAnchor = document.querySelector<HTMLElement>('.ion-page:not(.ion-page-hidden) > ion-footer')
  return positionAnchor ? { positionAnchor } : {}
}

/** `toast(t('…'))`: one short line at the bottom that leaves by itself; `toast(text, { text: 'Undo', run })`. */
export function useToast() {
  const [present] = useIonToast()
  const { t } = useTranslation()
  return useCallback(
    (message: string, undo?: Undo, duration = 4000) => {
      // What was said before may no longer hold.
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
