import { IonButton } from '@ionic/react'
import type { SentRequest } from '@reflet/contract/feedback'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { useErrorText } from '../../../ui/ErrorNotice.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useRemindRequest } from '../feedback.api.ts'

/** Reminds those of a request who have not answered, in one tap. */
export function RemindButton({ request }: { request: SentRequest }) {
  const { t } = useTranslation()
  const toast = useToast()
  const words = useErrorText()
  const remind = useRemindRequest()
  return (
    <IonButton
      fill="outline"
      size="small"
      disabled={remind.isPending || !request.can.remind}
      onClick={() =>
        remind.mutate(request.id, {
          onSuccess: ({ reminded }) => toast(t('sent.reminded', { count: reminded, n: formatNumber(reminded) })),
          onError: (failure) => toast(words(failure)),
        })
      }
    >
      {t('sent.remind')}
    </IonButton>
  )
}
