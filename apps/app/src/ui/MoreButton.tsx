import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'

/** The next page of a list, when asked for. */
export function MoreButton({ pending, onMore }: { pending: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  return (
    <IonButton fill="clear" expand="block" disabled={pending} onClick={onMore}>
      {t(pending ? 'common.loading' : 'common.more')}
    </IonButton>
  )
}
