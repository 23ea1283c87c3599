import { IonButton, useIonAlert } from '@ionic/react'
import { MAX_REASON } from '@reflet/contract/answers'
import { useTranslation } from 'react-i18next'

interface Props {
  /** On a confidential request no one is notified, so there is no reason. */
  confidential: boolean
  requester: string
  disabled: boolean
  onDecline: (reason: string | null) => void
}

/** Declining; the reason is optional. */
export function DeclineButton({ confidential, requester, disabled, onDecline }: Props) {
  const { t } = useTranslation()
  const [ask] = useIonAlert()
  const open = () =>
    void ask({
      header: t('answer.decline.title'),
      message: confidential ? t('answer.decline.untold') : t('answer.decline.told', { name: requester }),
      ...(confidential
        ? {}
        : {
            inputs: [
              {
                name: 'reason',
                type: 'textarea' as const,
                placeholder: t('answer.decline.reason'),
                attributes: { maxlength: MAX_REASON, 'aria-label': t('answer.decline.reason') },
              },
            ],
          }),
      buttons: [
        { text: t('common.cancel'), role: 'cancel' },
        { text: t('answer.decline.action'), handler: (values?: { reason?: string }) => onDecline(values?.reason?.trim() || null) },
      ],
    })
  return (
    <IonButton fill="clear" disabled={disabled} onClick={open}>
      {t('answer.decline.action')}
    </IonButton>
  )
}
