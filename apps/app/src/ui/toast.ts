import { useIonToast } from '@ionic/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Undo {
  text: string
  run: () => void
}

/** `toast(t('…'))`: one short line at the bottom that leaves by itself; `toast(text, { text: 'Undo', run })`. */
export function useToast() {
  const [present] = useIonToast()
  const { t } = useTranslation()
  return useCallback(
    (message: string, undo?: Undo, duration = 4000) =>
      void present({
        message,
        duration,
        position: 'bottom',
        swipeGesture: 'vertical',
        buttons: undo ? [{ text: undo.text, handler: undo.run }] : [{ text: t('common.close'), role: 'cancel' }],
      }),
    [present, t],
  )
}
