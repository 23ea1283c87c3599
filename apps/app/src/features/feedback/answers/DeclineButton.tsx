import { IonButton, useIonAlert } from '@ionic/react'
import { MAX_REASON } from '@reflet/contract/groups'
import { useTranslation } from 'react-i18next'

interface Props {
  /** On a confidential request nobody is told, so no reason is asked for. */
  confidential: boolean
  requester: string
  disabled: boolean
  onDecline: (reason: string | null) => void
}

/** Saying no is easy, and a reason is welcome but never needed. */
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
