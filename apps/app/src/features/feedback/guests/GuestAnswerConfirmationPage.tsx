import { useTranslation } from 'react-i18next'
import { GuestFrame } from './GuestFrame.tsx'
import { GuestReceipt } from './GuestReceipt.tsx'

/** A guest's page after answering, also linked from the mail about the receiver's thanks. */
export default function GuestAnswerConfirmationPage() {
  const { t } = useTranslation()
  return <GuestFrame title={t('answered.title')}>{(view) => <GuestReceipt view={view} />}</GuestFrame>
}
