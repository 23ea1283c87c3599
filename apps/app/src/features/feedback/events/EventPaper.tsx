import { IonButton, IonIcon } from '@ionic/react'
import type { FeedbackEvent } from '@reflet/contract/events'
import { downloadOutline, printOutline } from 'ionicons/icons'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isNative } from '../../../platform/build-target.ts'
import { WITH_YEAR } from '../../../platform/days.ts'
import { saveFile } from '../../../platform/files.ts'
import { fullName } from '../../../platform/full-name.ts'
import { formatDate } from '../../../platform/locale.ts'
import { useUser } from '../../../platform/session.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { asPng, asSvg, qrOf } from '../../../ui/qr.ts'
import styles from './events.module.css'

/** The QR code as a file for slides and print, or a whole poster. */
export function EventPaper({ event }: { event: FeedbackEvent }) {
  const { t } = useTranslation()
  const [printing, setPrinting] = useState(false)
  const svg = () => saveFile(new File([asSvg(qrOf(event.link))], 'reflet-qr.svg', { type: 'image/svg+xml' }))
  const png = async () => {
    const image = await asPng(qrOf(event.link))
    if (image) saveFile(new File([image], 'reflet-qr.png', { type: 'image/png' }))
  }
  return (
    <div className={`row ${styles.eventPaper}`}>
      <IonButton fill="clear" size="small" onClick={() => void png()}>
        <IonIcon slot="start" icon={downloadOutline} aria-hidden="true" />
        {t('events.download', { format: 'PNG' })}
      </IonButton>
      <IonButton fill="clear" size="small" onClick={svg}>
        <IonIcon slot="start" icon={downloadOutline} aria-hidden="true" />
        {t('events.download', { format: 'SVG' })}
      </IonButton>
      {isNative ? null : (
        <IonButton fill="clear" size="small" onClick={() => setPrinting(true)}>
          <IonIcon slot="start" icon={printOutline} aria-hidden="true" />
          {t('events.print')}
        </IonButton>
      )}
      {printing ? <Poster event={event} onPrinted={() => setPrinting(false)} /> : null}
    </div>
  )
}

/** Rendered outside the app while it is printed; nothing else is printed. */
function Poster({ event, onPrinted }: { event: FeedbackEvent; onPrinted: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [])
  return createPortal(
    <div className={styles.eventPoster} aria-hidden="true">
      <h1 dir="auto">{event.title}</h1>
      <p>{t('events.scan', { name: user ? fullName(user) : '' })}</p>
      <QrCode text={event.link} label="" />
      <p>{t('events.or_open')}</p>
      <p dir="ltr">{event.link}</p>
      <p>{t('events.open_until', { when: formatDate(event.ends_at, WITH_YEAR) })}</p>
    </div>,
    document.body,
  )
}
