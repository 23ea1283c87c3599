import { IonModal } from '@ionic/react'
import type { FeedbackEvent } from '@reflet/contract/events'
import { closeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { useUser } from '../../../platform/session.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { useCountText } from './count-text.ts'
import styles from './events.module.css'

interface Props {
  event: FeedbackEvent
  label: string
  isOpen: boolean
  onClose: () => void
}

/** For a projector: the QR code in full screen, and the number of answers. */
export function QrStage({ event, label, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const countText = useCountText()
  const user = useUser()
  return (
    <IonModal key={t('events.show')} className={styles.qrModal ?? ''} isOpen={isOpen} onDidDismiss={onClose} aria-label={t('events.show')}>
      <div className={styles.qrStage}>
        <button type="button" className={`icon-button ${styles.qrClose}`} aria-label={t('events.hide')} onClick={onClose}>
          <Icon icon={closeOutline} size="28px" />
        </button>
        <h2 dir="auto">{event.title}</h2>
        <p>{t('events.scan', { name: user ? fullName(user) : '' })}</p>
        <QrCode text={event.link} label={label} />
        <p className={styles.eventAddress} dir="ltr">
          {event.link}
        </p>
        {event.participants === null ? null : <p className={styles.qrCount}>{countText(event.participants)}</p>}
      </div>
    </IonModal>
  )
}
