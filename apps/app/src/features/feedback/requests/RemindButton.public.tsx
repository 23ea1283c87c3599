import { IonButton } from '@ionic/react'
import type { SentRequest } from '@reflet/contract/feedback'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../platform/errors.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { useErrorText } from '../../../ui/ErrorNotice.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useRemindText } from '../../../ui/useRemindText.ts'
import { useRemindRequest } from '../feedback.api.ts'

/** Reminds those of a request who have not answered, in one tap; until the first of them may be reminded, it says from when. */
export function RemindButton({ request, size }: { request: SentRequest; size?: 'small' }) {
  const { t } = useTranslation()
  const toast = useToast()
  const words = useErrorText()
  const remind = useRemindRequest()
  const text = useRemindText()
  const { can, can_remind_from } = request
  if (!can.remind && !can_remind_from) return null
  return (
    <IonButton
      fill="outline"
      {...(size && { size })}
      disabled={remind.isPending || !can.remind}
      onClick={() =>
        remind.mutate(request.id, {
          onSuccess: ({ reminded }) => toast(t('sent.reminded', { count: reminded, n: formatNumber(reminded) })),
          // Reminded on another device meanwhile: the button says by itself from when it is possible again.
          onError: (failure) => toApiError(failure).code !== 'reminded_recently' && toast(words(failure)),
        })
      }
    >
      {text(can_remind_from)}
    </IonButton>
  )
}
