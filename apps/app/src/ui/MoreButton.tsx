import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'

interface Props {
  pending: boolean
  onMore: () => void
  /** Where two lists go on below each other, what more there is. */
  label?: string
}

/** The next page of a list, when asked for. */
export function MoreButton({ pending, onMore, label }: Props) {
  const { t } = useTranslation()
  return (
    <IonButton fill="clear" expand="block" disabled={pending} onClick={onMore}>
      {pending ? t('common.loading') : (label ?? t('common.more'))}
    </IonButton>
  )
}
