import { IonButton, IonIcon, IonModal, IonProgressBar } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { cameraOutline } from 'ionicons/icons'
import { type ComponentType, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNative } from '../../platform/build-target.ts'
import { fetchCode } from '../../platform/code.ts'
import { ApiError, toApiError } from '../../platform/errors.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useModalLabel, useSheet } from '../../ui/Sheet.tsx'
import { useToast } from '../../ui/toast.ts'
import type { CropProps } from './PhotoCrop.tsx'
import { PhotoSource } from './PhotoSource.tsx'
import { useRemovePhoto, useUploadPhoto } from './people.api.ts'
import { isSmallEnough, openPicture, PICTURES } from './photo.ts'
import styles from './profile.module.css'

/** Permanent errors of the file: too large, of an unknown type, or unreadable. A retry is useless. */
const REFUSED = [413, 415, 422]

interface Chosen {
  url: string
  image: HTMLImageElement
  Crop: ComponentType<CropProps>
}

/** The cropper's code is loaded when a picture was selected; offline it fails. */
async function open(url: string): Promise<Chosen> {
  const [image, { default: Crop }] = await Promise.all([openPicture(url), fetchCode(() => import('./PhotoCrop.tsx'))])
  return { url, image, Crop }
}

/** My picture, and a new one: selected, cropped and uploaded. `compact`: one button on the picture instead of two beside it. */
export function PhotoEditor({ user, size, compact = false }: { user: User; size: number; compact?: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [cropping, setCropping] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const upload = useUploadPhoto()
  const remove = useRemovePhoto()
  const busy = upload.isPending || remove.isPending

  const send = (photo: Blob) =>
    upload.mutate(photo, {
      onSuccess: () => {
        setCropping(false)
        toast(t('photo.saved'))
      },
    })

  /** A picture that this browser cannot decode (HEIC, mostly) is uploaded as it is: the server decides. */
  const choose = async (file: File) => {
    upload.reset()
    remove.reset()
    setProblem(undefined)
    const url = URL.createObjectURL(file)
    try {
      setChosen(await open(url))
      setCropping(true)
    } catch (error) {
      URL.revokeObjectURL(url)
      if (error instanceof ApiError) setProblem(error)
      else if (isSmallEnough(file)) send(file)
      else setProblem(new ApiError(413, 'payload_too_large'))
    }
  }

  const forget = () => {
    setCropping(false)
    if (chosen) URL.revokeObjectURL(chosen.url)
    setChosen(undefined)
    upload.reset()
  }

  const sources = useSheet()
  const pick = () => (isNative ? sources.open() : input.current?.click())
  const failure = cropping ? undefined : (upload.error ?? remove.error ?? problem)
  const refused = REFUSED.some((status) => toApiError(failure).status === status)
  const resend = upload.error && upload.variables ? () => upload.variables && send(upload.variables) : undefined
  const again = refused ? pick : resend

  return (
    <div className={compact ? `${styles.photo} ${styles.photoCompact}` : styles.photo} data-testid="photo">
      <div className={styles.photoFrame}>
        <Avatar person={user} size={size} />
        {compact ? (
          <button
            type="button"
            className={styles.photoButton}
            aria-label={t(user.avatar_url ? 'photo.change' : 'photo.choose')}
            onClick={pick}
          >
            <IonIcon icon={cameraOutline} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {compact ? null : (
        <div className={styles.photoActions}>
          <IonButton fill="outline" disabled={busy} onClick={pick}>
            {t(user.avatar_url ? 'photo.change' : 'photo.choose')}
          </IonButton>
          {user.avatar_url ? (
            <IonButton
              fill="clear"
              color="danger"
              disabled={busy}
              onClick={() => remove.mutate(undefined, { onSuccess: () => toast(t('photo.removed')) })}
            >
              {t('photo.remove')}
            </IonButton>
          ) : null}
        </div>
      )}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept={PICTURES}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Allows the same file to be selected again.
          target.value = ''
          if (file) void choose(file)
        }}
      />
      {busy && !cropping ? <IonProgressBar className={styles.photoWide} type="indeterminate" aria-label={t('photo.sending')} /> : null}
      {failure ? (
        <div className={styles.photoWide}>
          <ErrorNotice error={failure} {...(again && { onRetry: again })} {...(refused && { retryLabel: t('photo.another') })} />
        </div>
      ) : null}
      {import.meta.env.MODE === 'native' ? (
        <PhotoSource state={sources} onPicture={(file) => void choose(file)} onError={setProblem} />
      ) : null}
      <IonModal key={t('photo.title')} ref={useModalLabel(t('photo.title'))} isOpen={cropping} onDidDismiss={forget}>
        {chosen ? (
          <chosen.Crop
            url={chosen.url}
            image={chosen.image}
            pending={upload.isPending}
            error={upload.error}
            onUse={send}
            onCancel={() => setCropping(false)}
          />
        ) : null}
      </IonModal>
    </div>
  )
}
