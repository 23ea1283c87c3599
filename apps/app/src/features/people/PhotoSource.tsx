import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { takePicture } from '../../platform/native/camera.ts'
import { Sheet, type SheetState } from '../../ui/Sheet.tsx'

interface Props {
  state: SheetState
  onPicture: (file: File) => void
  onError: (error: unknown) => void
}

/** On native: the phone's camera, or a photo that it has. A browser's file dialog offers both by itself. */
export function PhotoSource({ state, onPicture, onError }: Props) {
  const { t } = useTranslation()
  const from = (source: 'camera' | 'gallery') =>
    state.close(() => void takePicture(source).then((file) => (file ? onPicture(file) : undefined), onError))
  return (
    <Sheet state={state} title={t('photo.choose')}>
      <IonButton expand="block" onClick={() => from('camera')}>
        {t('photo.camera')}
      </IonButton>
      <IonButton expand="block" fill="outline" onClick={() => from('gallery')}>
        {t('photo.gallery')}
      </IonButton>
    </Sheet>
  )
}
