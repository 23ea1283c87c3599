import { IonModal } from '@ionic/react'
import type { FeedbackEvent } from '@reflet/contract/events'
import { closeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/people.ts'
import { useUser } from '../../../platform/session.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useCountText } from './count-text.ts'
import { QrCode } from './QrCode.tsx'

interface Props {
  event: FeedbackEvent
  label: string
  isOpen: boolean
  onClose: () => void
}

/** For a projector: the code as large as the window, legible from the last row, and the number of answers. */
export function QrStage({ event, label, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const countText = useCountText()
  const user = useUser()
  return (
    <IonModal className="qr-modal" isOpen={isOpen} onDidDismiss={onClose} aria-label={t('events.show')}>
      <div className="qr-stage">
        <button type="button" className="icon-button qr-close" aria-label={t('events.hide')} onClick={onClose}>
          <Icon icon={closeOutline} size="28px" />
        </button>
        <h2 dir="auto">{event.title}</h2>
        <p>{t('events.scan', { name: user ? fullName(user) : '' })}</p>
        <QrCode text={event.link} label={label} />
        <p className="event-address" dir="ltr">
          {event.link}
        </p>
        {event.participants === null ? null : <p className="qr-count">{countText(event.participants)}</p>}
      </div>
    </IonModal>
  )
}
