import { IonButton, IonContent, IonIcon, IonProgressBar, IonRange } from '@ionic/react'
import { refreshOutline } from 'ionicons/icons'
import { useEffect, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SheetHeader } from '../../ui/SheetHeader.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { type Area, cutSquare } from './photo.ts'
import 'react-easy-crop/react-easy-crop.css'
import pageStyles from '../../ui/Page.module.css'
import styles from './profile.module.css'

const MAX_ZOOM = 4
/** Pixels per arrow key; with Shift a fifth. */
const STEP = 10

export interface CropProps {
  url: string
  image: HTMLImageElement
  pending: boolean
  error: unknown
  onUse: (photo: Blob) => void
  onCancel: () => void
}

/** The cropper measures its container when it is mounted, and only then: the container needs its layout before. */
function useLaidOut() {
  const box = useRef<HTMLDivElement>(null)
  const [laidOut, setLaidOut] = useState(false)
  useEffect(() => {
    if (laidOut || !box.current) return
    const observer = new ResizeObserver(([entry]) => setLaidOut((entry?.contentRect.width ?? 0) > 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [laidOut])
  return { box, laidOut }
}

const percent = (zoom: number) => formatNumber(zoom, { style: 'percent', maximumFractionDigits: 0 })

/** A round crop area over the picture, moved by drag, pinch, the wheel, the arrow keys or the slider. */
export default function PhotoCrop({ url, image, pending, error, onUse, onCancel }: CropProps) {
  const { t } = useTranslation()
  const hint = useId()
  const { box, laidOut } = useLaidOut()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState(0)
  const [area, setArea] = useState<Area>()
  const [broken, setBroken] = useState<unknown>()
  const failure = error ?? broken

  const use = () => {
    if (!area || pending) return
    setBroken(undefined)
    cutSquare(image, area, rotation).then(onUse, setBroken)
  }

  return (
    <>
      <SheetHeader role="heading" aria-level={1} title={t('photo.title')} close={t('common.cancel')} onClose={onCancel} />
      <IonContent>
        <section className={`${pageStyles.pageBody} stack`} data-testid="page-body" aria-label={t('photo.title')}>
          <p className="quiet" id={hint}>
            {t('photo.hint')}
          </p>
          <div className={styles.photoCrop} dir="ltr" ref={box}>
            {laidOut ? (
              <Cropper
                image={url}
                crop={crop}
                zoom={zoom}
                rotation={rotation}
                maxZoom={MAX_ZOOM}
                aspect={1}
                cropShape="round"
                objectFit="contain"
                showGrid={false}
                keyboardStep={STEP}
                disableAutomaticStylesInjection
                cropperProps={{ role: 'application', 'aria-label': t('photo.area'), 'aria-describedby': hint }}
                mediaProps={{ alt: '' }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onRotationChange={setRotation}
                onCropAreaChange={(_, pixels) => setArea(pixels)}
              />
            ) : null}
          </div>
          <div className={`row ${styles.photoTools}`}>
            <IonRange
              className="grow"
              label={t('photo.zoom')}
              min={1}
              max={MAX_ZOOM}
              step={0.1}
              value={zoom}
              pinFormatter={percent}
              onIonInput={({ detail }) => setZoom(Number(detail.value))}
            />
            <IonButton fill="outline" onClick={() => setRotation((turn) => (turn + 90) % 360)}>
              <IonIcon slot="start" icon={refreshOutline} aria-hidden="true" />
              {t('photo.rotate')}
            </IonButton>
          </div>
          {failure ? <ErrorNotice error={failure} onRetry={use} /> : null}
        </section>
      </IonContent>
      <section className={pageStyles.pageFooter} aria-label={t('photo.use')}>
        <div className={pageStyles.pageBody} data-testid="page-body">
          <TrustLine>{t('photo.trust')}</TrustLine>
          {pending ? <IonProgressBar type="indeterminate" aria-label={t('photo.sending')} /> : null}
          <IonButton size="large" disabled={pending || !area} onClick={use}>
            {t(pending ? 'photo.sending' : 'photo.use')}
          </IonButton>
        </div>
      </section>
    </>
  )
}
