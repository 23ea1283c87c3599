import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'

interface Props {
  pending: boolean
  onMore: () => void
  /** The name of the list, where several are below each other. */
  label?: string
}

/** Fetches the next page of a list. */
export function MoreButton({ pending, onMore, label }: Props) {
  const { t } = useTranslation()
  return (
    <IonButton fill="clear" expand="block" disabled={pending} onClick={onMore}>
      {pending ? t('common.loading') : (label ?? t('common.more'))}
    </IonButton>
  )
}
