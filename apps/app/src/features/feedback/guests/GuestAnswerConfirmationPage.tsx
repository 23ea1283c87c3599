import { useTranslation } from 'react-i18next'
import { GuestFrame } from './GuestFrame.tsx'
import { GuestReceipt } from './GuestReceipt.tsx'

/** Where a guest comes after answering, and from the mail that tells what came back. */
export default function GuestAnswerConfirmationPage() {
  const { t } = useTranslation()
  return <GuestFrame title={t('answered.title')}>{(view) => <GuestReceipt view={view} />}</GuestFrame>
}
