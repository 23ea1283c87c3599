import { useIonAlert } from '@ionic/react'
import { useTranslation } from 'react-i18next'

interface Question {
  header: string
  message?: string
  /** The label of the button that does it. */
  action: string
  /** The label of the button that closes the dialog. */
  cancel?: string
  onConfirm: () => void
}

/** Confirmation dialog before a destructive action. */
export function useConfirm() {
  const { t } = useTranslation()
  const [present] = useIonAlert()
  return ({ header, message, action, cancel = t('common.cancel'), onConfirm }: Question) =>
    void present({
      header,
      ...(message && { message }),
      buttons: [
        { text: cancel, role: 'cancel' },
        { text: action, role: 'destructive', handler: onConfirm },
      ],
    })
}
